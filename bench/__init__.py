"""Measurements, each a ratio to a plain floor in one run: `make bench`, or `python -m bench engine|http|profile`."""
