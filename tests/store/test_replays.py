"""The memo of replays only ever says what the texts say."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine import IllegalMove, Run, follow, legal_moves, notation, steps
from app.engine.run import replay as replayed
from app.store.replays import Replays

DECK = "6D 9H QS JC 4C 3H 2D 5S"


def test_a_replay_is_the_run_and_its_steps():
    known = Replays().replay("20 classic", "a seed", DECK, "6D QSw")
    run = Run(notation.parse_rules("20 classic"), "a seed", notation.moves("6D QSw"), notation.cards(DECK))
    assert (known.run, known.steps) == (run, steps(run))


def test_a_move_more_keeps_the_steps_before_it():
    replays = Replays()
    one = replays.replay("20 classic", "a seed", DECK, "6D")
    two = replays.replay("20 classic", "a seed", DECK, "6D QSw")
    assert all(early is late for early, late in zip(one.steps, two.steps, strict=False))
    assert replays.replay("20 classic", "a seed", DECK, "6D QSw") is two


def test_an_impossible_move_is_refused_however_often_it_is_asked_for():
    replays = Replays()
    replays.replay("20 classic", "a seed", DECK, "6D QSw")
    for _ in range(2):
        with pytest.raises(IllegalMove):
            replays.replay("20 classic", "a seed", DECK, "6D QSw QSw")
    assert len(replays.replay("20 classic", "a seed", DECK, "6D QSw").steps) == 3


def test_only_so_many_are_remembered():
    replays = Replays(room=2)
    first = replays.replay("20 classic", "1", None, "-")
    replays.replay("20 classic", "2", None, "-")
    assert replays.replay("20 classic", "1", None, "-") is first
    replays.replay("20 classic", "3", None, "-")
    assert replays.replay("20 classic", "1", None, "-") is first
    assert len(replays._known) == 2


@settings(deadline=None)
@given(
    chance=st.randoms(use_true_random=True),
    rules=st.sampled_from(["20 classic", "40 academy shuffled", "30 ledger equal"]),
    seed=st.sampled_from(["one", "two"]),
)
def test_any_moves_after_any_others_give_the_plain_replay(chance: random.Random, rules: str, seed: str):
    """Backwards, forwards and down other ways, as undo and parallel games on the same cards would have it."""
    replays = Replays(room=chance.choice([0, 1, 9]))
    run = Run(notation.parse_rules(rules), seed)
    for _ in range(8):
        run = Run(run.rules, run.seed, run.moves[: chance.randint(0, run.turn)])
        step = steps(run)[-1]
        for _ in range(chance.randint(0, 12)):
            open_moves = legal_moves(step.dungeon)
            if open_moves:
                step = follow(step, chance.choice(open_moves))
                run = Run(run.rules, run.seed, (*run.moves, step.move))
        known = replays.replay(rules, seed, None, notation.spaced(run.moves))
        assert known.run == run
        assert known.steps == steps(run)
        assert known.steps[-1].dungeon == replayed(run)
