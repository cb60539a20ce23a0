"""The path of every move: what a process remembers never decides what is refused, the stored game does."""

from collections.abc import Callable

import pytest

from app.engine import IllegalMove, StaleTurn
from app.store import Game, NoSuchGame, Store
from app.web.games import act
from tests.store.conftest import Raw, other, raw  # noqa: F401 - fixtures
from tests.store.plays import OWNER, dealt, kept, moment, played, undone

pytestmark = pytest.mark.anyio


def to(move: str, *, at_turn: int) -> Callable[[Game], Game]:
    """A move as a route asks for it."""

    def deed(game: Game) -> Game:
        if game.turn != at_turn:
            raise StaleTurn(game.turn)
        return played(game, move)

    return deed


async def test_a_move_goes_on_from_what_is_remembered(store: Store):
    game = await kept(store, await dealt(store), "6D")
    after = await act(store, game.id, OWNER, to("QSw", at_turn=1))
    assert await store.load(game.id) == after


async def test_a_move_made_elsewhere_meanwhile_is_not_in_the_way(store: Store, other: Store):  # noqa: F811
    game = await kept(store, await dealt(store), "6D")
    await kept(other, await other.load(game.id), "9H")
    after = await act(store, game.id, OWNER, to("QSw", at_turn=2))
    assert [str(move) for move in after.run.moves] == ["6D", "9H", "QSw"]


async def test_a_move_that_only_the_true_game_allows_is_made(store: Store, other: Store):  # noqa: F811
    game = await kept(store, await dealt(store), "6D", "9H")
    elsewhere = undone(await other.load(game.id))
    await other.keep(game, elsewhere)
    await kept(other, elsewhere, "QSb")
    # This process still believes the potion drunk and the queen there; the stored game has it the other way round.
    after = await act(store, game.id, OWNER, to("9H", at_turn=2))
    assert [str(move) for move in after.run.moves] == ["6D", "QSb", "9H"]


async def test_a_stale_turn_names_the_true_one(store: Store, other: Store):  # noqa: F811
    game = await kept(store, await dealt(store), "6D")
    await kept(other, await other.load(game.id), "9H")
    with pytest.raises(StaleTurn) as stale:
        await act(store, game.id, OWNER, to("QSw", at_turn=1))
    assert stale.value.turn == 2


async def test_an_illegal_move_is_refused_by_the_stored_game(store: Store):
    game = await kept(store, await dealt(store), "6D")
    with pytest.raises(IllegalMove):
        await act(store, game.id, OWNER, to("6D", at_turn=1))
    assert await store.load(game.id) == game


async def test_another_players_game_is_none_of_yours_even_if_remembered(store: Store):
    game = await kept(store, await dealt(store), "6D")
    with pytest.raises(NoSuchGame):
        await act(store, game.id, "f" * 40, to("9H", at_turn=1))


async def test_a_game_that_has_gone_is_no_game(store: Store, raw: Raw):  # noqa: F811
    game = await kept(store, await dealt(store), "6D")
    await raw("DELETE FROM games WHERE id = $1", game.id)
    with pytest.raises(NoSuchGame):
        await act(store, game.id, OWNER, to("9H", at_turn=1))


async def test_an_undo_goes_the_same_way(store: Store):
    game = await kept(store, await dealt(store), "6D")
    back = await act(store, game.id, OWNER, lambda known: known.undo(at_turn=1, now=moment(2)))
    assert (back.turn, back.undos) == (0, 1)
    assert await store.load(game.id) == back
