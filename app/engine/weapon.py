"""The weapon held and the monsters slain on it: what it may still face."""

from dataclasses import dataclass

from app.engine.cards import Card
from app.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon in hand: its card, and its stack, the monsters slain on it, oldest first."""

    card: Card
    stack: tuple[Card, ...] = ()

    @property
    def limit(self) -> int | None:
        """The value of the last monster slain on it; None while it is fresh (ruling 2)."""
        return self.stack[-1].value if self.stack else None


def can_slay(weapon: Weapon, monster: Card, rules: Rules) -> bool:
    """Whether the weapon may face this monster (rulings 1, 2).

    A fresh one faces any; a used one only what is weaker than its last, or as strong where equal counts.
    """
    limit = weapon.limit
    if limit is None:
        return True
    return monster.value <= limit if rules.equal_counts else monster.value < limit


def damage(weapon: Weapon, monster: Card) -> int:
    """What facing the monster with this weapon costs: never below 0, for a kill never heals (ruling 3)."""
    return max(0, monster.value - weapon.card.value)
