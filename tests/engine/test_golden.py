"""Deals and whole runs kept in files: whatever changes in the engine, these stay as they are.

A run's file is the run in one line, the dungeon it ends in, its score, and what each move did.
"""

from pathlib import Path
from urllib.parse import unquote

import pytest

from app.engine import DECK, Rules, Run, Status, score, steps
from app.engine.notation import cards, parse_run, print_dungeon, print_run, spaced

from .positions import told
from .shuffling import shuffle

GOLDEN = Path(__file__).parent / "golden"
DEALS = [line.split(": ") for line in (GOLDEN / "deals.txt").read_text("utf-8").splitlines()]
RUNS = {path.stem: path.read_text("utf-8") for path in sorted(GOLDEN.glob("run_*.txt"))}


def kept(run: Run) -> str:
    """The text of a run's file."""
    replayed = steps(run)
    end = replayed[-1].dungeon
    done = [f"{step.move or 'deal'}: {told(deed)}" for step in replayed for deed in step.deeds]
    return "\n".join([print_run(run), print_dungeon(end), f"score {score(end)}", *done]) + "\n"


@pytest.mark.parametrize(("seed", "order"), DEALS, ids=[seed for seed, _ in DEALS])
def test_a_seed_deals_the_order_it_always_dealt(seed, order):
    assert spaced(Run(Rules(), unquote(seed)).order) == order
    assert shuffle([str(card) for card in DECK], "deal", unquote(seed)) == order.split()
    assert sorted(map(str, cards(order))) == sorted(map(str, DECK))


@pytest.mark.parametrize("name", RUNS)
def test_a_run_ends_as_it_always_ended(name):
    run = parse_run(RUNS[name].splitlines()[0])
    assert kept(run) == RUNS[name]


def end_of(name: str):
    return steps(parse_run(RUNS[name].splitlines()[0]))[-1].dungeon


def test_the_files_hold_a_victory_a_death_in_a_room_and_deaths_on_the_44th_card():
    victory, best = end_of("run_victory"), end_of("run_victory_with_the_best_score")
    assert (victory.status, victory.bonus, score(victory)) == (Status.WON, 0, 20)
    assert (best.status, best.bonus, score(best)) == (Status.WON, 10, 30)
    in_a_room = end_of("run_death_in_a_room")
    assert in_a_room.status is Status.SLAIN
    assert in_a_room.cards
    assert in_a_room.pile
    for name, points in (("run_death_on_the_44th_card", -4), ("run_death_on_the_44th_card_at_score_0", 0)):
        last = end_of(name)
        assert (last.status, last.cards, last.pile, score(last)) == (Status.SLAIN, (), (), points)
    shuffled = end_of("run_victory_with_shuffled_avoids")
    assert shuffled.status is Status.WON
    assert shuffled.avoids > 1
    assert score(end_of("run_death_from_zero")) == -39
