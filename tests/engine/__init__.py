"""Tests of the pure game: one file a rule, then properties, counts, notation and golden runs."""
