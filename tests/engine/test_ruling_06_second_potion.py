"""Ruling 6: a second potion in a room may be taken, heals nothing, and counts as one of the three."""

from app.engine.deeds import Drunk, RoomDealt, Wasted
from app.engine.notation import card, cards

from .positions import after, deeds_of, line, open_in


def test_the_first_potion_heals_and_the_second_is_wasted():
    position = "5 | 9H 4H 3C 2D"
    assert deeds_of(position, "9H") == (Drunk(card("9H"), 9, 14),)
    assert deeds_of(position, "9H", "4H") == (Wasted(card("4H"), 14),)
    assert line(position, "9H", "4H") == "14 | - - 3C 2D | - | - | 9H 4H | room=1 potion | 20 classic"


def test_the_second_potion_is_still_offered():
    assert open_in("5 | 9H 4H 3C 2D", "9H") == "4H 3Cb 2D"


def test_the_room_knows_beforehand_that_the_next_potion_is_wasted():
    assert not after("5 | 9H 4H 3C 2D").potion_used
    assert after("5 | 9H 4H 3C 2D", "9H").potion_used
    assert after("5 | 9H 4H 3C 2D", "9H", "3Cb").potion_used


def test_a_third_potion_is_wasted_too_and_ends_the_room():
    assert deeds_of("5 | 9H 4H 3H 2D | - | 5C", "9H", "4H", "3H") == (
        Wasted(card("3H"), 14),
        RoomDealt(2, (card("5C"), None, None, card("2D")), cards("5C"), card("2D"), 0),
    )


def test_damage_between_the_two_potions_does_not_bring_the_second_back():
    assert deeds_of("20 | 9H 4H 10C 2D", "9H", "10Cb", "4H") == (Wasted(card("4H"), 10),)
