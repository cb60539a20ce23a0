"""Where the time of a move goes: the application driven in this process, without sockets, under the profiler."""

import asyncio
import cProfile
import json
import pstats
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from app.config import Config
from app.web import create_app
from bench.runs import lasting_run

RUNS = 20
MOVES = 40

ROOMS = (
    ("engine", ("app/engine/",)),
    ("store", ("app/store/", "sqlite3", "asyncpg")),
    ("words and view", ("app/words/", "app/web/views", "app/web/pieces", "app/web/log", "app/web/pictures")),
    ("template", ("jinja2", "<template>", "templates/", "markupsafe")),
    ("gzip", ("gzip.py", "zlib", "starlette/middleware/gzip")),
    ("form", ("multipart", "formparsers", "pydantic")),
    ("our middleware", ("app/web/security", "app/web/rate", "app/web/players")),
    ("framework", ("fastapi", "starlette", "anyio", "asyncio", "contextlib")),
)


async def _call(app: Any, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes, dict[bytes, bytes]]:
    """One POST straight into the ASGI application."""
    sent: list[dict[str, Any]] = []
    raw = {"host": "127.0.0.1", "content-length": str(len(body)), **headers}
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http", "state": {},
        "headers": [(name.encode(), value.encode()) for name, value in raw.items()],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    answer = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], answer, dict(sent[0]["headers"])


async def _play(profile: cProfile.Profile) -> int:
    played = 0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'profile.db'}"
        app = create_app(Config(database_url=url, new_games_per_minute=0, writes_per_minute=0))
        async with app.router.lifespan_context(app):
            for number in range(RUNS):
                run = lasting_run(f"bench{number}", moves=MOVES)
                wish = json.dumps({"seed": run.seed, "health": 40, "equal_counts": True}).encode()
                _, body, headers = await _call(app, "/api/v1/games", wish, {"content-type": "application/json"})
                cookie = headers[b"set-cookie"].split(b";")[0].decode()
                told = {"content-type": "application/x-www-form-urlencoded", "cookie": cookie, "hx-request": "true"}
                told |= {"accept-encoding": "gzip", "sec-fetch-site": "same-origin"}
                address = f"/games/{json.loads(body)['id']}/moves"
                profile.enable()
                for turn, move in enumerate(run.moves):
                    status, _, _ = await _call(
                        app, address, urlencode({"turn": turn, "move": str(move)}).encode(), told
                    )
                    if status != 200:
                        raise RuntimeError(f"status {status}")
                    played += 1
                profile.disable()
    return played


def shares() -> dict[str, float]:
    """The share of each part in a move's time at the server, in percent, the profiler's own weight included."""
    profile = cProfile.Profile()
    asyncio.run(_play(profile))
    spent = dict.fromkeys([name for name, _ in ROOMS] + ["python and the rest"], 0.0)
    for (file, _, function), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        place = f"{file} {function}"
        name = next((name for name, marks in ROOMS if any(mark in place for mark in marks)), "python and the rest")
        spent[name] += own
    total = sum(spent.values())
    return {name: round(100 * seconds / total, 1) for name, seconds in spent.items()}
