"""What a player's records come to: pure, from records to figures.

Practice and decks of one's own never count (ruling 20). Figures are always of one set of rules at one
difficulty, which together are the engine's `Rules`; mixing them would say nothing. Within it unaided and aided runs are
told apart.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from app.engine import Card, Rules, Status
from app.store.records import Record

BIN = 10
"""How many scores lie in one bin of the histogram."""


class Killers(NamedTuple):
    """The monsters that slew a player most often, and how often each of them did; the strongest first."""

    cards: tuple[Card, ...]
    times: int


class Figures(NamedTuple):
    """What some runs come to, all by the same rules. Where there is nothing to say, a figure is None.

    - `finished`: won or slain. `abandoned`: begun, not over, and no longer on the table; in no other figure.
    - `win_share`: won of finished, 0 to 1.
    - `streak`, `best_streak`: victories in a row, of the finished runs in the order they ended: now, and the most.
    - `best`, `last`: the highest score, and that of the run that ended last.
    - `mean_score`, `mean_victory`: over finished runs, and over victories alone.
    - `mean_room`, `furthest_room`: the number of the room reached in finished runs, avoided rooms included.
    - `killers`: what slew the player most. `mean_health`: the health left in victories, without any bonus.
    """

    finished: int
    won: int
    slain: int
    abandoned: int
    win_share: float | None
    streak: int | None
    best_streak: int | None
    best: int | None
    last: int | None
    mean_score: float | None
    mean_victory: float | None
    mean_room: float | None
    furthest_room: int | None
    killers: Killers | None
    mean_health: float | None


class Sides(NamedTuple):
    """The figures of the same runs three times: all of them, the unaided, the aided."""

    all: Figures
    unaided: Figures
    aided: Figures


class Book(NamedTuple):
    """One set of rules at one difficulty that a player has finished or left runs by, and what these come to."""

    rules: Rules
    finished: int
    won: int
    best: int | None
    best_unaided: int | None


class Bin(NamedTuple):
    """How many runs scored from `low` to `high`, defeats and victories told apart by their end (ruling 14)."""

    low: int
    high: int
    defeats: int
    victories: int


def selected(records: Iterable[Record], rules: Rules, *, since: datetime | None = None) -> tuple[Record, ...]:
    """The records by these rules, in the same order; those since a moment alone where one is given.

    What decides is when a run ended, and for one that has not when it was last moved in.
    """
    return tuple(
        [
            record
            for record in records
            if record.rules == rules and (since is None or (record.ended_at or record.moved_at) >= since)
        ]
    )


def books(records: Iterable[Record]) -> tuple[Book, ...]:
    """A book for each set of rules that counting runs were played by, the one dealt last first."""
    shelves: dict[Rules, list[Record]] = {}
    for record in sorted(records, key=lambda record: record.dealt_at, reverse=True):
        if record.counts:
            shelves.setdefault(record.rules, []).append(record)
    return tuple([_book(rules, shelf) for rules, shelf in shelves.items()])


def sides(records: Sequence[Record]) -> Sides:
    """The figures of these runs, which are all by the same rules; those that don't count are left out."""
    return Sides(
        figures(records),
        figures([record for record in records if not record.aided]),
        figures([record for record in records if record.aided]),
    )


def figures(records: Iterable[Record]) -> Figures:
    """The figures of these runs taken together; those that don't count are left out."""
    counting = [record for record in records if record.counts]
    ended = finished(counting)
    victories = [record for record in ended if record.status is Status.WON]
    scores = [record.score for record in ended if record.score is not None]
    winning = [record.score for record in victories if record.score is not None]
    rooms = [record.rooms for record in ended]
    streak, best_streak = _streaks(ended)
    return Figures(
        finished=len(ended),
        won=len(victories),
        slain=len(ended) - len(victories),
        abandoned=sum(record.abandoned for record in counting),
        win_share=len(victories) / len(ended) if ended else None,
        streak=streak if ended else None,
        best_streak=best_streak if ended else None,
        best=max(scores, default=None),
        last=scores[-1] if scores else None,
        mean_score=_mean(scores),
        mean_victory=_mean(winning),
        mean_room=_mean(rooms),
        furthest_room=max(rooms, default=None),
        killers=_killers(ended),
        mean_health=_mean([record.health_left for record in victories if record.health_left is not None]),
    )


def finished(records: Iterable[Record]) -> list[Record]:
    """The counting runs that are over, in the order they ended; two that ended at once in the order of their deal."""
    ended = [(record.ended_at, record.dealt_at, record.id, record) for record in records if record.counts]
    return [record for *_, record in sorted([each for each in ended if each[0] is not None])]


def histogram(records: Iterable[Record]) -> tuple[Bin, ...]:
    """The scores of the counting finished runs in bins of ten, lowest first, without a gap; empty without such a run.

    The bins are ..., -19 to -10, -9 to 0, 1 to 10, 11 to 20, ...: none holds both defeats and victories, since a defeat
    scores 0 or less and a victory 1 or more (rulings 13-17).
    """
    defeats: Counter[int] = Counter()
    victories: Counter[int] = Counter()
    for record in records:
        if record.counts and record.score is not None:
            (victories if record.status is Status.WON else defeats)[-(-record.score // BIN)] += 1
    there = {*defeats, *victories}
    if not there:
        return ()
    return tuple(
        [
            Bin(BIN * (each - 1) + 1, BIN * each, defeats[each], victories[each])
            for each in range(min(there), max(there) + 1)
        ]
    )


def _book(rules: Rules, shelf: Sequence[Record]) -> Book:
    ended = [record for record in shelf if record.score is not None]
    return Book(
        rules,
        len(ended),
        sum(record.status is Status.WON for record in ended),
        max([record.score for record in ended if record.score is not None], default=None),
        max([record.score for record in ended if record.score is not None and not record.aided], default=None),
    )


def _streaks(ended: Iterable[Record]) -> tuple[int, int]:
    """Victories in a row: up to the last of these runs, and the most there ever were."""
    now = most = 0
    for record in ended:
        now = now + 1 if record.status is Status.WON else 0
        most = max(most, now)
    return now, most


def _killers(ended: Iterable[Record]) -> Killers | None:
    times = Counter([record.killer for record in ended if record.killer is not None])
    most = max(times.values(), default=0)
    worst = [card for card, count in times.items() if count == most]
    return Killers(tuple(sorted(worst, key=lambda card: (-card.value, card.suit))), most) if worst else None


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None
