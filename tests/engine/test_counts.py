"""All sequences of legal moves of some small decks, counted (chess's perft), and counted again by a second game.

The second game is `brute.py`, written from the rules alone. Compared are the number of positions after each number of
moves, and of complete sequences by their end and score.
"""

from collections import Counter

import pytest

from app.engine import AvoidedOrder, Bonus, Defeat, Dungeon, enter, legal_moves, play, score
from app.engine.notation import cards, parse_rules

from .brute import Count, House, count
from .games import deck_of


def counted(dungeon: Dungeon, result: Count, depth: int = 0) -> Count:
    """The same by the engine."""
    result.nodes[depth] += 1
    open_here = legal_moves(dungeon)
    if not open_here:
        result.ends[dungeon.status.value, score(dungeon)] += 1
    for move in open_here:
        counted(play(dungeon, move)[0], result, depth + 1)
    return result


def both(deck: str, rules_text: str, seed: str = "gate") -> Count:
    rules = parse_rules(rules_text)
    house = House(
        health=rules.health,
        equal=rules.equal_counts,
        zero=rules.defeat is Defeat.ZERO,
        before=rules.bonus is Bonus.BEFORE,
        shuffled=rules.avoided is AvoidedOrder.SHUFFLED,
        seed=seed,
    )
    dungeon, _ = enter(rules, cards(deck), seed=seed)
    by_engine = counted(dungeon, Count())
    assert by_engine == count(deck.split(), house)
    return by_engine


SIX = "9C 5D 9S 4H KC 6H"
SEVEN = "10C 7D 10S 3H KS 5H 2D"
EIGHT = "QC 6D 8S 5H 8C 9H 3D AS"
NINE = "6C 8D JS 5H 9C KC 7H 3D AC"


@pytest.mark.parametrize(
    ("deck", "rules", "positions", "won", "slain"),
    [
        ("5H", "20 classic", 2, 1, 0),
        ("AC", "20 classic", 2, 1, 0),
        ("AC KS", "20 classic", 5, 0, 2),
        ("7D 9C", "20 classic", 6, 3, 0),
        ("2H 3H 4H", "20 classic", 16, 6, 0),
        ("9C 7D 5S 4H", "20 classic", 108, 52, 0),
        (SIX, "20 classic", 1373, 207, 554),
        (SIX, "20 patience", 1582, 323, 577),
        (SIX, "40 academy", 2332, 1086, 0),
        (SIX, "20 academy shuffled", 1092, 140, 478),
        (SEVEN, "20 classic", 4027, 602, 1755),
        (SEVEN, "20 ledger", 4027, 602, 1755),
        (SEVEN, "20 patience", 4606, 856, 1826),
        (SEVEN, "20 guide", 4027, 602, 1755),
        (SEVEN, "20 academy", 4606, 856, 1826),
        (EIGHT, "20 classic", 20404, 1948, 9717),
        (EIGHT, "20 academy shuffled", 21768, 2622, 9981),
        (SEVEN, "30 classic from-zero shuffled", 8391, 3544, 502),
        (NINE, "20 classic", 29051, 398, 18124),
    ],
)
def test_all_sequences_of_a_small_deck(deck, rules, positions, won, slain):
    result = both(deck, rules)
    ends = Counter()
    for (how, _), times in result.ends.items():
        ends[how] += times
    assert (result.nodes.total(), ends["won"], ends["slain"]) == (positions, won, slain)


def test_two_cards_by_hand():
    """9C then 7D: 20 - 9. 7D, then 9C armed: 20 - 2, or bare-handed: 20 - 9."""
    result = both("7D 9C", "20 classic")
    assert result.nodes == {0: 1, 1: 2, 2: 3}
    assert result.ends == {("won", 18): 1, ("won", 11): 2}


@pytest.mark.parametrize("number", range(30))
def test_small_decks_of_any_cards_under_any_rules_are_counted_alike(number):
    rules = (
        "20 classic",
        "20 ledger shuffled",
        "20 patience",
        "20 guide shuffled",
        "20 academy",
        "30 classic equal from-zero",
    )[number % 6]
    deck = " ".join(map(str, deck_of(1 + number % 7, number)))
    result = both(deck, rules, seed=str(number))
    assert result.ends.total() >= 1
