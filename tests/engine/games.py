"""Strategies for rules, decks and whole games, and a player who doesn't die at once."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import strategies as st

from app.engine import (
    DECK,
    PRESETS,
    Avoid,
    AvoidedOrder,
    Bonus,
    Card,
    Defeat,
    Drink,
    Dungeon,
    Equip,
    Fight,
    Move,
    Role,
    Rules,
    Run,
    Slay,
    Status,
    Step,
    damage,
    follow,
    legal_moves,
    steps,
)
from app.engine.notation import print_rules
from app.engine.run import SEED_LENGTH
from app.engine.shuffle import shuffled

ALL_MOVES: tuple[Move, ...] = (
    *(kind(card) for card in DECK if card.role is Role.MONSTER for kind in (Slay, Fight)),
    *(Equip(card) for card in DECK if card.role is Role.WEAPON),
    *(Drink(card) for card in DECK if card.role is Role.POTION),
    Avoid(),
)
"""The 71 moves there are, listed here on their own."""

EVERY_WAY = [
    replace(rules, health=health, avoided=avoided)
    for rules in PRESETS.values()
    for health in (20, 30, 40)
    for avoided in AvoidedOrder
]
"""Five presets at three healths, in order and shuffled: 30 ways to play."""

each_way = pytest.mark.parametrize("rules", EVERY_WAY, ids=lambda rules: print_rules(rules).replace(" ", "-"))

every_way = st.sampled_from(EVERY_WAY)
any_rules = st.builds(
    Rules,
    health=st.sampled_from((20, 30, 40)),
    equal_counts=st.booleans(),
    defeat=st.sampled_from(Defeat),
    bonus=st.sampled_from(Bonus),
    avoided=st.sampled_from(AvoidedOrder),
    undo=st.booleans(),
)
seeds = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), include_characters=" "),
    min_size=1,
    max_size=SEED_LENGTH,
)
numbers = st.integers(0, 2**32 - 1)


def deck_of(size: int, number: int) -> tuple[Card, ...]:
    """That many of the 44 cards, in an order of that number."""
    return shuffled(DECK, seed=str(number), purpose="some deck")[:size]


own_decks = st.builds(deck_of, st.integers(1, 44), numbers)
ordinary = st.builds(Run, every_way, numbers.map(str))
with_own_deck = st.builds(Run, every_way, numbers.map(str), st.just(()), own_decks)
dealt_runs = ordinary | with_own_deck


def cost(dungeon: Dungeon, move: Move) -> int:
    """What the move costs in health, potions and blades thought to be worth a little less than nothing."""
    match move:
        case Slay(monster):
            assert dungeon.weapon is not None
            return damage(dungeon.weapon, monster)
        case Fight(monster):
            return monster.value
        case Drink(potion):
            return -min(potion.value, dungeon.rules.health - dungeon.health) - 1
        case Equip(weapon):
            return -1 if dungeon.weapon is None or dungeon.weapon.stack else weapon.value
    return 2


def choose(dungeon: Dungeon, chance: Random, boldness: float) -> Move:
    """Mostly the cheapest move, with that share of blind ones."""
    open_here = legal_moves(dungeon)
    if chance.random() < boldness:
        return chance.choice(open_here)
    return min(open_here, key=lambda move: (cost(dungeon, move), chance.random()))


def play_out(run: Run, number: int) -> Iterator[Step]:
    """A whole game from the run's deal, step after step, the deal first; the number decides what is played."""
    chance = Random(number)
    boldness = chance.choice((0.0, 0.1, 0.3, 1.0))
    step = steps(run)[0]
    yield step
    while step.dungeon.status is Status.PLAYING:
        step = follow(step, choose(step.dungeon, chance, boldness))
        yield step


def lying_anywhere(dungeon: Dungeon) -> list[Card]:
    """Every card there is: pile, room, weapon, stack, discard."""
    held = [dungeon.weapon.card, *dungeon.weapon.stack] if dungeon.weapon is not None else []
    return [*dungeon.pile, *(card for card in dungeon.room if card is not None), *held, *dungeon.discard]
