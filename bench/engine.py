"""The engine alone: whole games a second and replays, each as a ratio to counting in plain Python in the same run."""

import random
import time
from collections.abc import Callable

from app.engine import Rules, Run, Status, follow, legal_moves, replay, steps
from bench.runs import lasting_run

SECONDS = 2.0
LONG = 54
"""No run is longer than 58 moves (44 cards, 14 avoids); one of 54 is found quickly."""


def _rate(once: Callable[[int], object]) -> float:
    """How often a second the function can be called, over about two seconds."""
    began = time.perf_counter()
    done = 0
    while time.perf_counter() - began < SECONDS:
        once(done)
        done += 1
    return done / (time.perf_counter() - began)


def _random_game(number: int) -> None:
    chance = random.Random(number)  # noqa: S311 - a measurement
    step = steps(Run(Rules(), f"game {number}"))[-1]
    while step.dungeon.status is Status.PLAYING:
        step = follow(step, chance.choice(legal_moves(step.dungeon)))


def _floor(_: int) -> int:
    """Plain Python, about as long as a game: a thousand additions."""
    total = 0
    for number in range(1000):
        total += number
    return total


def measure() -> dict[str, float]:
    """Calls a second of each, and what a call costs in floors."""
    long = lasting_run("long", moves=LONG)
    floor, games, replays = _rate(_floor), _rate(_random_game), _rate(lambda _: replay(long))
    return {
        "random games/s": round(games),
        f"replays of {LONG} moves/s": round(replays),
        "a game in floors": round(floor / games, 2),
        f"a replay of {LONG} moves in floors": round(floor / replays, 2),
        "floors/s (1000 additions)": round(floor),
    }
