"""A player's figures: each of them worked out again from the stored runs, by replaying every one."""

import random
import statistics as arithmetic
from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.engine import (
    AvoidedOrder,
    Bonus,
    Card,
    Defeat,
    Role,
    Rules,
    Run,
    StaleTurn,
    Status,
    notation,
    steps,
    undo_refusal,
)
from app.store import Record, Store, statistics
from app.store.statistics import Bin, Book, Figures, Killers
from tests.engine.games import choose, deck_of

from .conftest import Raw
from .plays import NOON, OWNER, VICTORIES, dealt, kept

WAYS = sorted({run.rules for run in VICTORIES}, key=notation.print_rules)
RUNS = 1500
ENTRANCE = datetime(2024, 1, 1, tzinfo=UTC)


# A player's whole life -----------------------------------------------------------------------------------------------


async def lived(store: Store, owner: str, chance: random.Random) -> None:
    """A good thousand runs that count, and others: won, lost, left, untouched, practised, with cards of one's own."""
    now = ENTRANCE
    for number in range(RUNS):
        now += timedelta(seconds=chance.randrange(1, 100_000))
        won = chance.choice(VICTORIES) if chance.random() < 0.25 else None
        rules = won.rules if won is not None else chance.choice(WAYS)
        own = deck_of(chance.randrange(1, 45), number) if won is None and chance.random() < 0.08 else None
        run = Run(rules, f"{number}", deck=own) if won is None else replace(won, moves=())
        game = await store.deal(owner, run, practice=chance.random() < 0.08, now=now)
        if chance.random() < 0.05:
            continue  # dealt, and never touched
        moves = iter(won.moves) if won is not None else None
        patience = chance.randrange(1, 30) if chance.random() < 0.12 else 1000
        aided = chance.random() < 0.3
        before = game
        while game.status is Status.PLAYING and game.turn < patience:
            now += timedelta(seconds=chance.randrange(1, 90), microseconds=chance.randrange(10**6))
            move = next(moves) if moves is not None else choose(game.dungeon, chance, 0.1)
            game = game.play(move, at_turn=game.turn, now=now)
            if aided and chance.random() < 0.1 and undo_refusal(game.steps[-1]) is None:
                game = game.undo(at_turn=game.turn, now=now).play(move, at_turn=game.turn - 1, now=now)
            if chance.random() < 0.1:
                await store.keep(before, game)
                before = game
        if chance.random() < 0.06:
            game = replace(game, helped=True)
        if game is not before:
            await store.keep(before, game)
            if chance.random() < 0.2 and game.run.moves != before.run.moves:
                with pytest.raises(StaleTurn):
                    await store.keep(before, game)  # the last request, repeated
    await kept(store, await dealt(store, owner="somebody else"), "6D")


# The same figures once more, from replays ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Replayed:
    """One stored run as its replay tells it."""

    run: Run
    status: Status
    score: int
    health: int
    rooms: int
    killer: Card | None
    aided: bool
    left: bool
    dealt_at: int
    end: int


async def replayed(raw: Raw, owner: str) -> list[Replayed]:
    """Every stored run of the player that counts and was touched."""
    [(current,)] = await raw("SELECT game FROM players WHERE owner = $1", owner)
    rows = await raw(
        "SELECT id, rules, seed, deck, moves, practice, undos, helped, dealt_at, moved_at FROM games WHERE owner = $1",
        owner,
    )
    found = []
    for id_, rules, seed, deck, moves, practice, undos, helped, dealt_at, moved_at in rows:
        run = Run(notation.parse_rules(rules), seed, notation.moves(moves))
        if deck is not None or practice or (not run.moves and not undos):
            continue
        walked = steps(run)
        last = walked[-1].dungeon
        status = last.status
        gone = last.discard[-1:] + (last.weapon.stack[-1:] if last.weapon is not None else ())
        killer = None
        if status is Status.SLAIN:
            [killer] = [card for card in gone if card.role is Role.MONSTER and card in walked[-2].dungeon.room]
        found.append(
            Replayed(
                run=run,
                status=status,
                score=_scored(walked[-1].dungeon),
                health=last.health,
                rooms=sum(str(step.move) == "avoid" for step in walked) + _faced_rooms(walked[-1].dungeon),
                killer=killer,
                aided=bool(undos) or bool(helped),
                left=status is Status.PLAYING and id_ != current,
                dealt_at=dealt_at,
                end=moved_at,
            )
        )
    return found


def _scored(dungeon: Any) -> int:
    """The score by rulings 14 to 17, put down here once more."""
    if dungeon.status is Status.WON:
        return int(dungeon.health + dungeon.bonus)
    left = sum(card.value for card in (*dungeon.room, *dungeon.pile) if card is not None and card.role is Role.MONSTER)
    return int(0 if dungeon.rules.defeat is Defeat.ZERO else dungeon.health) - left


