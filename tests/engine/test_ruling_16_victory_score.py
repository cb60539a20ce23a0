"""Ruling 16: a victory scores the health; a last potion adds its face value where health is full after it."""

from app.engine import score
from app.engine.deeds import Beaten, Drunk, Equipped, Survived
from app.engine.notation import card

from .positions import after, deeds_of, line


def test_a_victory_scores_its_health():
    assert score(after("15 | 9S", "9Sb")) == 6


def test_a_last_five_at_fifteen_scores_25():
    assert deeds_of("15 | 5H", "5H") == (Drunk(card("5H"), 5, 20), Survived(25, 5))
    assert line("15 | 5H", "5H") == "20 | - - - - | - | - | 5H | room=1 potion bonus=5 | 20 classic"


def test_a_last_seven_drunk_at_twenty_scores_27():  # case 9
    assert deeds_of("20 | 7H", "7H") == (Drunk(card("7H"), 0, 20), Survived(27, 7))


def test_a_last_potion_that_does_not_fill_the_health_adds_nothing():
    assert deeds_of("14 | 5H", "5H") == (Drunk(card("5H"), 5, 19), Survived(19, 0))


def test_a_potion_that_is_not_the_last_card_adds_nothing():
    position = "20 | 7H 2D"
    assert after(position, "7H").bonus == 0
    assert deeds_of(position, "7H", "2D") == (Equipped(card("2D"), None), Survived(20, 0))


def test_a_potion_alone_in_a_room_above_undealt_cards_adds_nothing():
    assert line("20 | 5H | - | 2C", "5H") == "20 | 2C - - - | - | - | 5H | room=2 | 20 classic"
    assert deeds_of("20 | 5H | - | 2C", "5H", "2Cb")[-1] == Survived(18, 0)


def test_a_last_monster_after_a_potion_at_full_health_adds_nothing():
    assert deeds_of("20 | 7H 2C", "7H", "2Cb") == (Beaten(card("2C"), 2, 18), Survived(18, 0))


def test_full_health_with_a_last_weapon_adds_nothing():
    assert deeds_of("20 | 10D", "10D") == (Equipped(card("10D"), None), Survived(20, 0))
