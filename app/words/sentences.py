"""Sentences for deeds: the announcement after a move, the lines of the log, the end of a run.

Health is shown as the health bar shows it, never below 0 (ruling 15); the score alone uses the true number.
"""

from collections.abc import Sequence
from functools import cache

from app.engine import AvoidedOrder, Bonus, Card, Defeat, Dungeon, Refusal, Rules, Status, Weapon
from app.engine.deeds import Avoided, Beaten, Deed, Died, Drunk, Equipped, RoomDealt, Slain, Survived, Wasted

MINUS = "\N{MINUS SIGN}"

_DEFEAT = {
    Defeat.HEALTH: "the last health minus the monsters left",
    Defeat.ZERO: "nothing minus the monsters left",
}
_BONUS = {
    Bonus.AFTER: "health is full after it",
    Bonus.BEFORE: "health was full before it",
}


AVOID_CLOSED = {
    Refusal.RUN_OVER: "the run is over",
    Refusal.LAST_ROOM: "this is the last room",
    Refusal.ROOM_TOUCHED: "a card is already taken",
    Refusal.TWICE_IN_A_ROW: "not twice in a row",
}
"""Why a room can't be avoided, short enough for the button; the refusal's own sentence says it in full (ruling 9)."""


def number(value: int) -> str:
    """A number as a person writes it: with a true minus sign where it is below 0."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def capital(text: str) -> str:
    """The text as a sentence begins; it must not be empty. All but the first letter stays as it is."""
    return f"{text[0].upper()}{text[1:]}"


def line(deed: Deed) -> str:
    """One deed in one sentence or two, at most 110 characters."""
    match deed:
        case RoomDealt(number=room):
            return f"Room {room}."
        case Slain(monster, weapon, damage, health):
            return f"{_named(monster)} fought with the {weapon.name}: {_damage(damage)}. {_health(health)}"
        case Beaten(monster, damage, health):
            return f"{_named(monster)} fought bare-handed: {_damage(damage)}. {_health(health)}"
        case Equipped(weapon, old):
            return f"{_named(weapon)} equipped{_replacing(old)}."
        case Drunk(potion, 0, health):
            return f"{_named(potion)} drunk at full health: nothing healed. {_health(health)}"
        case Drunk(potion, healed, health):
            return f"{_named(potion)} drunk: {healed} healed. {_health(health)}"
        case Wasted(potion, health):
            return f"{_named(potion)} wasted: one potion a room. {_health(health)}"
        case Avoided(cards):
            return f"Room avoided: its {len(cards)} cards go under the dungeon."
        case Survived(score):
            return f"You survived the dungeon. Score {number(score)}."
        case Died(_, score):
            # The deed before it has named the killer.
            return f"You are slain. Score {number(score)}."


def announcement(deeds: Sequence[Deed]) -> str:
    """What a move did, for the live region: one short paragraph of at most 140 characters."""
    return " ".join(line(deed) for deed in deeds)


def limit(weapon: Weapon, rules: Rules) -> str:
    """What the weapon may still face, in words: ruling 1, always on screen."""
    last = weapon.limit
    if last is None:
        return "fresh: faces any monster"
    if rules.equal_counts:
        return f"now only {last} or lower"
    if last == 2:
        return "now faces nothing"
    return f"now only below {last}"


def ending(dungeon: Dungeon, killer: Card | None) -> str:
    """The heading of a finished run."""
    if dungeon.status is Status.WON:
        return "You survived the dungeon"
    return f"Slain by the {killer.name}" if killer is not None else "Slain"


def tally(dungeon: Dungeon) -> str:
    """How the score of a finished run comes about, as a sum in words (rulings 14-17)."""
    if dungeon.status is Status.WON:
        if dungeon.bonus:
            return f"{dungeon.health} health + {dungeon.bonus} for the last potion, drunk to full health"
        return f"{dungeon.health} health left"
    below = sum(monster.value for monster in dungeon.monsters_left)
    left = f"{below} in monsters still ahead"
    if dungeon.rules.defeat is Defeat.ZERO:
        return f"0 {MINUS} {left}"
    true = "true health" if dungeon.health < 0 else "health"  # the bar ends at 0
    return f"{number(dungeon.health)} {true} {MINUS} {left}"


@cache
def rules_in_words(rules: Rules, *, difficulty: bool = True) -> str:
    """The rules in a phrase: the preset's name where there is one, the health, and each house rule that differs.

    Without the `difficulty` the health is left out.
    """
    name = rules.reading
    parts = [name.capitalize()] if name else ["House rules"]
    if difficulty:
        parts.append(f"{rules.health} health")
    if not name:
        parts.append("equal counts" if rules.equal_counts else "strictly lower")
        parts.append(f"a defeat scores {_DEFEAT[rules.defeat]}")
        parts.append(f"bonus when {_BONUS[rules.bonus]}")
    if rules.avoided is AvoidedOrder.SHUFFLED:
        parts.append("shuffled when avoided")
    if not rules.undo:
        parts.append("no undo")
    return ", ".join(parts)


def _named(card: Card) -> str:
    return capital(card.name)


def _damage(damage: int) -> str:
    return f"{damage} damage" if damage else "no damage"


def _health(health: int) -> str:
    return f"Health {max(0, health)}."


def _replacing(old: Weapon | None) -> str:
    if old is None:
        return ""
    slain = f" and its {len(old.stack)} slain" if old.stack else ""
    return f"; the {old.card.name}{slain} discarded"
