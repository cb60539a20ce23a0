"""Moves over real HTTP: a server process, 16 clients that each play games at full speed, the floor in the same run.

Blocks of moves and of floor requests take turns, so that whatever else the machine does falls on both.
"""

import asyncio
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.runs import lasting_run

CLIENTS = 16
MOVES = 40
GAMES = 112
ROUNDS = 6


class _Client(asyncio.Protocol):
    """One keep-alive connection; `send` gives the status and the body's length of the one answer awaited."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.waiting: asyncio.Future[tuple[int, int]] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(exc or ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self.received += data
        head, found, body = self.received.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        if len(body) >= length and self.waiting is not None:
            status = int(head[9:12])
            self.received.clear()
            self.waiting.set_result((status, length))

    async def send(self, request: bytes) -> tuple[int, int]:
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.waiting


@dataclass
class Block:
    """What was measured of one kind of request: seconds an answer, their bytes, and the time that all took."""

    seconds: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    wall: float = 0.0

    def line(self) -> dict[str, float]:
        """Requests a second, p50 and p99 in milliseconds, mean bytes."""
        cut = statistics.quantiles(self.seconds, n=100)
        return {
            "requests/s": round(len(self.seconds) / self.wall, 1),
            "p50 ms": round(cut[49] * 1000, 2),
            "p99 ms": round(cut[98] * 1000, 2),
            "bytes": round(statistics.fmean(self.bytes)),
        }


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextlib.contextmanager
def server(database_url: str) -> Iterator[int]:
    """The product with its floor in a process of its own; gives the port."""
    port = _free_port()
    told = os.environ | {
        "SCOUNDREL_DATABASE_URL": database_url,
        "SCOUNDREL_NEW_GAMES_PER_MINUTE": "0",
        "SCOUNDREL_WRITES_PER_MINUTE": "0",
        "SCOUNDREL_LOG_LEVEL": "warning",
    }
    command = [sys.executable, "-m", "uvicorn", "bench.floor:app", "--factory", "--port", str(port)]
    command += ["--log-level", "warning", "--no-access-log", "--no-server-header"]
    process = subprocess.Popen(command, env=told)  # noqa: S603 - our own interpreter
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def _deal(port: int, seed: str) -> tuple[str, str]:
    """A new game on this seed over the API, by the rules of the runs: its id and the player's cookie."""
    wish = json.dumps({"seed": seed, "health": 40, "equal_counts": True}).encode()
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/games", data=wish, headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 - loopback
        return json.load(answer)["id"], answer.headers["Set-Cookie"].split(";")[0]


def _post(path: str, cookie: str, turn: int, move: str, *, gzip: bool) -> bytes:
    form = f"turn={turn}&move={move}".encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nSec-Fetch-Site: same-origin\r\n"
        f"Cookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n"
    )
    if gzip:
        head += "Accept-Encoding: gzip\r\n"
    return head.encode() + b"\r\n" + form


async def _block(port: int, scripts: list[list[bytes]], into: Block) -> None:
    """Each script on a connection of its own, all at once, each request sent when the one before is answered."""
    loop = asyncio.get_running_loop()
    clients = [(await loop.create_connection(_Client, "127.0.0.1", port))[1] for _ in scripts]

    async def play(client: _Client, script: list[bytes]) -> None:
        for request in script:
            began = time.perf_counter()
            status, length = await client.send(request)
            into.seconds.append(time.perf_counter() - began)
            into.bytes.append(length)
            if status != 200:
                raise RuntimeError(f"status {status} to {request[-40:]!r}")

    began = time.perf_counter()
    await asyncio.gather(*(play(client, script) for client, script in zip(clients, scripts, strict=True)))
    into.wall += time.perf_counter() - began
    for client in clients:
        client.transport.close()


def measure(database_url: str, *, gzip: bool) -> dict[str, dict[str, float]]:
    """Moves and floor on this database: `{"move": ..., "floor": ..., "ratio": ...}` (see Block.line)."""
    runs = [lasting_run(f"bench{number}", moves=MOVES) for number in range(GAMES)]
    moves, floor = Block(), Block()
    with server(database_url) as port:
        for turn in range(ROUNDS + 1):
            dealt = [_deal(port, runs[(turn * CLIENTS + client) % GAMES].seed) for client in range(CLIENTS)]
            played, bare = [], []
            for client, (id, cookie) in enumerate(dealt):  # noqa: A001
                texts = [str(move) for move in runs[(turn * CLIENTS + client) % GAMES].moves]
                played.append([_post(f"/games/{id}/moves", cookie, n, m, gzip=gzip) for n, m in enumerate(texts)])
                bare.append([_post(f"/floor/{id}/moves", cookie, n, m, gzip=gzip) for n, m in enumerate(texts)])
            # The first round warms both up and is not counted.
            asyncio.run(_block(port, bare, floor if turn else Block()))
            asyncio.run(_block(port, played, moves if turn else Block()))
    ours, plain = moves.line(), floor.line()
    ratio = {
        "requests/s": round(ours["requests/s"] / plain["requests/s"], 3),
        "p50 ms": round(ours["p50 ms"] / plain["p50 ms"], 2),
        "p99 ms": round(ours["p99 ms"] / plain["p99 ms"], 2),
        "bytes": round(ours["bytes"] / plain["bytes"], 2),
    }
    return {"move": ours, "floor": plain, "ratio": ratio}
