"""Hypothesis without a deadline; the same examples every time under CI."""

import os

from hypothesis import settings

settings.register_profile("engine", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("engine")
