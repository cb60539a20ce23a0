"""Ruling 19: undo inside the room only, any number of moves back to its deal."""

import pytest

from app.engine import IllegalMove, Refusal, Rules, Run, replay, steps, undo, undo_refusal
from app.engine.notation import cards, moves, print_dungeon

DECK = cards("2C 3H 4D 5C 6C 7C 8C 9C 10C")
NOTHING = (Refusal.NOTHING_TO_UNDO, "There is no move to take back yet.")
DEALT = (Refusal.UNDO_SETTLED, "The next room is dealt and seen: the last one is settled.")
OVER = (Refusal.UNDO_SETTLED, "The run is over: its last move is settled.")


def run(played: str, deck=DECK, rules=Rules()) -> Run:  # noqa: B008 - frozen
    return Run(rules, "gate", moves(played), deck)


def refused(of: Run) -> tuple[Refusal, str]:
    with pytest.raises(IllegalMove) as caught:
        undo(of)
    why = undo_refusal(steps(of)[-1])
    assert why is not None
    assert (why.refusal, why.reason) == (caught.value.refusal, caught.value.reason)
    return caught.value.refusal, caught.value.reason


def test_one_move_is_taken_back():
    assert undo(run("2Cb 3H")) == run("2Cb")
    assert undo_refusal(steps(run("2Cb 3H"))[-1]) is None


def test_any_number_of_moves_is_taken_back_to_the_deal():
    assert undo(undo(run("2Cb 4D"))) == run("-")
    assert print_dungeon(replay(undo(undo(run("2Cb 4D"))))) == print_dungeon(replay(run("-")))


def test_potion_weapon_stack_and_discard_come_back_as_they_were():
    before = replay(run("4D"))
    assert replay(undo(run("4D 5Cw"))) == before
    assert replay(undo(run("4D 5Cb"))) == before
    assert replay(undo(run("4D 3H"))) == before
    assert not replay(undo(run("4D 3H"))).potion_used


def test_there_is_nothing_to_take_back_at_the_start():
    assert refused(run("-")) == NOTHING


def test_a_dealt_room_settles_the_last_one():  # case 26
    assert refused(run("2Cb 3H 4D")) == DEALT


def test_in_the_next_room_undo_goes_back_to_its_deal_only():  # case 26
    assert undo(run("2Cb 3H 4D 6Cw")) == run("2Cb 3H 4D")
    assert refused(undo(run("2Cb 3H 4D 6Cw"))) == DEALT


def test_an_avoid_is_settled():
    assert refused(run("avoid")) == DEALT


def test_death_is_settled():
    assert refused(run("2Cb 5Cb 4D 8Cb 7Cb")) == OVER


def test_victory_is_settled():
    assert refused(run("2H", cards("2H"))) == OVER


def test_in_the_last_room_undo_works_until_the_end():
    deck = cards("2H 3H 2D")
    assert undo(run("2H 3H", deck)) == run("2H", deck)
    assert refused(run("2H 3H 2D", deck)) == OVER
