"""A real PostgreSQL server for one test run: made in a temporary folder, on a free port of the loopback, gone after."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import asyncpg

USER = "scoundrel"


def programs() -> Path | None:
    """The folder of the newest server program here: Debian's, else the one on the path; None without any."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda found: int(found.parts[-3]))
    on_path = shutil.which("postgres")
    found = debian[-1] if debian else Path(on_path).resolve() if on_path else None
    return found.parent if found is not None and (found.parent / "initdb").exists() else None


class Server:
    """A server of one's own. Durability is left as PostgreSQL ships it (fsync on): the tests kill things.

    It can be stopped and started again on the same port and files. `fresh()` is a URL for the store to open.
    """

    def __init__(self, bin: Path) -> None:  # noqa: A002
        self._bin = bin
        # Not pytest's own temporary folder: only its owner may enter that, and the server refuses to run as root.
        self._folder = Path(tempfile.mkdtemp(prefix="scoundrel-postgres-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = _a_user_but_root()
            os.chown(self._folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0
        made = subprocess.run(
            [
                self._bin / "initdb",
                "--pgdata",
                self._folder / "data",
                "--username",
                USER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
            ],
            capture_output=True,
            cwd=self._folder,
            check=False,
            **self._as,
        )
        if made.returncode:
            self.remove()
            raise RuntimeError(f"initdb failed: {made.stderr.decode(errors='replace')}")
        self.port = _free_port()

    def url(self, query: str = "") -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres{query}"

    def start(self, *, wait: bool = True) -> None:
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._bin / "postgres",
                    "-D",
                    self._folder / "data",
                    "-p",
                    str(self.port),
                    *("-c", "listen_addresses=127.0.0.1"),
                    *("-c", "unix_socket_directories="),
                    *("-c", "shared_buffers=16MB"),
                ],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._as,
            )
        if wait:
            _run(self._until_it_answers())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT parts from its clients at once and shuts down cleanly, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=30)
            self._process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)  # nothing of it is needed any more
        shutil.rmtree(self._folder, ignore_errors=True)

    def fresh(self) -> str:
        """A URL under which nothing is there yet: a schema of its own, a hundred times cheaper than a new database."""
        self._made += 1
        name = f"test_{self._made}"
        _run(self._ask(f"CREATE SCHEMA {name}"))
        return self.url(f"?search_path={name}")

    def forget(self, url: str) -> None:
        _run(self._ask(f"DROP SCHEMA {url.rpartition('=')[2]} CASCADE"))

    async def _ask(self, order: str) -> None:
        connection = await asyncpg.connect(self.url(), timeout=10)
        try:
            await connection.execute(order)
        finally:
            await connection.close()

    async def _until_it_answers(self) -> None:
        until = time.monotonic() + 30
        while True:
            assert self._process is not None
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended: {(self._folder / 'log').read_text(errors='replace')[-2000:]}")
            try:
                return await self._ask("SELECT 1")
            except (OSError, asyncpg.PostgresError):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.05)


def _a_user_but_root() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL refuses to run as root, and there is no user postgres or nobody")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _run(work: Any) -> None:
    """Run it to its end in a thread with an event loop of its own: the test at hand may have one running."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
