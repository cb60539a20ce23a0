"""How a run ends and what it scores: each reckoning is a run that the engine has ended."""

from dataclasses import replace
from typing import NamedTuple

from app.engine import Bonus, Card, Defeat, Dungeon, Rules, Run, notation, score, steps
from app.engine.deeds import Died
from app.web.scenes import ended, lay, opening
from app.words import number, tally

BEST = (
    "10D AS KS QS JS 8H 10S 9S 8S 7S 6S 5S 4S 3S 2S 9D AC KC QC JC 7H 10C 9C 6H "
    "8C 7C 5H 6C 5C 4H 4C 3C 3H 2C 2D 2H 3D 4D 5D 6D 7D 8D 9H 10H"
)
"""A dungeon to be taken in its own order, monsters by the blade: it ends at full health on the ten of hearts."""

_WORST = {20: "AS 6C 2H 2D", 30: "AS AC 2C 2D", 40: "AS AC QS 2D"}
"""For each health a first room whose monsters cost just that much."""


class Reckoning(NamedTuple):
    """The end of a run: the cards that ended it, health before and after them (the true one), the sum, the score.

    `below` are the monsters still ahead, strongest first; `total` what they are worth together.
    """

    title: str
    won: bool
    last: tuple[Card, ...]
    cap: int
    before: int
    health: int
    bonus: int
    below: tuple[Card, ...]
    total: int
    tally: str
    score: str


class ScoreFigures(NamedTuple):
    """`other_bonus` and `other_defeat` are the scores of the same ends by the other reading of the rule.

    `rooms` is how many rooms a whole dungeon has, when none is avoided.
    """

    survived: Reckoning
    bonus: Reckoning
    other_bonus: str
    slain: Reckoning
    other_defeat: str
    best: Reckoning
    best_moves: int
    rooms: int
    worst: Reckoning


def score_figures(rules: Rules) -> ScoreFigures:
    """Played out by these rules."""
    best = best_run(rules)
    final = steps(best)
    otherwise = replace(
        rules,
        bonus=Bonus.BEFORE if rules.bonus is Bonus.AFTER else Bonus.AFTER,
        defeat=Defeat.ZERO if rules.defeat is Defeat.HEALTH else Defeat.HEALTH,
    )
    return ScoreFigures(
        survived=_reckoned("Victory", lay(rules, 13, "9S - - -", "7D>QC", marks="room=15"), "9Sw"),
        bonus=_bonus(rules),
        other_bonus=_bonus(otherwise).score,
        slain=_slain(rules),
        other_defeat=_slain(otherwise).score,
        best=_reckoned("The best", final[-3].dungeon, *map(str, best.moves[-2:])),
        best_moves=len(best.moves),
        rooms=final[-1].dungeon.room_number,
        worst=_worst(rules),
    )


def best_run(rules: Rules) -> Run:
    """A run without an avoid that ends with the highest score there is (rulings 16, 17)."""
    deck = notation.cards(BEST)
    moves = " ".join(f"{card}w" if card.role == "monster" else str(card) for card in deck)
    return Run(rules, "best", notation.moves(moves), deck)


def _bonus(rules: Rules) -> Reckoning:
    return _reckoned("The bonus", lay(rules, rules.health - 5, "5H - - -", marks="room=15"), "5H")


def _slain(rules: Rules) -> Reckoning:
    return _reckoned("Defeat", lay(rules, 2, "AS 6C 8D 3H", "-", "4S 7D", "room=13"), "ASb")


def _worst(rules: Rules) -> Reckoning:
    dungeon = opening(rules, _WORST[rules.health])
    moves = [f"{card}b" for card in dungeon.cards if card.role == "monster"]
    return _reckoned("The worst", dungeon, *moves)


def _reckoned(title: str, dungeon: Dungeon, *moves: str) -> Reckoning:
    """The end that these moves make of this position. Raises ValueError where they end nothing."""
    over, end = ended(dungeon, *moves)
    points = score(over)
    assert points is not None  # noqa: S101 - it has ended
    below = sorted(over.monsters_left, key=lambda card: -card.value)
    return Reckoning(
        title=title,
        won=not isinstance(end, Died),
        last=tuple(notation.card(move.rstrip("wb")) for move in moves),
        cap=dungeon.rules.health,
        before=dungeon.health,
        health=over.health,
        bonus=over.bonus,
        below=tuple(below),
        total=sum(card.value for card in below),
        tally=tally(over),
        score=number(points),
    )
