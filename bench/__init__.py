"""Measurements, each a ratio to a plain floor within one run: `make bench`, or `python -m bench engine|http|profile`."""
