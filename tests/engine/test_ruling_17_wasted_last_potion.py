"""Ruling 17: a wasted last potion at full health gives the bonus too."""

from app.engine.deeds import Drunk, Survived, Wasted
from app.engine.notation import card

from .positions import deeds_of

POSITION = "20 | 6H - - 9H* | - | - | - | room=15"


def test_six_then_nine_at_twenty_scores_29():
    assert deeds_of(POSITION, "6H") == (Drunk(card("6H"), 0, 20),)
    assert deeds_of(POSITION, "6H", "9H") == (Wasted(card("9H"), 20), Survived(29, 9))


def test_nine_then_six_scores_26():
    assert deeds_of(POSITION, "9H", "6H")[-1] == Survived(26, 6)


def test_the_first_fills_and_the_wasted_second_adds_its_value():
    assert deeds_of("14 | 6H - - 9H*", "6H", "9H")[-1] == Survived(29, 9)


def test_below_full_a_wasted_last_potion_adds_nothing():
    assert deeds_of("5 | 5H - - 6H*", "5H", "6H") == (Wasted(card("6H"), 10), Survived(10, 0))


def test_the_best_score_of_all_is_thirty():
    assert deeds_of("20 | 10H", "10H")[-1] == Survived(30, 10)
