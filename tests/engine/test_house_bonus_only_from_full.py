"""House rule "Bonus only from full health" (ruling 16): a last potion adds its value only if drunk at full health."""

import pytest

from app.engine.deeds import Drunk, Survived, Wasted
from app.engine.notation import card

from .positions import deeds_of

RULES = "| - | - | - | - | 20 classic bonus-before"


def test_a_last_five_at_fifteen_scores_20():
    assert deeds_of(f"15 | 5H {RULES}", "5H") == (Drunk(card("5H"), 5, 20), Survived(20, 0))


def test_a_last_seven_drunk_at_twenty_scores_27():  # case 9
    assert deeds_of(f"20 | 7H {RULES}", "7H") == (Drunk(card("7H"), 0, 20), Survived(27, 7))


def test_one_below_full_is_not_full():
    assert deeds_of(f"19 | 10H {RULES}", "10H") == (Drunk(card("10H"), 1, 20), Survived(20, 0))


def test_a_wasted_last_potion_at_full_health_adds_its_value():
    assert deeds_of(f"20 | 6H 9H {RULES}", "6H", "9H") == (Wasted(card("9H"), 20), Survived(29, 9))


def test_a_wasted_last_potion_below_full_adds_nothing():
    assert deeds_of(f"13 | 6H 9H {RULES}", "6H", "9H") == (Wasted(card("9H"), 19), Survived(19, 0))


@pytest.mark.parametrize("health", [30, 40])
def test_full_is_the_difficulty_s_own(health):
    rules = f"| - | - | - | - | {health} classic bonus-before"
    assert deeds_of(f"{health} | 7H {rules}", "7H")[-1] == Survived(health + 7, 7)
    assert deeds_of(f"20 | 7H {rules}", "7H")[-1] == Survived(27, 0)
