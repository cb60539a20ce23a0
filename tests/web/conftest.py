"""The whole application, as a client meets it: on a fresh SQLite file, without limits unless a test asks for them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.config import Config
from app.store import Game
from app.web import create_app

Serve = Callable[..., TestClient]

NO_LIMITS = {"new_games_per_minute": 0, "writes_per_minute": 0}


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start the application with these settings: `serve(body_limit=2000)`. `at` is where clients reach it.

    A fault shows as the 500 that a client would get; `serve(...)` twice is two servers on one database.
    """
    with ExitStack() as running:

        def start(*, at: str = "http://testserver", **settings: Any) -> TestClient:
            given = {"database_url": f"sqlite:///{tmp_path}/scoundrel.db", **NO_LIMITS, **settings}
            return running.enter_context(TestClient(create_app(Config(**given)), base_url=at))

        yield start


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server for every test that leaves it as it is: starting one for each would take most of their time."""
    url = f"sqlite:///{tmp_path_factory.mktemp('shared')}/scoundrel.db"
    with TestClient(create_app(Config(database_url=url, **NO_LIMITS))) as running:
        yield running


@pytest.fixture
def client(shared: TestClient) -> TestClient:
    """A new player, who keeps the cookie, at the shared server."""
    return another(shared)


@pytest.fixture
def alone(serve: Serve) -> TestClient:
    """A new player at a server of one's own, to be tampered with."""
    return serve()


def another(client: TestClient) -> TestClient:
    """Another player at the same server, which is running already."""
    newcomer = TestClient(client.app, base_url=str(client.base_url))
    newcomer.portal = client.portal  # one event loop for both, as in one server
    return newcomer


def game_of(client: TestClient, id: str) -> Game:  # noqa: A002
    """The game as the store has it, undealt cards and all."""
    game: Game = client.portal.call(client.app.state.store.load, id)
    return game


def sql(folder: Path, statement: str, *values: Any) -> None:
    """Send a statement past the store to the SQLite file in this folder."""
    connection = sqlite3.connect(folder / "scoundrel.db")
    try:
        with connection:
            connection.execute(statement, values)
    finally:
        connection.close()


def begin(client: TestClient, **wish: Any) -> dict[str, Any]:
    """A new game of the API."""
    answer = client.post("/api/v1/games", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


def puzzle(client: TestClient, cards: str, **wish: Any) -> dict[str, Any]:
    """A new game on these cards, top first."""
    return begin(client, deck=cards.split(), **wish)


def play(client: TestClient, game: dict[str, Any], *moves: str) -> dict[str, Any]:
    """The game after these moves, each of them accepted."""
    for move in moves:
        answer = client.post(f"/api/v1/games/{game['id']}/moves", json={"turn": game["turn"], "move": move})
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game


def without_deeds(game: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in game.items() if name != "deeds"}
