"""Ruling 7: a potion at full health may be taken, heals 0, and uses up the room's potion."""

from app.engine.deeds import Drunk, Wasted
from app.engine.notation import card

from .positions import deeds_of, line, open_in


def test_five_hearts_at_nineteen_gives_twenty():  # case 1
    assert deeds_of("19 | 5H 4C 3C 2D", "5H") == (Drunk(card("5H"), 1, 20),)


def test_nine_hearts_at_twenty_stays_at_twenty_and_wastes_the_next_heart():  # case 1
    position = "20 | 9H 4H 5C 2D"
    assert open_in(position) == "9H 4H 5Cb 2D"
    assert deeds_of(position, "9H") == (Drunk(card("9H"), 0, 20),)
    assert deeds_of(position, "9H", "5Cb", "4H") == (Wasted(card("4H"), 15),)
    assert line(position, "9H") == "20 | - 4H 5C 2D | - | - | 9H | room=1 potion | 20 classic"


def test_a_potion_heals_its_whole_value_where_there_is_room_for_it():
    assert deeds_of("11 | 9H 4C 3C 2D", "9H") == (Drunk(card("9H"), 9, 20),)
    assert deeds_of("1 | 2H 4C 3C 2D", "2H") == (Drunk(card("2H"), 2, 3),)