def _faced_rooms(dungeon: Any) -> int:
    """Rooms met and not avoided, from the number of cards that are still about."""
    return int(dungeon.room_number - dungeon.avoids)


def recomputed(runs: list[Replayed]) -> Figures:
    """The figures of these runs, in the plainest words there are."""
    over = sorted([run for run in runs if run.status is not Status.PLAYING], key=lambda run: (run.end, run.dealt_at))
    won = [run for run in over if run.status is Status.WON]
    victories = "".join("w" if run.status is Status.WON else "s" for run in over)
    deaths = Counter(run.killer for run in over if run.killer is not None)
    most = max(deaths.values(), default=0)
    killers = sorted((card for card in deaths if deaths[card] == most), key=lambda card: (-card.value, card.suit))
    if not over:
        return Figures(0, 0, 0, sum(run.left for run in runs), *[None] * 11)
    return Figures(
        finished=len(over),
        won=len(won),
        slain=victories.count("s"),
        abandoned=sum(run.left for run in runs),
        win_share=len(won) / len(over),
        streak=len(victories) - len(victories.rstrip("w")),
        best_streak=max(map(len, victories.split("s"))),
        best=max(run.score for run in over),
        last=over[-1].score,
        mean_score=arithmetic.fmean(run.score for run in over),
        mean_victory=arithmetic.fmean(run.score for run in won) if won else None,
        mean_room=arithmetic.fmean(run.rooms for run in over),
        furthest_room=max(run.rooms for run in over),
        killers=Killers(tuple(killers), most) if killers else None,
        mean_health=arithmetic.fmean(run.health for run in won) if won else None,
    )


def rebinned(runs: list[Replayed]) -> dict[tuple[int, int], tuple[int, int]]:
    """How many defeats and victories each ten of scores has; a score at a time."""
    bins: dict[tuple[int, int], tuple[int, int]] = {}
    for low in range(-219, 61, 10):
        there = [run.status for run in runs if run.status is not Status.PLAYING and low <= run.score <= low + 9]
        if there:
            bins[low, low + 9] = there.count(Status.SLAIN), there.count(Status.WON)
    return bins


def roughly(figures: Figures) -> tuple[Any, ...]:
    return tuple(pytest.approx(each) if isinstance(each, float) else each for each in figures)


@pytest.mark.anyio
async def test_every_figure_of_a_thousand_runs_is_what_their_replays_come_to(store: Store, raw: Raw):
    await lived(store, OWNER, random.Random(2026))
    records = await store.records(OWNER)
    told = await replayed(raw, OWNER)
    assert RUNS > len(records) > RUNS * 0.9
    assert sum(record.counts for record in records) == len(told) > 1000
    end = max(run.end for run in told)
    latest = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=end)
    seen: Counter[str] = Counter()
    for rules in WAYS:
        for days in (None, 7, 30, 365):
            since = None if days is None else latest - timedelta(days=days)
            chosen = statistics.selected(records, rules, since=since)
            first = None if since is None else end - days * 86_400_000_000  # type: ignore[operator]
            ours = [run for run in told if run.run.rules == rules and (first is None or run.end >= first)]
            sides = statistics.sides(chosen)
            assert all(side.won + side.slain == side.finished for side in sides)
            assert tuple(sides.all) == roughly(recomputed(ours))
            assert tuple(sides.unaided) == roughly(recomputed([run for run in ours if not run.aided]))
            assert tuple(sides.aided) == roughly(recomputed([run for run in ours if run.aided]))
            drawn = statistics.histogram(chosen)
            assert {(each.low, each.high): each[2:] for each in drawn if any(each[2:])} == rebinned(ours)
            assert [each.low for each in drawn[1:]] == [each.high + 1 for each in drawn[:-1]]
            seen += Counter(name for side in sides for name, value in side._asdict().items() if value)
    assert set(seen) == set(Figures._fields), "each figure says something somewhere"
    assert {book.rules: tuple(book)[1:] for book in statistics.books(records)} == {
        rules: (
            (whole := recomputed([run for run in told if run.run.rules == rules])).finished,
            whole.won,
            whole.best,
            recomputed([run for run in told if run.run.rules == rules and not run.aided]).best,
        )
        for rules in WAYS
    }


# Small cases ---------------------------------------------------------------------------------------------------------


def record(status: str = "won", score: int | None = 5, **facts: Any) -> Record:
    """A record of these facts; whatever is left out is plain."""
    at = facts.pop("at", 0)
    moment = NOON + timedelta(days=at)
    over = status != "playing"
    plain: dict[str, Any] = {
        "id": facts.pop("id", f"{at}"),
        "rules": Rules(),
        "status": Status(status),
        "score": score if over else None,
        "practice": False,
        "own_deck": False,
        "undos": 0,
        "helped": False,
        "turn": 30,
        "rooms": 15,
        "killer": notation.card("AS") if status == "slain" else None,
        "dealt_at": moment,
        "moved_at": moment,
        "ended_at": moment if over else None,
        "current": False,
    }
    return Record(**plain | facts)


