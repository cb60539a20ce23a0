"""House rule "Zero-base defeat" (ruling 15): 0 minus the monsters left, however far below 0 the health is."""

from app.engine import Status, score
from app.engine.deeds import Beaten, Died, Survived
from app.engine.notation import card

from .positions import after, deeds_of

RULES = "20 classic from-zero"


def test_ace_at_two_health_with_ten_left_scores_minus_ten():  # case 8
    assert deeds_of(f"2 | AS 2H - 4C | - | 6C 3D | - | - | {RULES}", "ASb") == (
        Beaten(card("AS"), 14, -12),
        Died(card("AS"), -10),
    )


def test_dying_on_the_last_card_scores_zero():
    dead = after(f"5 | 9S | - | - | - | - | {RULES}", "9Sb")
    assert dead.status is Status.SLAIN
    assert score(dead) == 0


def test_the_king_and_the_six_left_score_minus_19():
    assert score(after(f"5 | 8C KS - - | - | 6C | - | - | {RULES}", "8Cb")) == -19


def test_a_victory_is_scored_as_ever():
    assert deeds_of(f"15 | 9S | - | - | - | - | {RULES}", "9Sb")[-1] == Survived(6, 0)
