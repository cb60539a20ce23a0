"""Many at once: of any number of requests for one turn, one has an effect (docs/faults.md 19-21)."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.config import Config
from app.engine import Status
from app.web import create_app
from tests.serving import serving

from .conftest import NO_LIMITS

pytestmark = pytest.mark.anyio

DECK = ["6D", "9H", "QS", "JC", "4C", "3H", "2D", "5S"]


async def begun(client: httpx.AsyncClient, **wish: Any) -> dict[str, Any]:
    answer = await client.post("/api/v1/games", json=wish)
    assert answer.status_code == 201
    game: dict[str, Any] = answer.json()
    return game


async def at_once(client: httpx.AsyncClient, game: dict[str, Any], *moves: str) -> list[httpx.Response]:
    """All these moves from the game's own turn, sent together."""
    address = f"/api/v1/games/{game['id']}/moves"
    sent = (client.post(address, json={"turn": game["turn"], "move": move}) for move in moves)
    return list(await asyncio.gather(*sent))


async def one_effect(client: httpx.AsyncClient, game: dict[str, Any], *moves: str) -> dict[str, Any]:
    """Exactly one of them was made; every other was told the true game, which is returned."""
    answers = await at_once(client, game, *moves)
    (made,) = [answer.json() for answer in answers if answer.status_code == 200]
    others = [answer for answer in answers if answer.status_code != 200]
    assert len(others) == len(moves) - 1
    assert made["turn"] == game["turn"] + 1
    made.pop("deeds")
    for answer in others:
        assert answer.status_code == 409
        assert answer.json()["game"] == made
    true: dict[str, Any] = (await client.get(f"/api/v1/games/{game['id']}")).json()
    assert true == made
    return true


async def the_races(client: httpx.AsyncClient) -> None:
    game = await begun(client, deck=DECK)
    after = await one_effect(client, game, *["6D"] * 20)
    assert after["history"] == ["6D"]
    after = await one_effect(client, after, *["9H", "QSw", "QSb", "JCw", "JCb"] * 4)
    assert len(after["history"]) == 2

    fresh = await begun(client)
    after = await one_effect(client, fresh, "avoid", "avoid")
    assert (after["room_number"], after["dungeon"], after["history"]) == (2, 40, ["avoid"])

    fresh = await begun(client)
    after = await one_effect(client, fresh, "avoid", fresh["moves"][0])
    there = [slot for slot in after["room"] if slot]
    assert after["dungeon"] == 40
    assert len(there) == (4 if after["history"] == ["avoid"] else 3)


async def test_in_one_process(database_url: str):
    app = create_app(Config(database_url=database_url, **NO_LIMITS))
    transport = httpx.ASGITransport(app=app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://test") as one:
        await one.get("/settings")  # so that all that follows is one player's
        await the_races(one)


async def test_over_sockets_with_two_server_processes(tmp_path: Path, database_url: str):
    settings = {name: str(value) for name, value in NO_LIMITS.items()}
    with serving(tmp_path, database_url=database_url, workers="2", **settings) as server:
        limits = httpx.Limits(max_connections=20, max_keepalive_connections=0)
        async with httpx.AsyncClient(base_url=server.address, limits=limits, timeout=30, trust_env=False) as one:
            await one.get("/settings")
            await the_races(one)


async def test_two_players_of_one_game_never_lose_or_double_a_card(database_url: str):
    """Two tabs play at random, each from what it saw last: the room, the pile and the rest stay the same cards."""
    app = create_app(Config(database_url=database_url, **NO_LIMITS))
    transport = httpx.ASGITransport(app=app)
    async with app.router.lifespan_context(app), httpx.AsyncClient(transport=transport, base_url="http://test") as one:
        await one.get("/settings")
        game = await begun(one, health=40)
        made = 0

        async def tab(chance: random.Random) -> None:
            nonlocal made
            seen = game
            while seen["status"] == "playing":
                sent = {"turn": seen["turn"], "move": chance.choice(seen["moves"])}
                answer = await one.post(f"/api/v1/games/{game['id']}/moves", json=sent)
                assert answer.status_code in (200, 409)
                made += answer.status_code == 200
                seen = answer.json().get("game", answer.json())

        await asyncio.gather(*(tab(random.Random(n)) for n in range(3)))
        over = await app.state.store.load(game["id"])
        assert over.status is not Status.PLAYING
        assert over.turn == made
        dungeon = over.dungeon
        held = (dungeon.weapon.card, *dungeon.weapon.stack) if dungeon.weapon else ()
        assert len({*dungeon.pile, *dungeon.cards, *dungeon.discard, *held}) == 44
        assert len(dungeon.pile) + len(dungeon.cards) + len(dungeon.discard) + len(held) == 44
