"""One card taken one way, as a sum in pictures: what the rules page compares side by side."""

from typing import NamedTuple

from app.engine import Avoid, Card, Dungeon, foresee, notation, play
from app.engine.deeds import Avoided, Beaten, Deed, Drunk, Equipped, Faced, Slain, Wasted
from app.words import limit, line, number
from app.words.sentences import MINUS

_HOW: dict[type[Deed], str] = {
    Slain: "weapon",
    Beaten: "bare",
    Equipped: "equip",
    Drunk: "drink",
    Wasted: "drink",
}


class Bout(NamedTuple):
    """One card taken one way, as a sum in pictures.

    `weapon` is what it was slain with, None where bare hands or a potion did it; `limit` what the weapon may face then.
    """

    title: str
    card: Card
    how: str
    weapon: Card | None
    amount: str
    sum: str
    said: str
    cap: int
    before: int
    health: int
    limit: str


def bout(title: str, dungeon: Dungeon, move: str) -> Bout:
    """One move, which must be legal and face a card, as a sum in pictures. Raises IllegalMove."""
    made = notation.move(move)
    deed = foresee(dungeon, made)
    assert not isinstance(deed, Avoided) and not isinstance(made, Avoid)  # noqa: S101, PT018 - figures face cards
    held = play(dungeon, made)[0].weapon
    return Bout(
        title=title,
        card=made.card,
        how=_HOW[type(deed)],
        weapon=deed.weapon if isinstance(deed, Slain) else None,
        amount=_amount(deed),
        sum=summed(deed, dungeon),
        said=line(deed),
        cap=dungeon.rules.health,
        before=dungeon.health,
        health=max(0, deed.health if isinstance(deed, Slain | Beaten | Drunk | Wasted) else dungeon.health),
        limit=limit(held, dungeon.rules) if held is not None and held.stack else "",
    )


def summed(deed: Faced, dungeon: Dungeon) -> str:
    """What facing a card in this dungeon comes to, as a sum: `12 − 8 = 4 damage` (rulings 3, 4, 6, 7)."""
    match deed:
        case Slain(monster, weapon, damage, _) if monster.value >= weapon.value:
            return f"{monster.value} {MINUS} {weapon.value} = {damage} damage"
        case Slain(monster, weapon, damage, _):
            return f"{monster.value} against {weapon.value}: {damage} damage"
        case Beaten(_, damage, _):
            return f"{damage} damage, its whole value"
        case Drunk(potion, healed, health) if healed < potion.value:
            return f"{dungeon.health} + {potion.value}, capped at {health}"
        case Drunk(potion, _, health):
            return f"{dungeon.health} + {potion.value} = {health}"
        case Wasted():
            return "nothing healed"
    return ""


def _amount(deed: Faced) -> str:
    match deed:
        case Slain(_, _, damage, _) | Beaten(_, damage, _):
            return number(-damage)
        case Drunk(_, healed, _):
            return f"+{healed}"
    return "0"
