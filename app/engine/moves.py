"""The five things a player can do. `str(move)` is the move as written in the API, the store and the tests."""

from dataclasses import dataclass

from app.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Equip:
    """Take up a weapon; the one held before goes to the discard with its stack (ruling 5). Written `6D`."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Drink:
    """Take a potion, healing or wasted (rulings 6-8). Written `9H`."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Slay:
    """Face a monster with the weapon held (rulings 1-3). Written `QSw`."""

    card: Card

    def __str__(self) -> str:
        return f"{self.card}w"


@dataclass(frozen=True, slots=True)
class Fight:
    """Face a monster bare-handed; the weapon, if any, stays as it is (ruling 4). Written `QSb`."""

    card: Card

    def __str__(self) -> str:
        return f"{self.card}b"


@dataclass(frozen=True, slots=True)
class Avoid:
    """Leave an untouched room: its four cards go under the dungeon (rulings 9-10). Written `avoid`."""

    def __str__(self) -> str:
        return "avoid"


Move = Equip | Drink | Slay | Fight | Avoid
