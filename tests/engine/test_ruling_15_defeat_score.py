"""Ruling 15: a defeat scores the true final health minus every monster left; the killer is not counted again."""

from app.engine import score
from app.engine.deeds import Beaten, Died
from app.engine.notation import card, cards

from .positions import after, deeds_of


def test_the_last_nine_at_five_health_scores_minus_four():  # case 7
    assert deeds_of("5 | 9S", "9Sb") == (Beaten(card("9S"), 9, -4), Died(card("9S"), -4))


def test_ace_at_two_health_with_ten_left_scores_minus_22_and_not_minus_10():  # case 8
    assert score(after("2 | AS 2H - 4C | - | 6C 3D", "ASb")) == -22


def test_monsters_in_room_and_dungeon_both_count():  # case 10
    dead = after("5 | 8C KS - - | - | 6C", "8Cb")
    assert dead.health == -3
    assert score(dead) == -22


def test_weapons_and_potions_left_do_not_count():
    dead = after("5 | 8C 2H 3D KS | 9D>2C | 6C 10H 10D", "8Cb")
    assert dead.monsters_left == cards("KS 6C")
    assert score(dead) == -22


def test_slain_and_beaten_monsters_do_not_count():
    assert score(after("5 | 8C 2S 3D KS | 9D>AC>QC | 6C | AS QS", "2Sb", "8Cb")) == -5 - 13 - 6


def test_no_score_is_known_while_playing():
    assert score(after("5 | 8C 2H 3D KS")) is None
