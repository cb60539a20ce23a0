"""`python -m app`: serve the game with the environment's settings until told to stop."""

import asyncio
import signal
import socket
import sys
from typing import NoReturn

import uvicorn
from pydantic import ValidationError
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from app.config import Config, complaints, variable
from app.logs import logging_plan
from app.store import SchemaTooNew, StoreUnavailable, open_store

CANT_START = 1
WRONG_SETTINGS = 2
PATIENCE = 5
"""Seconds that requests under way are given to end once the server is told to stop."""


class _Announcing(uvicorn.Server):
    """A server that says where the game is open as soon as it is."""

    def __init__(self, plan: uvicorn.Config, address: str) -> None:
        super().__init__(plan)
        self.address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors, then say so."""
        await super().startup(sockets)
        if self.started:
            _announce(self.address)


def main() -> int:
    """Serve until SIGTERM, SIGINT or Ctrl+C; the code to leave with.

    0 after a clean end, 1 when the port or the database can't be had, 2 for wrong settings; the reason is one line on
    stderr, which names the variable to look at.
    """
    for told_to_stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told_to_stop, _leave)
    try:
        config = Config()
    except ValidationError as error:
        return _refuse(WRONG_SETTINGS, *complaints(error))
    try:
        doors = _listening(config)
    except OSError as why:
        reason = str(why.strerror or why).partition(" (")[0]
        return _refuse(CANT_START, f"{variable('port')}: can't listen on {config.host} port {config.port}: {reason}")
    with doors:
        try:
            asyncio.run(_store_made_ready(config))
        except (StoreUnavailable, SchemaTooNew) as why:
            return _refuse(CANT_START, f"{variable('database_url')}: {why}")
        return _serve(config, doors)


def _serve(config: Config, doors: socket.socket) -> int:
    """Answer requests until told to stop; the code to leave with."""
    plan = uvicorn.Config(
        "app.web:app_from_environment",
        factory=True,
        workers=config.workers,
        lifespan="on",
        ws="none",
        log_config=logging_plan(config),
        access_log=config.access_log,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=PATIENCE,
    )
    address = _address(config.host, doors)
    if config.workers == 1:
        _Announcing(plan, address).run([doors])
        return 0
    supervisor = Multiprocess(plan, [doors])
    _announce(address)
    supervisor.run()
    return CANT_START if any(one.exitcode == STARTUP_FAILURE for one in supervisor.processes) else 0


async def _store_made_ready(config: Config) -> None:
    """Make the database if it is new and bring its schema up to date, once, before any server process needs it."""
    store = open_store(config.database_url)
    try:
        await store.open()
    finally:
        await store.close()


def _listening(config: Config) -> socket.socket:
    """The socket that all server processes share. Raises OSError when the address or the port can't be had."""
    family = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0][0]
    doors = socket.create_server((config.host, config.port), family=family, backlog=2048)
    doors.set_inheritable(True)
    return doors


def _address(host: str, doors: socket.socket) -> str:
    """Where a browser on this machine finds the game."""
    port = doors.getsockname()[1]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - only to be told apart
    return f"http://[{here}]:{port}/" if ":" in here else f"http://{here}:{port}/"


def _announce(address: str) -> None:
    sys.stdout.write(f"Scoundrel is open at {address}\n")
    sys.stdout.flush()


def _refuse(code: int, *lines: str) -> int:
    for line in lines:
        sys.stderr.write(f"scoundrel: {line}\n")
    return code


def _leave(*_: object) -> NoReturn:
    # Uvicorn ends cleanly and then sends itself the signal again: being told to stop is no failure.
    raise SystemExit(0)


if __name__ == "__main__":
    sys.exit(main())
