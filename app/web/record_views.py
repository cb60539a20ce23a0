"""What the records' page shows: frozen values, made of a player's records and of what the page was asked for."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup

from app.engine import Rules, Status, notation
from app.engine.rules import HEALTHS
from app.store import Record, statistics
from app.store.statistics import Bin, Figures, Sides
from app.web.histogram import picture
from app.words import aids, capital, decimal, number, outcome, percent, rules_in_words, slayers

T = TypeVar("T")

RUNS_A_PAGE = 50
DAYS = (7, 30, 365)
"""The times to choose from, beside all of it."""


class Option(NamedTuple):
    """One choice of a filter: what the form sends, what it is called, whether it is chosen."""

    value: str
    words: str
    chosen: bool


class BookView(NamedTuple):
    """One set of rules at one difficulty, with the address of its figures; scores as words, None for none."""

    words: str
    address: str
    chosen: bool
    finished: int
    won: int
    best: str | None
    best_unaided: str | None


class FigureView(NamedTuple):
    """A figure by its name, for all runs, the unaided, the aided; None where nothing can be said."""

    name: str
    all: str | None
    unaided: str | None
    aided: str | None


class RunView(NamedTuple):
    """A past run: when it ended (or was last moved in), by which rules, how it came out, its score, and its marks.

    `id` leads to it; `goes_on` is whether it can be taken up again. `end` is `won`, `slain` or `left`.
    """

    id: str
    end: str
    words: str
    score: str | None
    iso: str
    day: str
    rules: str
    marks: tuple[str, ...]
    goes_on: bool


class RecordsView(NamedTuple):
    """The whole page. `kept` is how many runs there are of any kind; without one the rest is empty.

    `groups` are the figures by topic. `newer`, `older`: addresses of the other pages of the list, None at its ends.
    """

    kept: int
    rules: str
    books: tuple[BookView, ...]
    rule_sets: tuple[Option, ...]
    difficulties: tuple[Option, ...]
    times: tuple[Option, ...]
    groups: tuple[tuple[str, tuple[FigureView, ...]], ...]
    bins: tuple[Bin, ...]
    picture: Markup | None
    runs: tuple[RunView, ...]
    found: int
    first: int
    newer: str | None
    older: str | None


class _Choice(NamedTuple):
    """What is shown: the rules, the days back from now or None for all time, the page of the list (1 is the first)."""

    rules: Rules
    days: int | None
    page: int

    def address(self, **changes: Any) -> str:
        """The page of this choice with these changes."""
        rules, days, page = self._replace(**changes)
        asked = {"rules": _rule_set(rules), "health": rules.health} | ({} if days is None else {"days": days})
        return f"/records?{urlencode(asked | ({} if page == 1 else {'page': page}))}"


def records_view(records: Sequence[Record], asked: Mapping[str, str], *, now: datetime) -> RecordsView:
    """The page for these records, newest deal first, and for what was asked: `rules`, `health`, `days`, `page`."""
    books = statistics.books(records)
    choice = _choice(records, books[0].rules if books else None, asked)
    since = None if choice.days is None else now - timedelta(days=choice.days)
    chosen = statistics.selected(records, choice.rules, since=since)
    bins = statistics.histogram(chosen)
    listed = sorted(chosen, key=lambda record: record.ended_at or record.moved_at, reverse=True)
    pages = max(1, -(-len(listed) // RUNS_A_PAGE))
    choice = choice._replace(page=min(choice.page, pages))
    first = (choice.page - 1) * RUNS_A_PAGE
    return RecordsView(
        kept=len(records),
        rules=rules_in_words(choice.rules),
        books=tuple([_book(book, choice) for book in books]),
        rule_sets=_rule_sets(records, choice),
        difficulties=tuple([Option(str(each), f"{each} health", each == choice.rules.health) for each in HEALTHS]),
        times=(
            Option("", "All time", choice.days is None),
            *(Option(str(each), _last(each), choice.days == each) for each in DAYS),
        ),
        groups=_groups(statistics.sides(chosen)),
        bins=tuple([each for each in bins if each.defeats or each.victories]),
        picture=picture(bins) if bins else None,
        runs=tuple([_run(record) for record in listed[first : first + RUNS_A_PAGE]]),
        found=len(listed),
        first=first + 1,
        newer=choice.address(page=choice.page - 1) if choice.page > 1 else None,
        older=choice.address(page=choice.page + 1) if choice.page < pages else None,
    )


def _choice(records: Sequence[Record], played: Rules | None, asked: Mapping[str, str]) -> _Choice:
    """What was asked for, as far as it makes sense; else the rules of the last run, all time, the first page."""
    last = played or (records[0].rules if records else Rules())
    try:
        rules = notation.parse_rules(f"{asked.get('health') or last.health} {asked.get('rules') or _rule_set(last)}")
    except notation.NotationError:
        rules = last
    days, page = asked.get("days", ""), asked.get("page", "")
    return _Choice(
        rules,
        int(days) if days in map(str, DAYS) else None,
        max(1, int(page)) if page.isascii() and page.isdigit() and len(page) < 7 else 1,
    )


def _rule_set(rules: Rules) -> str:
    """The rules without their difficulty, in the notation: `classic no-undo`."""
    return notation.print_rules(rules).partition(" ")[2]


def _rule_sets(records: Sequence[Record], choice: _Choice) -> tuple[Option, ...]:
    """Every set of rules that the player has touched a run by, and the one that is shown."""
    words = {_rule_set(rules): rules for rules in {*[record.rules for record in records], choice.rules}}
    chosen = _rule_set(choice.rules)
    return tuple(
        sorted(
            [Option(text, rules_in_words(rules, difficulty=False), text == chosen) for text, rules in words.items()],
            key=lambda option: option.words,
        )
    )


def _book(book: statistics.Book, choice: _Choice) -> BookView:
    return BookView(
        words=rules_in_words(book.rules),
        address=choice.address(rules=book.rules, page=1),
        chosen=book.rules == choice.rules,
        finished=book.finished,
        won=book.won,
        best=_said(number, book.best),
        best_unaided=_said(number, book.best_unaided),
    )


def _groups(sides: Sides) -> tuple[tuple[str, tuple[FigureView, ...]], ...]:
    def figure(name: str, say: Callable[[Figures], str | None]) -> FigureView:
        return FigureView(name, *map(say, sides))

    return (
        (
            "Runs",
            (
                figure("Finished", lambda side: str(side.finished)),
                figure("Won", lambda side: str(side.won)),
                figure("Slain", lambda side: str(side.slain)),
                figure("Share won, of finished", lambda side: _said(percent, side.win_share)),
                figure("Won in a row, now", lambda side: _said(number, side.streak)),
                figure("Won in a row, at best", lambda side: _said(number, side.best_streak)),
                figure("Abandoned, not finished", lambda side: str(side.abandoned)),
            ),
        ),
        (
            "Scores",
            (
                figure("Best", lambda side: _said(number, side.best)),
                figure("Last", lambda side: _said(number, side.last)),
                figure("Mean of finished runs", lambda side: _said(decimal, side.mean_score)),
                figure("Mean of victories", lambda side: _said(decimal, side.mean_victory)),
            ),
        ),
        (
            "In the dungeon",
            (
                figure("Room reached, mean", lambda side: _said(decimal, side.mean_room)),
                figure("Room reached, furthest", lambda side: _said(number, side.furthest_room)),
                figure("Health left in victories, mean", lambda side: _said(decimal, side.mean_health)),
                figure("Slain most often by", lambda side: side.killers and capital(slayers(*side.killers))),
            ),
        ),
    )


def _run(record: Record) -> RunView:
    over = record.status is not Status.PLAYING
    at = record.ended_at or record.moved_at
    return RunView(
        id=record.id,
        end=str(record.status) if over else "left",
        words=outcome(record.status, record.killer, record.rooms, on_the_table=record.current),
        score=_said(number, record.score),
        iso=f"{at:%Y-%m-%dT%H:%M:%SZ}",
        day=f"{at.day} {at:%B} {at.year}, {at:%H:%M} UTC",
        rules=rules_in_words(record.rules),
        marks=(
            *aids(record.undos, helped=record.helped),
            *(["practice"] if record.practice else []),
            *(["own cards"] if record.own_deck else []),
        ),
        goes_on=record.abandoned,
    )


def _said(say: Callable[[T], str], value: T | None) -> str | None:
    return None if value is None else say(value)


def _last(days: int) -> str:
    return "Last year" if days == 365 else f"Last {days} days"
