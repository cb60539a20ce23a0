"""Past runs and figures in words."""

import pytest

from app.engine import Status, notation
from app.words import aids, decimal, outcome, percent, slayers, standing

ACE = notation.card("AS")


@pytest.mark.parametrize(
    ("status", "killer", "told"),
    [
        (Status.WON, None, "Survived all 17 rooms"),
        (Status.SLAIN, ACE, "Slain by the ace of spades in room 17"),
        (Status.SLAIN, None, "Slain in room 17"),
        (Status.PLAYING, None, "Abandoned in room 17"),
    ],
)
def test_how_a_run_came_out(status: Status, killer: object, told: str):
    assert outcome(status, killer, 17) == told  # type: ignore[arg-type]


def test_the_run_on_the_table_is_not_abandoned():
    assert outcome(Status.PLAYING, None, 3, on_the_table=True) == "Still on the table, in room 3"


@pytest.mark.parametrize(
    ("undos", "helped", "told"),
    [(0, False, ()), (1, False, ("1 undo",)), (2, True, ("2 undos", "with help")), (0, True, ("with help",))],
)
def test_what_aided_a_run(undos: int, helped: bool, told: tuple[str, ...]):
    assert aids(undos, helped=helped) == told


@pytest.mark.parametrize(
    ("cards", "times", "told"),
    [
        ("AS", 1, "ace of spades, once"),
        ("AS", 12, "ace of spades, 12 times"),
        ("AS KC", 2, "ace of spades and king of clubs, twice each"),
        ("AS KC 9C", 3, "ace of spades, king of clubs and 9 of clubs, 3 times each"),
        ("AS KC 9C 8C", 1, "4 monsters, once each"),
    ],
)
def test_what_slew_a_player_most(cards: str, times: int, told: str):
    assert slayers(notation.cards(cards), times) == told


@pytest.mark.parametrize(
    ("score", "aided", "unaided_best", "aided_best", "told"),
    [
        (5, False, None, None, "Your first finished run by these rules."),
        (5, True, None, None, "Your first finished run by these rules."),
        (5, False, None, 9, "Your first unaided run by these rules. Best aided one: 9."),
        (5, True, -3, None, "Your first aided run by these rules. Best unaided one: \u22123."),
        (5, False, -30, None, "Your best unaided run yet by these rules, up from \u221230."),
        (5, True, 20, 4, "Your best aided run yet by these rules, up from 4. Best unaided one: 20."),
        (5, False, 5, None, "Your best unaided run by these rules: 5."),
        (-5, False, 7, 9, "Your best unaided run by these rules: 7. Best aided one: 9."),
        (0, False, 0, 0, "Your best unaided run by these rules: 0. Best aided one: 0."),
    ],
)
def test_how_a_run_stands_beside_others(
    score: int, aided: bool, unaided_best: int | None, aided_best: int | None, told: str
):
    assert standing(score, aided=aided, best_unaided=unaided_best, best_aided=aided_best) == told


@pytest.mark.parametrize(
    ("value", "told"), [(3.0, "3.0"), (-12.34, "\u221212.3"), (-0.01, "0.0"), (0.0, "0.0"), (-0.06, "\u22120.1")]
)
def test_a_mean_has_one_place(value: float, told: str):
    assert decimal(value) == told


@pytest.mark.parametrize(("share", "told"), [(0.0, "0%"), (1.0, "100%"), (1 / 3, "33.3%"), (0.5, "50%")])
def test_a_share_in_percent(share: float, told: str):
    assert percent(share) == told


def test_a_share_that_is_not_whole_never_looks_it():
    assert percent(9999 / 10000) == "99.9%"
    assert percent(1 / 10000) == "0.1%"
