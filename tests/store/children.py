"""Processes of `child.py`, started by the tests and ended by them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def children(*orders: tuple[str, ...]) -> Iterator[list[subprocess.Popen[str]]]:
    """One process for each of these argument lists; all are gone at the end."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.store.child", *order],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for order in orders
    ]
    try:
        yield running
    finally:
        for each in running:
            each.kill()
            each.communicate()


def line(child: subprocess.Popen[str]) -> str:
    """The next line it tells; waits for it."""
    assert child.stdout is not None
    told = child.stdout.readline()
    assert told, f"the child ended with {child.wait()}"
    return told.rstrip("\n")


def go(child: subprocess.Popen[str]) -> None:
    """Let it go on."""
    assert child.stdin is not None
    child.stdin.write("go\n")
    child.stdin.flush()
