"""Ruling 12: the carried card keeps its slot, and is marked as carried."""

import pytest

from app.engine import DECK, Rules, enter, play
from app.engine.deeds import RoomDealt
from app.engine.notation import card, cards, move

from .positions import after, deeds_of, line


def test_the_first_room_carries_nothing():
    dungeon, dealt = enter(Rules(), DECK)
    assert dealt == (RoomDealt(1, cards("2C 3C 4C 5C"), cards("2C 3C 4C 5C"), None, 40),)
    assert dungeon.carried is None


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ("3C 4C 5C", "20 | 2C* 7H 8H 9H | 10D>5C>4C>3C"),
        ("2C 4C 5C", "20 | 7H 3C* 8H 9H | 10D>5C>4C>2C"),
        ("2C 3C 5C", "20 | 7H 8H 4C* 9H | 10D>5C>3C>2C"),
        ("2C 3C 4C", "20 | 7H 8H 9H 5C* | 10D>4C>3C>2C"),
    ],
)
def test_it_keeps_its_slot_whichever_it_is(taken, expected):
    downwards = [f"{each}w" for each in reversed(taken.split())]
    assert line("20 | 2C 3C 4C 5C | 10D | 7H 8H 9H", *downwards).startswith(expected)


def test_room_one_s_unchosen_card_is_in_room_two_and_37_are_left():  # case 13
    dungeon, _ = enter(Rules(), DECK)
    for text in ("2Cb", "4Cb", "5Cb"):
        dungeon, done = play(dungeon, move(text))
    assert done[-1] == RoomDealt(2, cards("6C 3C 7C 8C"), cards("6C 7C 8C"), card("3C"), 37)
    assert dungeon.carried == 1
    assert len(dungeon.pile) == 37


def test_it_stays_marked_while_others_are_taken():
    assert line("20 | 2C 3C* 4C 5C | - | 6C", "2Cb") == "18 | - 3C* 4C 5C | - | 6C | 2C | room=1 | 20 classic"


def test_the_mark_goes_with_the_card():
    assert line("20 | 2C 3C* 4C 5C | - | 6C", "3Cb") == "17 | 2C - 4C 5C | - | 6C | 3C | room=1 | 20 classic"


def test_a_card_may_be_carried_on_and_on():
    dungeon = after("20 | AS 2H 3H 4H | - | 2D 3D 4D 5D 6D 7D", "2H", "3H", "4H", "2D", "3D", "4D")
    assert dungeon.room == cards("AS 5D 6D 7D")
    assert dungeon.carried == 0


def test_the_last_card_of_all_is_drawn_into_the_first_empty_slot():
    assert deeds_of("20 | 2C 3C 4C 5C | 10D | 9H", "5Cw", "4Cw", "2Cw") == (
        deeds_of("20 | 2C 3C 4C 5C | 10D | 9H", "5Cw", "4Cw", "2Cw")[0],
        RoomDealt(2, (card("9H"), card("3C"), None, None), cards("9H"), card("3C"), 0),
    )
