"""The deck: what is taken out of a pack with jokers, what stays, and what each card is worth."""

from collections.abc import Iterable
from typing import NamedTuple

from app.engine import DECK, Card, Role, Suit, notation

JOKERS = 2
_RANKS = range(2, 15)
_SHOWN = {Role.MONSTER: "QS", Role.WEAPON: "7D", Role.POTION: "9H"}


class Lot(NamedTuple):
    """Cards of one suit, lowest first."""

    suit: Suit
    cards: tuple[Card, ...]


class Kind(NamedTuple):
    """One of the three kinds of card: how many there are, what they are worth together, their span of values."""

    role: Role
    shown: Card
    suits: tuple[Suit, ...]
    many: int
    together: int
    lowest: int
    highest: int


class Worth(NamedTuple):
    """A place in the table of values: a card of that rank, the rank in words, what it is worth."""

    card: Card
    rank: str
    value: str


class DeckFigures(NamedTuple):
    """`out` are the cards of a pack that have no place here, `jokers` how many of those are left out with them."""

    pack: int
    jokers: int
    out: tuple[Card, ...]
    lots: tuple[Lot, ...]
    kinds: tuple[Kind, ...]
    values: tuple[Worth, ...]
    size: int

    @property
    def removed(self) -> int:
        """How many cards leave the pack."""
        return len(self.out) + self.jokers


def deck_figures() -> DeckFigures:
    """Counted from the engine's deck: the same by all rules."""
    pack = [Card(value, suit) for suit in Suit for value in _RANKS]
    return DeckFigures(
        pack=len(pack) + JOKERS,
        jokers=JOKERS,
        out=tuple(sorted((card for card in pack if card not in DECK), key=lambda card: card.suit != Suit.HEARTS)),
        lots=tuple(Lot(suit, tuple(card for card in DECK if card.suit == suit)) for suit in Suit),
        kinds=tuple(_kind(role) for role in Role),
        values=tuple(_worths(DECK)),
        size=len(DECK),
    )


def _kind(role: Role) -> Kind:
    cards = [card for card in DECK if card.role is role]
    values = [card.value for card in cards]
    suits = tuple(suit for suit in Suit if any(card.suit == suit for card in cards))
    return Kind(role, notation.card(_SHOWN[role]), suits, len(cards), sum(values), min(values), max(values))


def _worths(cards: Iterable[Card]) -> Iterable[Worth]:
    spades = [card for card in cards if card.suit == Suit.SPADES]
    numbers = [card for card in spades if card.rank.isdigit()]
    yield Worth(numbers[-1], f"{numbers[0].rank} to {numbers[-1].rank}", "its number")
    for card in spades:
        if card not in numbers:
            yield Worth(card, card.name.split()[0].capitalize(), str(card.value))
