"""An acknowledged move survives kill -9 of the process that wrote it, at any moment."""

import asyncio
import random

import pytest

from app.store import Store

from .children import children

pytestmark = pytest.mark.anyio

ROUNDS, AT_ONCE = 3, 4


async def test_a_move_that_was_acknowledged_is_there_after_kill_9(store: Store, database_url: str):
    chance = random.Random()
    acknowledged: dict[str, tuple[str, ...]] = {}
    for number in range(ROUNDS):
        orders = [("play", database_url, f"{number} {each}") for each in range(AT_ONCE)]
        with children(*orders) as processes:
            told = []
            for each in processes:  # so that every one is at work
                assert each.stdout is not None
                told.append(each.stdout.readline())
            for each in processes:
                await asyncio.sleep(chance.uniform(0, 0.05))
                each.kill()
                told.append(each.stdout.read())  # type: ignore[union-attr]
                assert each.wait() == -9
        for line in "".join(told).split("\n")[:-1]:
            game, *moves = line.split(" ")
            acknowledged[game] = tuple(moves)
    assert len(acknowledged) >= ROUNDS * AT_ONCE
    for game, moves in acknowledged.items():
        loaded = await store.load(game)
        written = tuple(map(str, loaded.run.moves))
        assert written[: len(moves)] == moves
        assert len(written) - len(moves) in (0, 1)  # one more may have been written and not yet told
