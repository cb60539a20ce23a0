"""What a move would do, said before it is made: short on the card, whole for a screen reader."""

from functools import lru_cache
from typing import NamedTuple

from app.engine import Weapon
from app.engine.deeds import Beaten, Drunk, Equipped, Faced, Slain
from app.words.sentences import MINUS


class Outlook(NamedTuple):
    """What taking a card one way would do.

    - `how`: `weapon`, `bare`, `equip` or `drink`: which way, for the picture beside the number.
    - `amount`: the change of health as shown on the card: `−6`, `+5`, `0`; empty for an equip.
    - `short`: at most 26 characters under the card. `words`: the whole of it, without a full stop.
    - `fatal`: whether it ends in defeat. `left`: the health that a fight leaves as the bar shows it, else None.
    """

    how: str
    amount: str
    short: str
    words: str
    fatal: bool = False
    left: int | None = None


@lru_cache(4096)  # the same monsters, weapons and health come again and again
def outlook(deed: Faced) -> Outlook:
    """The outlook of the legal move that would do this deed, as `app.engine.prospects` foresees it (rulings 1-8)."""
    match deed:
        case Slain(_, weapon, damage, health):
            return _fight("weapon", damage, health, f"with the {weapon.name}: {_hurt(damage, health)}")
        case Beaten(_, damage, health):
            return _fight("bare", damage, health, f"bare-handed: {_hurt(damage, health)}")
        case Equipped(_, None):
            return Outlook("equip", "", "equip", "equips it")
        case Equipped(_, Weapon() as old):
            return _replace(old)
        case Drunk(_, 0, _):
            return Outlook("drink", "+0", "health is full", "heals nothing: health is full")
        case Drunk(potion, healed, health):
            full = ", which is full" if healed < potion.value else ""
            return Outlook("drink", f"+{healed}", f"to {health}", f"heals {healed}, to {health}{full}")
        case _:
            return Outlook("drink", "0", "wasted", "wasted: one potion a room heals")


def _replace(old: Weapon) -> Outlook:
    short = f"replaces your {old.card.rank}"
    words = f"equips it and discards the {old.card.name}"
    if old.stack:
        short += f", {len(old.stack)} slain"
        words += f" with its {len(old.stack)} slain"
    return Outlook("equip", "", short, words)


def _fight(how: str, damage: int, health: int, words: str) -> Outlook:
    amount = f"{MINUS}{damage}" if damage else "0"
    short = "kills you" if health <= 0 else f"leaves {health}"
    return Outlook(how, amount, short, words, fatal=health <= 0, left=max(0, health))


def _hurt(damage: int, health: int) -> str:
    if health <= 0:
        return f"{damage} damage, which kills you"
    return f"{damage} damage, leaving {health}" if damage else f"no damage, leaving {health}"
