"""What a process remembers of a game: never believed further than the database bears it out."""

import pytest

from app.engine import StaleTurn, steps
from app.store import NoSuchGame, Store
from app.store.tables import LATELY

from .conftest import Raw
from .plays import dealt, kept, played, undone

pytestmark = pytest.mark.anyio


async def test_a_game_is_remembered_as_it_was_last_kept_or_loaded(store: Store, other: Store):
    game = await dealt(store)
    assert other.recall(game.id) is None
    assert other.recall("no id") is None
    loaded = await other.load(game.id)
    assert other.recall(game.id) == loaded
    moved = await kept(other, loaded, "6D")
    assert other.recall(game.id) is moved


async def test_a_remembered_game_may_be_old_and_then_keeps_nothing(store: Store, other: Store):
    game = await kept(store, await dealt(store), "6D")
    await kept(other, await other.load(game.id), "9H")
    remembered = store.recall(game.id)
    assert remembered == game
    with pytest.raises(StaleTurn):
        await store.keep(remembered, played(remembered, "QSw"))
    assert store.recall(game.id) is None
    assert [str(move) for move in (await store.load(game.id)).run.moves] == ["6D", "9H"]


async def test_a_remembered_game_that_has_gone_keeps_nothing(store: Store, raw: Raw):
    game = await kept(store, await dealt(store), "6D")
    await raw("DELETE FROM games WHERE id = $1", game.id)
    with pytest.raises(NoSuchGame):
        await store.keep(game, played(game, "9H"))
    assert store.recall(game.id) is None


async def test_what_is_learned_from_a_kept_game_is_its_replay(store: Store):
    game = await dealt(store)
    for moves in (["6D"], ["QSw"], ["9H"]):
        game = await kept(store, game, *moves)
        loaded = await store.load(game.id)
        assert loaded == game
        assert loaded.steps == steps(loaded.run)
        assert loaded.steps[-1] is game.steps[-1]


async def test_an_undo_and_another_move_are_learned_too(store: Store):
    game = await kept(store, await dealt(store), "6D", "QSw")
    back = undone(game)
    await store.keep(game, back)
    game = await kept(store, back, "QSb")
    assert (await store.load(game.id)).steps == steps(game.run)


async def test_only_so_many_games_are_remembered(store: Store):
    first = await kept(store, await dealt(store), "6D")
    for number in range(LATELY):
        await kept(store, await dealt(store, seed=f"{number}"), "6D")
    assert store.recall(first.id) is None
    assert await store.load(first.id) == first
