"""Ruling 5: a weapon taken is equipped at once; the old one and its stack go to the discard."""

from app.engine import Drink, Fight, Refusal, Slay, Weapon, refusal
from app.engine.deeds import Equipped, RoomDealt
from app.engine.notation import card, cards, parse_dungeon

from .positions import after, deeds_of, line, refused


def test_the_first_weapon_replaces_nothing():
    assert deeds_of("20 | 7D 4C 3H 2D", "7D") == (Equipped(card("7D"), None),)
    assert line("20 | 7D 4C 3H 2D", "7D") == "20 | - 4C 3H 2D | 7D | - | - | room=1 | 20 classic"


def test_a_two_may_replace_a_ten():  # case 2
    assert deeds_of("20 | 7S 4C 3H 2D | 10D", "2D") == (Equipped(card("2D"), Weapon(card("10D"))),)


def test_the_old_weapon_goes_to_the_discard_with_its_stack_weapon_first():
    position = "9 | 7S 4C 3H 2D | 10D>KS>QS | - | 5H"
    assert deeds_of(position, "2D") == (Equipped(card("2D"), Weapon(card("10D"), cards("KS QS"))),)
    assert line(position, "2D") == "9 | 7S 4C 3H - | 2D | - | 5H 10D KS QS | room=1 | 20 classic"


def test_the_new_weapon_is_fresh():
    held = after("20 | KS 4C 3H 2D | 10D>3C", "2D").weapon
    assert held is not None
    assert held.limit is None


def test_taking_a_weapon_counts_as_one_of_the_three():
    assert deeds_of("20 | 2D 3D 4D 5C | - | 9H 8H 7H", "2D", "3D", "4D") == (
        Equipped(card("4D"), Weapon(card("3D"))),
        RoomDealt(2, cards("9H 8H 7H 5C"), cards("9H 8H 7H"), card("5C"), 0),
    )


def test_a_weapon_cannot_be_left_lying_by_drinking_or_fighting_it():  # case 25
    dungeon = parse_dungeon("20 | 7D 4C 3H 2D | 5D")
    for forged, kind, sentence in (
        (Drink(card("7D")), Refusal.NOT_A_POTION, "The 7 of diamonds is a weapon, not a potion."),
        (Fight(card("7D")), Refusal.NOT_A_MONSTER, "The 7 of diamonds is a weapon, not a monster."),
        (Slay(card("7D")), Refusal.NOT_A_MONSTER, "The 7 of diamonds is a weapon, not a monster."),
    ):
        why = refusal(dungeon, forged)
        assert why is not None
        assert (why.refusal, why.reason) == (kind, sentence)


def test_the_weapon_held_is_not_in_the_room():
    assert refused(parse_dungeon("20 | 7D 4C 3H 2D | 5D"), "5D") == (
        Refusal.NOT_HERE,
        "The 5 of diamonds is not in this room.",
    )
