"""Runs to measure with: repeatable, played by a plain greedy hand, from the engine alone."""

from app.engine import Avoid, Dungeon, Move, Rules, Run, Status, Step, follow, foresee, legal_moves, steps
from app.engine.deeds import Beaten, Drunk, Equipped, Slain

EASY = Rules(health=40, equal_counts=True)
LONGEST = 58
"""44 cards and at most 14 avoids: no run is longer."""


def _cost(dungeon: Dungeon, move: Move) -> float:
    """How little a greedy hand likes the move: the damage, less what it heals or arms."""
    match foresee(dungeon, move):
        case Slain(monster, weapon, damage, _):
            return damage - 0.1 * (weapon.value - monster.value)
        case Beaten(_, damage, _):
            return damage + 2
        case Drunk(_, healed, _):
            return -healed
        case Equipped(weapon, old):
            return -weapon.value if old is None or old.limit is not None else old.card.value - weapon.value
        case _:
            return 5.0


def greedy(step: Step) -> Move:
    """A legal move that makes for a long run: every room avoided that may be, else the cheapest way."""
    moves = legal_moves(step.dungeon)
    if isinstance(moves[-1], Avoid):
        return moves[-1]
    return min(moves, key=lambda move: _cost(step.dungeon, move))


def lasting_run(name: str, *, moves: int, rules: Rules = EASY) -> Run:
    """A run of at least that many moves, cut to it: the first of `name-0`, `name-1`, ... that lives so long."""
    for attempt in range(100_000):
        run = Run(rules, f"{name}-{attempt}")
        step = steps(run)[-1]
        played: list[Move] = []
        while len(played) < moves and step.dungeon.status is Status.PLAYING:
            move = greedy(step)
            step = follow(step, move)
            played.append(move)
        if len(played) == moves:
            return Run(rules, run.seed, tuple(played))
    raise LookupError(f"no run of {moves} moves")
