"""The rules of the game once more, as small and dumb as can be, sharing nothing with the engine: to count against it.

A card is its text. A game is (health, pile, room, slot order of room, blade, ...), all plain numbers and strings.
"""

from collections import Counter
from dataclasses import dataclass, field

from .shuffling import shuffle

WORTH = {**{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13, "A": 14}


def worth(card: str) -> int:
    """2 to 14."""
    return WORTH[card[:-1]]


@dataclass
class House:
    """The rules: everything that can differ."""

    health: int = 20
    equal: bool = False
    zero: bool = False
    before: bool = False
    shuffled: bool = False
    seed: str = ""


@dataclass
class Count:
    """Complete sequences by how they end and what they score, and how many positions there are after n moves."""

    ends: Counter = field(default_factory=Counter)
    nodes: Counter = field(default_factory=Counter)


def count(deck: list[str], house: House) -> Count:
    """All sequences of legal moves from the deal to the end."""
    result = Count()
    room = deck[:4] + [""] * (4 - len(deck[:4]))
    _walk(house, result, 0, house.health, deck[4:], room, 1, "", 99, False, False)
    return result


def _walk(house, result, depth, health, pile, room, number, blade, limit, healed, fled) -> None:
    result.nodes[depth] += 1
    for slot, card in enumerate(room):
        if card == "":
            continue
        left = [*room[:slot], "", *room[slot + 1 :]]
        if card[-1] == "D":
            _after(house, result, depth, health, pile, left, number, card, 99, healed, fled, 0)
        elif card[-1] == "H":
            gained = 0 if healed else min(worth(card), house.health - health)
            full = (health if house.before else health + gained) == house.health
            extra = worth(card) if full else 0
            _after(house, result, depth, health + gained, pile, left, number, blade, limit, True, fled, extra)
        else:
            _after(house, result, depth, health - worth(card), pile, left, number, blade, limit, healed, fled, 0)
            if blade and (worth(card) < limit or (house.equal and worth(card) == limit)):
                hurt = worth(card) - worth(blade) if worth(card) > worth(blade) else 0
                _after(house, result, depth, health - hurt, pile, left, number, blade, worth(card), healed, fled, 0)
    if len(pile) > 0 and "" not in room and not fled:
        under = shuffle(room, f"avoid {number}", house.seed) if house.shuffled else room
        pile = pile + under
        _walk(house, result, depth + 1, health, pile[4:], pile[:4], number + 1, blade, limit, False, True)


def _after(house, result, depth, health, pile, room, number, blade, limit, healed, fled, extra) -> None:
    there = [card for card in room if card]
    if health < 1:
        monsters = sum(worth(card) for card in there + pile if card[-1] in "CS")
        result.nodes[depth + 1] += 1
        result.ends["slain", (0 if house.zero else health) - monsters] += 1
    elif not there and not pile:
        result.nodes[depth + 1] += 1
        result.ends["won", health + extra] += 1
    elif len(there) == 1 and pile:
        drawn, rest = pile[:3], pile[3:]
        room = [card or (drawn.pop(0) if drawn else "") for card in room]
        _walk(house, result, depth + 1, health, rest, room, number + 1, blade, limit, False, False)
    else:
        _walk(house, result, depth + 1, health, pile, room, number, blade, limit, healed, fled)
