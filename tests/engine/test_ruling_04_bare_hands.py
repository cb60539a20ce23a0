"""Ruling 4: bare hands are always offered; weapon, stack and limit stay as they are."""

from app.engine import Refusal
from app.engine.deeds import Beaten
from app.engine.notation import card, parse_dungeon

from .positions import after, deeds_of, line, open_in, refused


def test_an_ace_of_clubs_bare_handed_at_twenty_leaves_six():  # case 4
    assert deeds_of("20 | AC 4C 3H 2D", "ACb") == (Beaten(card("AC"), 14, 6),)
    assert line("20 | AC 4C 3H 2D", "ACb") == "6 | - 4C 3H 2D | - | - | AC | room=1 | 20 classic"


def test_a_queen_above_the_limit_can_only_be_fought_for_twelve():  # case 2
    position = "20 | QS 4C 3H 2D | 5D>6C"
    assert open_in(position) == "QSb 4Cw 4Cb 3H 2D"
    assert deeds_of(position, "QSb") == (Beaten(card("QS"), 12, 8),)


def test_bare_hands_are_offered_beside_a_weapon_that_would_take_all_the_damage():
    assert open_in("20 | 2C 3S 3H 2D | 10D") == "2Cw 2Cb 3Sw 3Sb 3H 2D"


def test_weapon_stack_and_limit_stay_when_fighting_bare_handed():
    position = "20 | 8S 4C 3H 2D | 7D>KS>9C"
    assert line(position, "8Sb") == "12 | - 4C 3H 2D | 7D>KS>9C | - | 8S | room=1 | 20 classic"
    held = after(position, "8Sb").weapon
    assert held is not None
    assert held.limit == 9


def test_a_fresh_weapon_stays_fresh_when_fighting_bare_handed():
    assert open_in("20 | 2C KS 3H 2D | 7D", "2Cb") == "KSw KSb 3H 2D"


def test_without_a_weapon_only_bare_hands_are_offered():
    assert open_in("20 | 2C KS 3H 2D") == "2Cb KSb 3H 2D"
    assert refused(parse_dungeon("20 | 2C KS 3H 2D"), "2Cw") == (
        Refusal.UNARMED,
        "You hold no weapon: fight bare-handed.",
    )


def test_the_beaten_monster_goes_to_the_discard_and_not_on_the_weapon():
    assert after("20 | 2C KS 3H 2D | 7D", "2Cb").discard == (card("2C"),)
