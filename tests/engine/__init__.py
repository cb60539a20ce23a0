"""Tests of the pure game: one file a rule, then properties, counts, notation and golden runs.

A comment `# case 7` marks a test of one of the faults that others made, by its number in docs/faults.md.
"""
