"""Ruling 8: one healing potion per room as dealt; an avoid uses none; room 15's two cards share one."""

from app.engine.deeds import Drunk, RoomDealt, Survived, Wasted
from app.engine.notation import card, cards

from .positions import after, deeds_of, line


def test_the_next_room_has_its_own_potion():
    position = "5 | 2H 3H 2D 4H | - | 5H 6H 7H"
    assert deeds_of(position, "2H", "3H", "2D", "4H") == (Drunk(card("4H"), 4, 11),)


def test_a_carried_potion_heals_in_its_new_room():
    assert deeds_of("5 | 2H 2D 3D 4H | - | 5D 6H 7H", "2H", "2D", "3D", "4H") == (Drunk(card("4H"), 4, 11),)


def test_an_avoid_uses_no_potion():
    position = "5 | 2H 3H 4C 5C | - | 6H 7H 8C 9C AS"
    assert not after(position, "avoid").potion_used
    assert deeds_of(position, "avoid", "6H") == (Drunk(card("6H"), 6, 11),)


def test_a_potion_as_the_third_card_is_not_counted_against_the_next_room():
    dungeon = after("5 | 2D 3D 4H 2H | - | 5H 6D 7D", "2D", "3D", "4H")
    assert not dungeon.potion_used
    assert deeds_of("5 | 2D 3D 4H 2H | - | 5H 6D 7D", "2D", "3D", "4H", "5H") == (Drunk(card("5H"), 5, 14),)


def test_health_is_the_same_before_and_after_the_next_deal():  # case 15
    assert deeds_of("5 | 2D 3D 4H 2H | - | 5H 6D 7D", "2D", "3D", "4H") == (
        Drunk(card("4H"), 4, 9),
        RoomDealt(2, cards("5H 6D 7D 2H"), cards("5H 6D 7D"), card("2H"), 0),
    )
    assert line("5 | 2D 3D 4H 2H | - | 5H 6D 7D", "2D", "3D", "4H").startswith("9 | 5H 6D 7D 2H* | 3D | - |")


def test_the_last_room_of_two_potions_heals_once():  # case 5
    position = "5 | 5H - - 6H* | - | - | - | room=15"
    assert deeds_of(position, "5H") == (Drunk(card("5H"), 5, 10),)
    assert deeds_of(position, "5H", "6H") == (Wasted(card("6H"), 10), Survived(10, 0))
