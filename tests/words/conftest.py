"""Hypothesis as the engine's tests have it, when these run on their own too."""

from tests.engine import conftest  # noqa: F401
