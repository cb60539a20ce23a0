"""What a move did, in order.

Every health here is the true one, below 0 included; damage and healing are never negative.
"""

from dataclasses import dataclass

from app.engine.cards import Card
from app.engine.weapon import Weapon

Room = tuple[Card | None, Card | None, Card | None, Card | None]
"""Slots 1 to 4; None is an empty slot."""


@dataclass(frozen=True, slots=True)
class RoomDealt:
    """A room was dealt: its number (1 is the first, avoided rooms count), its slots, the new cards in the order drawn,
    the card carried from the room before (ruling 12), and how many cards are left in the dungeon."""

    number: int
    room: Room
    drawn: tuple[Card, ...]
    carried: Card | None
    left: int


@dataclass(frozen=True, slots=True)
class Slain:
    """A monster faced with the weapon: it now lies on it, and the weapon's limit is its value (rulings 1-3)."""

    monster: Card
    weapon: Card
    damage: int
    health: int


@dataclass(frozen=True, slots=True)
class Beaten:
    """A monster fought bare-handed (ruling 4)."""

    monster: Card
    damage: int
    health: int


@dataclass(frozen=True, slots=True)
class Equipped:
    """A weapon taken up, and the one it replaced with its stack, if there was one (ruling 5)."""

    weapon: Card
    replaced: Weapon | None


@dataclass(frozen=True, slots=True)
class Drunk:
    """The room's first potion; `healed` is what it really gave, 0 at full health (ruling 7)."""

    potion: Card
    healed: int
    health: int


@dataclass(frozen=True, slots=True)
class Wasted:
    """A second potion in the same room: gone without effect (ruling 6)."""

    potion: Card
    health: int


@dataclass(frozen=True, slots=True)
class Avoided:
    """A room left untouched; the cards in slot order, whatever order they went under in (ruling 10)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Survived:
    """Victory: the score, and how much of it is the last potion's bonus (rulings 13, 16, 17)."""

    score: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Died:
    """Defeat: the monster that did it, and the score (rulings 14, 15)."""

    killer: Card
    score: int


Faced = Slain | Beaten | Equipped | Drunk | Wasted
"""What facing a card can be."""

Deed = RoomDealt | Faced | Avoided | Survived | Died
"""Everything that can happen."""
