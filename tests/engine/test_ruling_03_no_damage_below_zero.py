"""Ruling 3: a weapon worth as much as the monster or more takes all the damage, and never heals."""

import pytest

from app.engine import DECK, Role, Weapon, damage
from app.engine.deeds import Slain
from app.engine.notation import card

from .positions import deeds_of

MONSTERS = [each for each in DECK if each.role is Role.MONSTER]
WEAPONS = [each for each in DECK if each.role is Role.WEAPON]


def test_a_weaker_monster_costs_nothing_and_heals_nothing():
    assert deeds_of("11 | 3C 4C 3H 2D | 10D", "3Cw") == (Slain(card("3C"), card("10D"), 0, 11),)


def test_a_monster_as_strong_as_the_weapon_costs_nothing():
    assert deeds_of("11 | 7C 4C 3H 2D | 7D", "7Cw") == (Slain(card("7C"), card("7D"), 0, 11),)


def test_a_monster_one_stronger_costs_one():
    assert deeds_of("11 | 8C 4C 3H 2D | 7D", "8Cw") == (Slain(card("8C"), card("7D"), 1, 10),)


@pytest.mark.parametrize("weapon", WEAPONS, ids=str)
def test_damage_is_the_difference_where_the_monster_is_stronger_and_else_nothing(weapon):
    for monster in MONSTERS:
        expected = monster.value - weapon.value if monster.value > weapon.value else 0
        assert damage(Weapon(weapon), monster) == expected


def test_the_stack_adds_nothing_to_the_weapon():
    used = Weapon(card("5D"), (card("KS"), card("QS")))
    assert damage(used, card("JS")) == 6
