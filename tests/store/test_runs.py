"""Any run, kept move by move with undos between, is loaded as it was played."""

import random
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine import PRESETS, AvoidedOrder, Rules, Run, Status, undo_refusal
from app.store import Game, Store

from .plays import NOON, OWNER, any_move, moment, undone

pytestmark = pytest.mark.anyio

RULES = st.sampled_from([*PRESETS.values(), Rules(health=40, avoided=AvoidedOrder.SHUFFLED), Rules(undo=False)])


def next_one(game: Game, chance: random.Random) -> Game:
    if chance.random() < 0.15 and undo_refusal(game.steps[-1]) is None:
        return undone(game)
    return game.play(any_move(game, chance), at_turn=game.turn, now=moment(game.turn + 1))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rules=RULES, seed=st.integers(0, 10**9))
async def test_a_run_kept_move_by_move(store: Store, other: Store, rules: Rules, seed: int):
    chance = random.Random(seed)
    game = await store.deal(OWNER, Run(rules, str(seed)), practice=False, now=NOON)
    for _ in count():
        after = next_one(game, chance)
        writer, reader = chance.sample([store, other], 2)
        await writer.keep(game, after)
        game = after
        if chance.random() < 0.3:
            assert await reader.load(game.id) == game
        if game.status is not Status.PLAYING:
            break
    assert await store.load(game.id) == game
    assert await other.current(OWNER) == game
