"""Fights, weapons that wear, potions, and a whole turn."""

from dataclasses import replace
from typing import NamedTuple

from app.engine import Rules
from app.web.bouts import Bout, bout
from app.web.scenes import Frame, Shot, after, dealt, lay, opening, scene, still


class Order(NamedTuple):
    """One order of facing the same monsters: each fight, the damage in all, the health after it."""

    title: str
    bouts: tuple[Bout, ...]
    damage: int
    health: int


class FightFigures(NamedTuple):
    """`other_equal` is what the other reading makes of the last step of `wearing`, the second ten, in words."""

    bare: Bout
    armed: Bout
    equal_value: Bout
    weaker: Bout
    wearing: tuple[Frame, ...]
    other_equal: str
    refused: tuple[Frame, ...]
    replacing: tuple[Frame, ...]
    orders: tuple[Order, ...]
    sips: tuple[Bout, ...]
    two_potions: tuple[Frame, ...]
    turn: tuple[Frame, ...]


def fight_figures(rules: Rules) -> FightFigures:
    """Played out by these rules."""
    full = rules.health
    wearing = _wearing(rules)
    other = _wearing(replace(rules, equal_counts=not rules.equal_counts))[-1]
    two = lay(rules, full - 4, "9H 5H KC 2S", "6D")
    return FightFigures(
        bare=bout("Bare hands", lay(rules, full, "KS 2C"), "KSb"),
        armed=bout("With a weapon", lay(rules, full, "KS 2C", "7D"), "KSw"),
        equal_value=bout("As strong as the monster", lay(rules, 14, "9C 2C", "9D"), "9Cw"),
        weaker=bout("Stronger than the monster", lay(rules, 14, "4S 2C", "9D"), "4Sw"),
        wearing=wearing,
        other_equal=other.said,
        refused=_refused(rules),
        replacing=_replacing(rules),
        orders=(
            _order("Strongest first", rules, "JSw", "8Cw", "5Sw"),
            _order("Weakest first", rules, "5Sw", "8Cb", "JSb"),
        ),
        sips=(
            bout("It heals its value", lay(rules, full - 10, "8H 2C"), "8H"),
            bout("Never above full health", lay(rules, full - 4, "9H 2C"), "9H"),
            bout("At full health: nothing", lay(rules, full, "5H 2C"), "5H"),
        ),
        two_potions=scene(
            still(two, "Nothing drunk yet"),
            two,
            Shot("9H", "The first heals"),
            Shot("5H", "The second is wasted", "It counts as one of the three all the same."),
        ),
        turn=_turn(rules),
    )


def _wearing(rules: Rules) -> tuple[Frame, ...]:
    """A fresh weapon, its kills 13 then 10, and the second 10 (rulings 1, 2)."""
    fresh = lay(rules, rules.health, "KS 10C 10S 2H", "7D")
    return scene(
        still(fresh, "Fresh"),
        fresh,
        Shot("KSw", "The king first", "From now on the king is its limit."),
        Shot("10Cw", "Then a ten", "The limit only ever goes down."),
        Shot("10Sw", "Another ten?"),
    )


def _refused(rules: Rules) -> tuple[Frame, ...]:
    """A queen after a six: bare hands only, which leave the weapon and its limit as they are (rulings 1, 4)."""
    held = lay(rules, rules.health, "QS 4C 3H 8S", "5D>QC>6C")
    return scene(
        still(held, "A worn weapon"),
        held,
        Shot("QSw", "A queen with it?"),
        Shot("QSb", "Bare-handed, then", "The weapon is still there, and its limit is what it was."),
        Shot("4Cw", "Something weaker", "For this the blade still serves."),
    )


def _replacing(rules: Rules) -> tuple[Frame, ...]:
    """A weapon taken up in place of one with two slain on it (ruling 5)."""
    held = lay(rules, 15, "4D AC 6H 3S", "10D>QC>5S")
    return scene(
        still(held, "Worn, though strong"),
        held,
        Shot("4D", "A new one is taken up", "Weaker, but fresh: it may face anything once."),
        Shot("ACw", "Even an ace"),
    )


def _order(title: str, rules: Rules, *moves: str) -> Order:
    dungeon = lay(rules, rules.health, "8C JS 5S 2H", "7D")
    bouts = []
    for number, move in enumerate(moves, start=1):
        bouts.append(bout(f"{number}", dungeon, move))
        dungeon = after(dungeon, move)
    return Order(title, tuple(bouts), rules.health - dungeon.health, dungeon.health)


def _turn(rules: Rules) -> tuple[Frame, ...]:
    start = opening(rules, "QS 8D JC 3H 6S 5C 10H 2S")
    return scene(
        dealt(start, "A new room", remark="A weapon, two monsters, a potion. Plan before you touch anything."),
        start,
        Shot("8D", "Equip", "The weapon first, so that it can take a blow."),
        Shot("QSw", "Slay", "The strongest monster while the blade is fresh."),
        Shot(
            "3H",
            "Drink",
            "The third card. The jack stays, and is weak enough for the blade to face it later.",
            then="The next room",
        ),
    )
