"""What a move would do, said before it is made: short on the card, whole for a screen reader."""

from typing import NamedTuple

from app.engine import Dungeon, Weapon
from app.engine.deeds import Avoided, Beaten, Drunk, Equipped, Faced, Slain, Wasted
from app.words.sentences import MINUS


class Outlook(NamedTuple):
    """What one legal move would do.

    - `how`: `weapon`, `bare`, `equip`, `drink` or `avoid`: which way, for the picture beside the number.
    - `amount`: the change of health as shown on the card: `−6`, `+5`, `0`; empty for an equip or avoid.
    - `short`: at most 26 characters under the card. `words`: the whole of it, without a full stop.
    - `health`: the health shown after it; `fatal`: whether it ends in defeat.
    """

    how: str
    amount: str
    short: str
    words: str
    health: int
    fatal: bool


def outlook(dungeon: Dungeon, deed: Faced | Avoided) -> Outlook:
    """The outlook of a legal move that would do this deed, as `app.engine.prospects` foresees it."""
    match deed:
        case Slain(_, weapon, damage, health):
            words = f"with the {weapon.name}: {_hurt(damage, health)}"
            return _fight("weapon", damage, health, words)
        case Beaten(_, damage, health):
            return _fight("bare", damage, health, f"bare-handed: {_hurt(damage, health)}")
        case Equipped(_, old):
            return _equip(dungeon, old)
        case Drunk(potion, healed, health):
            if healed == 0:
                return Outlook("drink", "+0", "health is full", "heals nothing: health is full", health, fatal=False)
            capped = healed < potion.value
            words = f"heals {healed}, to {health}" + (", which is full" if capped else "")
            return Outlook("drink", f"+{healed}", f"to {health}", words, health, fatal=False)
        case Wasted(_, health):
            return Outlook("drink", "0", "wasted", "wasted: one potion a room heals", health, fatal=False)
        case Avoided(cards):
            words = f"puts the {len(cards)} cards under the dungeon and deals the next room"
            return Outlook("avoid", "", "avoid", words, dungeon.health, fatal=False)


def _equip(dungeon: Dungeon, old: Weapon | None) -> Outlook:
    if old is None:
        return Outlook("equip", "", "equip", "equips it", dungeon.health, fatal=False)
    short = f"replaces your {old.card.rank}"
    words = f"equips it and discards the {old.card.name}"
    if old.stack:
        short += f", {len(old.stack)} slain"
        words += f" with its {len(old.stack)} slain"
    return Outlook("equip", "", short, words, dungeon.health, fatal=False)


def _fight(how: str, damage: int, health: int, words: str) -> Outlook:
    amount = f"{MINUS}{damage}" if damage else "0"
    short = "kills you" if health <= 0 else f"leaves {health}"
    return Outlook(how, amount, short, words, max(0, health), fatal=health <= 0)


def _hurt(damage: int, health: int) -> str:
    if health <= 0:
        return f"{damage} damage, which kills you"
    return f"{damage} damage, leaving {health}" if damage else f"no damage, leaving {health}"