def test_of_no_runs_nothing_is_said():
    assert statistics.figures([]) == Figures(0, 0, 0, 0, *[None] * 11)
    assert statistics.histogram([]) == ()
    assert statistics.books([]) == ()


def test_practice_and_own_decks_count_nothing():
    runs = [record(practice=True), record(own_deck=True), record("playing", practice=True)]
    assert statistics.figures(runs) == statistics.figures([])
    assert statistics.histogram(runs) == ()
    assert statistics.books(runs) == ()


def test_the_game_on_the_table_is_not_abandoned():
    runs = [record("playing", current=True), record("playing"), record("playing")]
    assert statistics.figures(runs).abandoned == 2
    assert statistics.figures(runs).finished == 0


def test_a_defeat_at_score_0_is_a_defeat():
    """Ruling 14: the result is never read off the score."""
    figures = statistics.figures([record("slain", 0)])
    assert (figures.won, figures.slain, figures.best, figures.win_share) == (0, 1, 0, 0.0)
    assert statistics.histogram([record("slain", 0)]) == (Bin(-9, 0, 1, 0),)


def test_two_games_with_the_same_score_are_two():
    figures = statistics.figures([record(score=7), record(score=7, at=1)])
    assert (figures.finished, figures.best, figures.last, figures.mean_score) == (2, 7, 7, 7.0)


@pytest.mark.parametrize(
    ("ends", "now", "most"), [("w", 1, 1), ("s", 0, 0), ("wws", 0, 2), ("wswww", 3, 3), ("wwwsw", 1, 3)]
)
def test_a_streak_is_of_victories_in_the_order_they_ended(ends: str, now: int, most: int):
    runs = [record("won" if each == "w" else "slain", 1 if each == "w" else -1, at=at) for at, each in enumerate(ends)]
    random.Random(1).shuffle(runs)
    figures = statistics.figures(runs)
    assert (figures.streak, figures.best_streak) == (now, most)


def test_an_unfinished_run_breaks_no_streak():
    runs = [record(at=1), record("playing", at=2), record(at=3)]
    assert statistics.figures(runs).streak == 2


def test_of_several_monsters_that_slew_equally_often_all_are_told():
    killers = [notation.card(text) for text in ("AS", "KC", "AC", "AS", "AC", "KC", "2C")]
    runs = [record("slain", -9, at=at, killer=killer) for at, killer in enumerate(killers)]
    assert statistics.figures(runs).killers == Killers(notation.cards("AC AS KC"), 2)


@pytest.mark.parametrize(
    ("score", "status", "low"),
    [
        (-188, "slain", -189),
        (-10, "slain", -19),
        (-9, "slain", -9),
        (0, "slain", -9),
        (1, "won", 1),
        (10, "won", 1),
        (11, "won", 11),
        (20, "won", 11),
        (30, "won", 21),
    ],
)
def test_a_bin_holds_ten_scores(score: int, status: str, low: int):
    [only] = statistics.histogram([record(status, score)])
    assert (only.low, only.high) == (low, low + 9)
    assert (only.defeats, only.victories) == ((0, 1) if status == "won" else (1, 0))


def test_bins_without_a_run_are_there_between_others():
    bins = statistics.histogram([record("slain", -25), record(score=12)])
    assert [each.low for each in bins] == [-29, -19, -9, 1, 11]


def test_books_are_kept_apart_by_every_rule_and_the_difficulty():
    ways = [Rules(), Rules(30), Rules(undo=False), Rules(avoided=AvoidedOrder.SHUFFLED), Rules(bonus=Bonus.BEFORE)]
    runs = [record(score=at, rules=rules, at=at) for at, rules in enumerate(ways, start=1)]
    aided = record(score=30, undos=1, at=-1)
    books = statistics.books([*runs, aided, record("playing")])
    assert books == (
        *(Book(rules, 1, 1, at, at) for at, rules in reversed(list(enumerate(ways, start=1))) if at > 1),
        Book(Rules(), 2, 2, 30, 1),
    )


def test_a_run_is_of_the_time_in_which_it_ended():
    late = record(dealt_at=NOON - timedelta(days=90), moved_at=NOON, ended_at=NOON)
    left = record("playing", dealt_at=NOON - timedelta(days=90), moved_at=NOON - timedelta(days=80))
    runs = (late, left)
    assert statistics.selected(runs, Rules()) == runs
    assert statistics.selected(runs, Rules(), since=NOON) == (late,)
    assert statistics.selected(runs, Rules(), since=NOON + timedelta(microseconds=1)) == ()
    assert statistics.selected(runs, Rules(30)) == ()
