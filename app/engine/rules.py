"""What may differ from one game to another: the difficulty, the house rules, and the presets that bundle them."""

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

HEALTHS = (20, 30, 40)
"""The difficulties: the health a run starts with, which is also the most it can ever have (ruling 18)."""


class _Choice(StrEnum):
    """One of a few words. Rules are looked up at every move, and a word's own hash is quicker than an enum's."""

    __hash__ = str.__hash__


class Defeat(_Choice):
    """From where a defeat counts down (ruling 15): the true final health, or nothing."""

    HEALTH = "health"
    ZERO = "zero"


class Bonus(_Choice):
    """When a last potion adds its value (ruling 16): health full after it, or full before it."""

    AFTER = "after"
    BEFORE = "before"


class AvoidedOrder(_Choice):
    """How the four cards of an avoided room go under the dungeon (ruling 10)."""

    IN_ORDER = "in-order"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules one game is played by; a game keeps them whatever the settings become later.

    - `health`: 20, 30 or 40; the start, the cap, and what counts as full (ruling 18).
    - `equal_counts`: whether a used weapon may face a monster equal to its last (ruling 1).
    - `defeat`, `bonus`, `avoided`: rulings 15, 16 and 10.
    - `undo`: whether moves inside a room can be taken back (ruling 19).

    Raises ValueError when the health is none of the three.
    """

    health: int = 20
    equal_counts: bool = False
    defeat: Defeat = Defeat.HEALTH
    bonus: Bonus = Bonus.AFTER
    avoided: AvoidedOrder = AvoidedOrder.IN_ORDER
    undo: bool = True

    def __post_init__(self) -> None:
        if self.health not in HEALTHS:
            raise ValueError(f"health is 20, 30 or 40, not {self.health}")

    @property
    def preset(self) -> str | None:
        """The name of the preset that reads the rules like this, whatever the health and undo; None for a mixture."""
        return _PRESET_OF.get(replace(self, health=20, undo=True))

    @property
    def reading(self) -> str | None:
        """The preset's name whatever the order of avoided cards too, which no preset changes (ruling 10); else None."""
        return replace(self, avoided=AvoidedOrder.IN_ORDER).preset


PRESETS = MappingProxyType(
    {
        "classic": Rules(),
        "ledger": Rules(defeat=Defeat.ZERO),
        "patience": Rules(equal_counts=True),
        "guide": Rules(bonus=Bonus.BEFORE),
        "academy": Rules(equal_counts=True, bonus=Bonus.BEFORE),
    }
)
"""The five readings of the game, by name, each at 20 health; no two are alike (rulings, "Presets")."""

_PRESET_OF = {rules: name for name, rules in PRESETS.items()}
