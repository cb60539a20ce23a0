"""The order a seed deals is defined in the docs, and is the same whatever the Python."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine import DECK, Rules, Run, legal_moves, replay
from app.engine.notation import moves, print_dungeon
from app.engine.shuffle import shuffled

from .games import deck_of, numbers, seeds
from .shuffling import numbers as stream
from .shuffling import shuffle

PASSED_OVER = "5594874"
"""A seed whose ninth number, 4294967292, is too great for a fair choice among 36: one seed in twelve million."""


def texts(cards) -> list[str]:
    return [str(each) for each in cards]


@given(seeds)
@example(PASSED_OVER)
@example("Grüße 🂡 / | =")
def test_a_deal_is_that_of_the_docs(seed):
    assert texts(Run(Rules(), seed).order) == shuffle(texts(DECK), "deal", seed)


@given(numbers, st.integers(1, 44), seeds, st.sampled_from(["deal", "avoid 1", "avoid 28"]))
def test_any_cards_are_shuffled_as_the_docs_say(number, size, seed, purpose):
    cards = deck_of(size, number)
    assert texts(shuffled(cards, seed=seed, purpose=purpose)) == shuffle(texts(cards), purpose, seed)


def test_a_number_too_great_for_a_fair_choice_is_passed_over():
    number = stream("deal", PASSED_OVER, 2)[8]
    assert number == 4294967292 == 2**32 // 36 * 36
    assert texts(Run(Rules(), PASSED_OVER).order) == shuffle(texts(DECK), "deal", PASSED_OVER)


@given(numbers, st.integers(0, 44), seeds)
def test_a_shuffle_keeps_every_card(number, size, seed):
    cards = deck_of(size, number)
    assert sorted(texts(shuffled(cards, seed=seed, purpose="deal"))) == sorted(texts(cards))


def test_nothing_and_one_card_stay_as_they_are():
    assert shuffled((), seed="gate", purpose="deal") == ()
    assert shuffled(DECK[:1], seed="gate", purpose="deal") == DECK[:1]


def test_the_same_seed_deals_the_same_order_again_after_two_avoids_too():  # case 17
    run = Run(Rules(), "gate", moves("avoid"))
    while len(run.moves) < 4:
        run = replace(run, moves=(*run.moves, legal_moves(replay(run))[0]))
    twice = replace(run, moves=(*run.moves, *moves("avoid")))
    assert replay(twice).avoids == 2
    again = Run(Rules(), "gate", twice.moves)
    assert again.order == twice.order == Run(Rules(), "gate").order
    assert print_dungeon(replay(again)) == print_dungeon(replay(twice))


def test_no_two_of_five_thousand_seeds_deal_the_same_order():  # case 17
    assert len({Run(Rules(), str(number)).order for number in range(5000)}) == 5000


def test_deal_and_avoids_are_independent_of_each_other():
    orders = {shuffled(DECK, seed="gate", purpose=purpose) for purpose in ("deal", "avoid 1", "avoid 2", "avoid 11")}
    assert len(orders) == 4


def test_every_card_comes_first_about_equally_often():
    first = Counter(str(Run(Rules(), str(number)).order[0]) for number in range(4400))
    assert len(first) == 44
    assert 60 <= min(first.values()) <= max(first.values()) <= 145


@pytest.mark.parametrize("seed", ["", "x" * 65, "a\nb", "\t", "\ud800", "\u00a0"])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(ValueError, match=r"^a seed is 1 to 64 printable characters$"):
        Run(Rules(), seed)


@pytest.mark.parametrize("seed", ["x", "x" * 64, " ", "a/b|c=d", "é", "骰"])
def test_what_is_a_seed_deals(seed):
    assert len(set(Run(Rules(), seed).order)) == 44
