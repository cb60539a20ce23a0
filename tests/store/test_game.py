"""A game is never changed in place: a move or an undo gives the next one."""

import pytest

from app.engine import IllegalMove, Refusal, Rules, Run, StaleTurn, Status, notation, steps
from app.store import Game

from .plays import DECK, NOON, OWNER, moment, played, undone


def fresh(deck: str | None = None, rules: str = "20 classic") -> Game:
    run = Run(notation.parse_rules(rules), "a seed", deck=DECK if deck is None else notation.cards(deck))
    return Game(
        id="a" * 22,
        owner=OWNER,
        run=run,
        steps=steps(run),
        practice=True,
        undos=0,
        helped=False,
        dealt_at=NOON,
        moved_at=NOON,
        ended_at=None,
    )


def test_a_fresh_game_is_untouched_at_turn_0():
    game = fresh()
    assert (game.turn, game.untouched, game.status, game.score) == (0, True, Status.PLAYING, None)


def test_a_move_gives_the_next_game_and_leaves_this_one():
    game = fresh()
    after = game.play(notation.move("6D"), at_turn=0, now=moment(1))
    assert (after.turn, after.moved_at, after.ended_at, after.untouched) == (1, moment(1), None, False)
    assert after.run.moves == (notation.move("6D"),)
    assert after.steps == steps(after.run)
    assert game == fresh()


def test_a_move_from_another_turn_is_stale_and_says_the_true_one():
    with pytest.raises(StaleTurn) as stale:
        played(fresh(), "6D").play(notation.move("9H"), at_turn=0, now=NOON)
    assert stale.value.turn == 1


def test_a_refused_move_says_why():
    with pytest.raises(IllegalMove) as refused:
        played(fresh(), "QSw")
    assert refused.value.refusal is Refusal.UNARMED


def test_the_last_move_ends_the_game_at_its_time():
    won = played(fresh("2H"), "2H")
    assert (won.status, won.score, won.ended_at) == (Status.WON, 22, moment(1))
    slain = played(fresh("KC AS 2C"), "KCb", "ASb")
    assert (slain.status, slain.score, slain.ended_at) == (Status.SLAIN, -9, moment(2))


def test_an_undo_takes_the_last_move_back_and_is_counted():
    one = played(fresh(), "6D")
    back = undone(played(one, "QSw"))
    assert (back.run, back.steps, back.undos, back.moved_at) == (one.run, one.steps, 1, moment(3))
    assert undone(back).undos == 2
    assert not undone(back).untouched


def test_an_undo_from_another_turn_is_stale():
    with pytest.raises(StaleTurn):
        played(fresh(), "6D").undo(at_turn=0, now=NOON)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([], Refusal.NOTHING_TO_UNDO),
        (["6D", "QSw", "JCw"], Refusal.UNDO_SETTLED),
        (["QSb", "JCb"], Refusal.UNDO_SETTLED),
        (["avoid"], Refusal.UNDO_SETTLED),
    ],
)
def test_what_is_settled_is_not_undone(moves: list[str], why: Refusal):
    with pytest.raises(IllegalMove) as refused:
        undone(played(fresh(), *moves))
    assert refused.value.refusal is why


def test_nothing_is_undone_where_the_rules_have_none():
    with pytest.raises(IllegalMove) as refused:
        undone(played(fresh(rules="20 classic no-undo"), "6D"))
    assert refused.value.refusal is Refusal.NO_UNDO


def test_rules_belong_to_the_game():
    assert fresh(rules="40 patience").dungeon.rules == Rules(health=40, equal_counts=True)
