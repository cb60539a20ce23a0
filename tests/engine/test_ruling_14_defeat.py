"""Ruling 14: health 0 is defeat, always; the result never follows from the score's sign."""

from app.engine import Refusal, Status, legal_moves, score
from app.engine.deeds import Beaten, Died, Slain
from app.engine.notation import card, cards

from .positions import after, deeds_of, line, refused


def test_exactly_zero_is_defeat():
    assert deeds_of("9 | 9S 2C 3C 4C | - | 5C", "9Sb") == (Beaten(card("9S"), 9, 0), Died(card("9S"), -14))


def test_one_health_left_is_no_defeat():
    assert after("10 | 9S 2C 3C 4C | - | 5C", "9Sb").status is Status.PLAYING


def test_score_zero_on_the_very_last_card_is_still_defeat():
    dead = after("9 | 9S", "9Sb")
    assert dead.status is Status.SLAIN
    assert score(dead) == 0
    assert deeds_of("9 | 9S", "9Sb") == (Beaten(card("9S"), 9, 0), Died(card("9S"), 0))


def test_the_last_room_can_kill_with_either_card():  # case 6
    assert deeds_of("10 | AS - - KC* | - | - | - | room=15", "KCb") == (
        Beaten(card("KC"), 13, -3),
        Died(card("KC"), -17),
    )


def test_a_weapon_does_not_save_from_what_it_lets_through():
    assert deeds_of("4 | 9S 2C 3C 4C | 5D", "9Sw") == (Slain(card("9S"), card("5D"), 4, 0), Died(card("9S"), -9))


def test_the_room_and_the_dungeon_stay_as_they_lie():
    assert line("5 | 9S 2C 3C 4C* | - | 5C 6H | 7H | room=3", "9Sb") == (
        "-4 | - 2C 3C 4C* | - | 5C 6H | 7H 9S | room=3 | 20 classic"
    )


def test_death_by_the_third_card_deals_no_room():
    dead = after("8 | 2C 3C 4C 5C | - | 6C 7C 8C", "2Cb", "3Cb", "4Cb")
    assert dead.room_number == 1
    assert dead.cards == cards("5C")


def test_a_slain_player_can_do_nothing_more():
    dead = after("5 | 9S 2H 3D 4C | - | 5C", "9Sb")
    assert legal_moves(dead) == ()
    for text in ("2H", "3D", "4Cb", "4Cw", "avoid", "9Sb"):
        assert refused(dead, text) == (Refusal.RUN_OVER, "This run is over.")
