"""A real server program for one test: `python -m app` in a process of its own, on a free port of the loopback."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

PATIENCE = 30
"""Seconds that any one step of a server may take on a busy machine before the test gives up."""


def environment(**settings: str) -> dict[str, str]:
    """This environment without the settings somebody may have, with these: `database_url="..."`."""
    bare = {name: text for name, text in os.environ.items() if not name.startswith(("SCOUNDREL_", "PYTHON", "COV_"))}
    return {**bare, "SCOUNDREL_PORT": "0", **{f"SCOUNDREL_{name.upper()}": text for name, text in settings.items()}}


class Served:
    """A server that has said where it is open."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self.process = process
        self.folder = folder
        self._stderr = folder / "stderr"
        self.said = self._first_line()
        found = re.fullmatch(r"Scoundrel is open at (http://(.+):(\d+)/)\n", self.said)
        assert found, f"said {self.said!r}, and {self.complained()!r}"
        self.address, self.host, self.port = found[1], found[2].strip("[]"), int(found[3])

    def _first_line(self) -> str:
        assert self.process.stdout
        readable, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        return self.process.stdout.readline() if readable else ""

    def get(self, path: str = "/", **headers: str) -> httpx.Response:
        """What the server answers, as a browser without any cookie is answered; `x_forwarded_proto="https"`."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        return httpx.get(self.address + path.removeprefix("/"), headers=sent, timeout=PATIENCE, trust_env=False)

    def complained(self) -> str:
        """Everything on stderr so far."""
        return self._stderr.read_text()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Send the signal, wait for the end: the exit code, and the seconds it took."""
        told = time.monotonic()
        self.process.send_signal(how)
        return self.process.wait(PATIENCE), time.monotonic() - told


@contextmanager
def serving(
    folder: Path, command: Sequence[str | Path] = (sys.executable, "-W", "error", "-m", "app"), **settings: str
) -> Iterator[Served]:
    """A server started in this folder with these settings and no others; ended, whatever happens, with the block."""
    with (folder / "stderr").open("w") as stderr:
        process = subprocess.Popen(
            command, cwd=folder, env=environment(**settings), stdout=subprocess.PIPE, stderr=stderr, text=True
        )
    try:
        yield Served(process, folder)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
        process.communicate()


def refused(folder: Path, **settings: str) -> tuple[int, list[str]]:
    """The exit code and the lines on stderr of a server that doesn't start."""
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-m", "app"],
        cwd=folder,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.stdout == ""
    return ended.returncode, ended.stderr.splitlines()
