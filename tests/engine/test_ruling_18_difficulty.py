"""Ruling 18: 20, 30 or 40 is the start, the cap, and what counts as full."""

import pytest

from app.engine import DECK, PRESETS, Rules, enter
from app.engine.deeds import Beaten, Died, Drunk, Survived
from app.engine.notation import card

from .positions import deeds_of

EVERY = pytest.mark.parametrize("health", [20, 30, 40])


@EVERY
def test_a_game_starts_with_it(health):
    assert enter(Rules(health=health), DECK)[0].health == health


@EVERY
def test_a_potion_never_lifts_health_above_it(health):
    assert deeds_of(f"{health - 1} | 5H 2D | - | - | - | - | {health} classic", "5H") == (Drunk(card("5H"), 1, health),)


@EVERY
def test_it_is_what_full_means_for_the_bonus(health):
    rules = f"| - | - | - | - | {health} classic"
    assert deeds_of(f"{health - 5} | 5H {rules}", "5H")[-1] == Survived(health + 5, 5)
    assert deeds_of(f"{health - 6} | 5H {rules}", "5H")[-1] == Survived(health - 1, 0)


def test_twenty_is_not_full_at_thirty():
    assert deeds_of("15 | 5H | - | - | - | - | 30 classic", "5H") == (Drunk(card("5H"), 5, 20), Survived(20, 0))


def test_a_defeat_is_scored_from_the_true_health_at_every_difficulty():
    assert deeds_of("5 | 9S KS | - | - | - | - | 40 classic", "9Sb") == (
        Beaten(card("9S"), 9, -4),
        Died(card("9S"), -17),
    )


@pytest.mark.parametrize("health", [0, 19, 21, 25, 50, -20])
def test_there_is_no_other_difficulty(health):
    with pytest.raises(ValueError, match=f"health is 20, 30 or 40, not {health}"):
        Rules(health=health)


def test_the_presets_are_at_twenty():
    assert {rules.health for rules in PRESETS.values()} == {20}
