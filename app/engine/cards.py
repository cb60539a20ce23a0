"""The 44 cards of the dungeon: what each is worth, what it is for, what it is called, how it is written."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Suit(StrEnum):
    """A suit by its letter: clubs and spades are monsters, diamonds weapons, hearts potions."""

    CLUBS = "C"
    SPADES = "S"
    DIAMONDS = "D"
    HEARTS = "H"

    # A letter's own hash: cards are looked up by the dozen at every move, and an enum's takes a call of its own.
    __hash__ = str.__hash__


class Role(StrEnum):
    """What a card is in the dungeon; it follows from the suit alone."""

    MONSTER = "monster"
    WEAPON = "weapon"
    POTION = "potion"


_ROLES = {Suit.CLUBS: Role.MONSTER, Suit.SPADES: Role.MONSTER, Suit.DIAMONDS: Role.WEAPON, Suit.HEARTS: Role.POTION}
_RANKS = {value: str(value) for value in range(2, 11)} | {11: "J", 12: "Q", 13: "K", 14: "A"}
_RANK_NAMES = _RANKS | {11: "jack", 12: "queen", 13: "king", 14: "ace"}
_SUIT_NAMES = {suit: suit.name.lower() for suit in Suit}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its worth in the game (2-14; jack 11, queen 12, king 13, ace 14) and its suit.

    `str(card)` is the short text used everywhere, rank then suit: `QS`, `10H`, `6D`. Two cards are equal when both
    parts are; only the 44 in `DECK` belong to the game.
    """

    value: int
    suit: Suit

    def __str__(self) -> str:
        return f"{_RANKS[self.value]}{self.suit}"

    @property
    def rank(self) -> str:
        """The rank as printed in the card's corner: `2` to `10`, `J`, `Q`, `K`, `A`."""
        return _RANKS[self.value]

    @property
    def role(self) -> Role:
        """Monster, weapon or potion."""
        return _ROLES[self.suit]

    @property
    def name(self) -> str:
        """The card in words, lower case: `queen of spades`, `7 of diamonds`."""
        return f"{_RANK_NAMES[self.value]} of {_SUIT_NAMES[self.suit]}"


DECK: tuple[Card, ...] = tuple(
    Card(value, suit)
    for suit, highest in ((Suit.CLUBS, 14), (Suit.SPADES, 14), (Suit.DIAMONDS, 10), (Suit.HEARTS, 10))
    for value in range(2, highest + 1)
)
"""The 44 cards in their unshuffled order: clubs 2-A, spades 2-A, diamonds 2-10, hearts 2-10 (rulings, "The deck")."""

BY_TEXT = MappingProxyType({str(card): card for card in DECK})
"""Each of the 44 by its short text. The values are the very objects in `DECK`."""
