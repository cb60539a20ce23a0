"""`python -m bench [engine|http|profile ...]`: everything, or the parts that are named; JSON, a line a measurement."""

import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import engine, http, profile
from tests import postgres


@contextlib.contextmanager
def _databases() -> Iterator[dict[str, str]]:
    """A fresh database of each kind; PostgreSQL where its server program is found."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as open_until:
        urls = {"sqlite": f"sqlite:///{Path(folder) / 'bench.db'}"}
        programs = postgres.programs()
        if programs is not None:
            server = postgres.Server(programs)
            open_until.callback(server.remove)
            server.start()
            urls["postgresql"] = server.fresh()
        yield urls


def main(parts: list[str]) -> None:
    """Measure the parts and print each."""
    if not parts or "engine" in parts:
        _say("engine", engine.measure())
    if not parts or "http" in parts:
        with _databases() as urls:
            for kind, url in urls.items():
                for gzip in (True, False):
                    for what, numbers in http.measure(url, gzip=gzip).items():
                        _say(f"{kind}, {'gzip' if gzip else 'plain'}: {what}", numbers)
    if not parts or "profile" in parts:
        _say("share of a move's time, %", profile.shares())


def _say(what: str, numbers: dict[str, float]) -> None:
    sys.stdout.write(f"{what}: {json.dumps(numbers)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
