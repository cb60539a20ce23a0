"""Ruling 2: a fresh weapon fights anything; a kill without damage still sets the limit."""

import pytest

from app.engine import DECK, Refusal, Role, Weapon, can_slay
from app.engine.deeds import Slain
from app.engine.notation import card, parse_rules

from .positions import after, deeds_of, line, open_in, refused


def test_a_seven_faces_the_king_of_spades_for_six():  # case 2
    assert deeds_of("20 | KS 4C 3H 2D | 7D", "KSw") == (Slain(card("KS"), card("7D"), 6, 14),)


def test_a_five_faces_the_jack_of_spades_for_six():  # case 2
    assert deeds_of("20 | JS 4C 3H 2D | 5D", "JSw") == (Slain(card("JS"), card("5D"), 6, 14),)


def test_a_two_faces_an_ace_for_twelve():
    assert line("20 | AS 4C 3H 3D | 2D", "ASw") == "8 | - 4C 3H 3D | 2D>AS | - | - | room=1 | 20 classic"


def test_a_kill_without_damage_sets_the_limit():
    position = "20 | 4C 5S 3H 2D | 7D"
    assert deeds_of(position, "4Cw") == (Slain(card("4C"), card("7D"), 0, 20),)
    assert open_in(position, "4Cw") == "5Sb 3H 2D"
    assert refused(after(position, "4Cw"), "5Sw") == (Refusal.BEYOND_LIMIT, "The 7 of diamonds now only faces below 4.")


@pytest.mark.parametrize("rules", ["20 classic", "20 patience"])
@pytest.mark.parametrize("monster", [each for each in DECK if each.role is Role.MONSTER], ids=str)
def test_every_monster_can_be_faced_with_a_fresh_weapon(monster, rules):
    fresh = Weapon(card("2D"))
    assert fresh.limit is None
    assert can_slay(fresh, monster, parse_rules(rules))
