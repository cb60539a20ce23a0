"""Of any number of parallel writers of one turn exactly one gets through (docs/faults.md 20 and 21)."""

import asyncio
from collections import Counter

import pytest

from app.engine import StaleTurn, legal_moves
from app.store import Game, Store

from .children import children, go, line
from .conftest import Raw
from .plays import OWNER, dealt, kept, moment, played, undone

pytestmark = pytest.mark.anyio


async def test_of_twenty_moves_at_once_one_is_kept(store: Store, other: Store):
    before = await kept(store, await dealt(store), "6D")
    moves = legal_moves(before.dungeon)
    afters = [before.play(moves[each % len(moves)], at_turn=1, now=moment(each)) for each in range(20)]

    async def attempt(number: int) -> Game | int:
        try:
            await (store, other)[number % 2].keep(before, afters[number])
        except StaleTurn as stale:
            return stale.turn
        return afters[number]

    outcomes = await asyncio.gather(*map(attempt, range(20)))
    [winner] = [each for each in outcomes if isinstance(each, Game)]
    assert [each for each in outcomes if each is not winner] == [2] * 19
    for each in (store, other):
        assert await each.load(before.id) == winner


async def test_of_a_move_and_an_undo_at_once_one_is_kept(store: Store, other: Store):
    before = await kept(store, await dealt(store), "6D")
    afters = (played(before, "9H"), undone(before))
    outcomes = await asyncio.gather(
        store.keep(before, afters[0]), other.keep(before, afters[1]), return_exceptions=True
    )
    assert Counter(map(type, outcomes)) == {type(None): 1, StaleTurn: 1}
    assert await store.load(before.id) == afters[outcomes.index(None)]


async def test_of_the_moves_of_several_processes_one_is_kept(store: Store, database_url: str, raw: Raw):
    before = await dealt(store)
    with children(*[("move", database_url, before.id, "5")] * 4) as processes:
        for each in processes:
            assert line(each) == "ready"
        for each in processes:
            go(each)
        told = Counter(line(each) for each in processes for _ in range(5))
    assert told == {"kept": 1, "stale": 19}
    assert (await store.load(before.id)).turn == 1


async def test_processes_that_open_a_fresh_database_at_once_all_come_up(database_url: str, raw: Raw):
    with children(*[("open", database_url)] * 4) as processes:
        for each in processes:
            go(each)
        secrets = {line(each) for each in processes}
        assert [each.wait(timeout=10) for each in processes] == [0] * 4
    assert len(secrets) == 1
    assert await raw("SELECT count(*) FROM meta") == [(2,)]


async def test_games_of_one_player_dealt_at_once_are_all_there(store: Store, other: Store):
    games = await asyncio.gather(*(dealt((store, other)[each % 2]) for each in range(20)))
    for each in games:
        assert await store.load(each.id) == each
    current = await store.current(OWNER)
    assert current in games
    assert await other.current(OWNER) == current
