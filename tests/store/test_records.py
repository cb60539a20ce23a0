"""What is known of runs without replaying them: each value is the replay's. And forgetting a player altogether."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest

from app.engine import AvoidedOrder, Defeat, Rules, Run, StaleTurn, Status, notation
from app.store import Bests, Game, NoSuchGame, Record, Store, sqlite, tables
from app.store.rows import record_of, run_of, to_row
from tests.engine.games import EVERY_WAY, deck_of, play_out

from .conftest import Raw
from .plays import DECK, NOON, OWNER, VICTORIES, dealt, kept, moment, played, undone
from .test_unreadable import CORRUPT, SQLITE_ONLY

ID = "an_id_of_22_characters"
IMPOSSIBLE = ("QSw JCw", "6D 6D")
"""Moves that only a replay can tell from possible ones: such a run is listed, and can't be opened."""


def along(run: Run, number: int) -> Iterator[Game]:
    """The stored game at each turn of a whole run, the deal first."""
    steps = list(play_out(run, number))
    for turn in range(len(steps)):
        over = steps[turn].dungeon.status is not Status.PLAYING
        yield Game(
            id=ID,
            owner=OWNER,
            run=replace(run, moves=tuple(step.move for step in steps[1 : turn + 1] if step.move is not None)),
            steps=tuple(steps[: turn + 1]),
            practice=number % 5 == 0,
            undos=number % 3,
            helped=number % 7 == 0,
            dealt_at=NOON,
            moved_at=moment(turn),
            ended_at=moment(turn) if over else None,
        )


def read(game: Game, *, current: bool = False) -> Record:
    """The record as read from the game's row."""
    return record_of((*to_row(game)[:-1], current))


def test_each_value_of_a_record_is_that_of_the_replay():
    for number in range(600):
        rules = replace(EVERY_WAY[number % len(EVERY_WAY)], undo=number % 4 > 0)
        games = list(along(Run(rules, f"{number}"), number))
        for game in games[-3:] + games[: number % 40 : 5]:
            assert read(game) == Record.of(game, current=False)
        assert read(games[-1]).finished
        assert run_of(to_row(games[-1])) == games[-1].run


@pytest.mark.parametrize("run", VICTORIES, ids=lambda run: run.seed)
def test_each_value_of_a_victory_is_that_of_the_replay(run: Run):
    game = Game.dealt(ID, OWNER, run, practice=False, now=NOON)
    record = read(game)
    assert record == Record.of(game, current=False)
    assert record.status is Status.WON
    assert record.health_left == game.dungeon.health
    assert record.killer is None


def test_each_value_of_a_record_on_a_deck_of_ones_own_is_that_of_the_replay():
    ends: Counter[tuple[Status, bool]] = Counter()
    for size in range(1, 45):
        for number in range(4):
            run = Run(EVERY_WAY[(size + number) % len(EVERY_WAY)], "own", deck=deck_of(size, number))
            for game in along(run, number):
                record = read(game, current=True)
                assert record == Record.of(game, current=True)
                assert record.own_deck
                assert not record.counts
            ends[game.status, game.dungeon.bonus > 0] += 1
            won = game.status is Status.WON
            assert record.health_left == (game.dungeon.health if won else None)
    assert set(ends) == {(Status.SLAIN, False), (Status.WON, False), (Status.WON, True)}


@pytest.mark.parametrize(
    ("undos", "helped", "aided"), [(0, False, False), (1, False, True), (0, True, True), (3, True, True)]
)
def test_undos_or_help_make_a_run_aided(undos: int, helped: bool, aided: bool):
    game = next(islice(along(Run(Rules(), "any"), 1), 2, None))
    assert read(replace(game, undos=undos, helped=helped)).aided is aided


@pytest.mark.anyio
class TestRecords:
    """`Store.records`, `Store.runs` and `Store.bests`."""

    async def test_touched_games_are_there_newest_first_and_others_are_not(self, store: Store, other: Store):
        first = await kept(store, await deal(store, 1), "6D")
        await deal(store, 2)
        aided = undone(await kept(store, await deal(store, 3), "6D"))
        await store.keep(replace_moves(aided), aided)
        practice = await kept(store, await dealt(store, deck="2H"), "2H")
        await kept(store, await deal(store, 4, owner="somebody else"), "6D")
        for reader in (store, other):
            records = await reader.records(OWNER)
            assert [record.id for record in records] == [aided.id, first.id, practice.id]
            assert [record.status for record in records] == [Status.PLAYING, Status.PLAYING, Status.WON]
            assert [record.abandoned for record in records] == [True, True, False]
            assert [(record.turn, record.undos) for record in records] == [(0, 1), (1, 0), (1, 0)]
            assert [record.current for record in records] == [False, False, True]
        await store.make_current(first)
        assert [record.id for record in await other.records(OWNER) if record.abandoned] == [aided.id]
        assert await store.records("nobody") == await store.records("") == await store.records("\0") == ()

    async def test_any_number_is_read_page_by_page_each_once(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(tables, "READ_AT_ONCE", 4)
        for count in range(13):
            # Some of them dealt at the very same moment.
            await kept(store, await deal(store, count // 3), "6D")
            records = await store.records(OWNER)
            assert len({record.id for record in records}) == len(records) == count + 1
            assert sorted(records, key=lambda record: record.dealt_at, reverse=True) == list(records)
            pages = [page async for page in store.runs(OWNER)]
            assert [record for page in pages for record, _ in page] == list(records)
            assert max(map(len, pages)) <= 4

    async def test_others_get_their_turn_between_the_pages(self, store: Store, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(tables, "READ_AT_ONCE", 4)
        for second in range(13):
            await kept(store, await deal(store, second), "6D")
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        waiting = asyncio.create_task(others())
        try:
            await asyncio.sleep(0)
            turns = 0
            await store.records(OWNER)
            assert turns >= 3
        finally:
            waiting.cancel()

    async def test_runs_are_those_that_were_played(self, store: Store):
        own = await kept(store, await dealt(store), "6D", "QSw")
        rules = Rules(40, defeat=Defeat.ZERO, avoided=AvoidedOrder.SHUFFLED, undo=False)
        ordinary = await store.deal(OWNER, Run(rules, "it's a | seed"), practice=False, now=moment(9))
        ordinary = await kept(store, ordinary, "avoid")
        [page] = [page async for page in store.runs(OWNER)]
        assert [run for _, run in page] == [ordinary.run, own.run]

    async def test_the_best_scores_by_some_rules_are_told_apart_by_aid(self, store: Store):
        async def finished(score: int, **facts: Any) -> Game:
            return await won(store, score, **facts)

        assert await store.bests(OWNER, Rules(), but=ID) == Bests(None, None)
        best = await finished(18)
        await finished(7)
        await finished(12, undos=1)
        await finished(14, helped=True)
        await finished(19, practice=True)
        await finished(17, rules=Rules(undo=False))
        await finished(16, owner="somebody else")
        await kept(store, await deal(store, 1), "6D")
        await kept(store, await dealt(store, deck="2H"), "2H")
        assert await store.bests(OWNER, Rules(), but=ID) == Bests(18, 14)
        assert await store.bests(OWNER, Rules(), but=best.id) == Bests(7, 14)
        assert await store.bests(OWNER, Rules(undo=False), but=ID) == Bests(17, None)
        assert (
            await store.bests(OWNER, Rules(30), but=ID) == await store.bests("", Rules(), but=ID) == Bests(None, None)
        )

    async def test_a_score_that_no_run_can_have_is_nobodys_best(self, store: Store, raw: Raw):
        await won(store, 18)
        for score in (10**6, -(10**6)):
            await raw("UPDATE games SET score = $1", score)
            assert await store.bests(OWNER, Rules(), but=ID) == Bests(None, None)

    @pytest.mark.parametrize(("column", "value", "why"), CORRUPT)
    async def test_a_corrupt_row_is_logged_and_left_out(
        self, store: Store, raw: Raw, caplog: pytest.LogCaptureFixture, column: str, value: Any, why: str
    ):
        sound = await kept(store, await dealt(store, deck="2H 3H"), "2H")
        game = await kept(store, await dealt(store), "6D", "QSw")
        await raw(f"UPDATE games SET {column} = $1 WHERE id = $2", value, game.id)
        await left_out(store, game, sound, why, caplog, possible=value in IMPOSSIBLE)

    @pytest.mark.parametrize(("column", "value", "why"), [*SQLITE_ONLY, ("id", "x'00'", ""), ("dealt_at", "'x'", "")])
    @pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
    async def test_a_value_of_another_kind_is_left_out(
        self, store: Store, raw: Raw, caplog: pytest.LogCaptureFixture, column: str, value: str, why: str
    ):
        sound = await kept(store, await dealt(store, deck="2H 3H"), "2H")
        game = await kept(store, await dealt(store), "6D", "QSw")
        await raw(f"UPDATE games SET {column} = {value} WHERE id = $1", game.id)
        await left_out(store, game, sound, why, caplog, possible=False)

    @pytest.mark.parametrize(
        "wrong",
        [
            "status = 'playing', score = NULL, ended_at = NULL",
            "status = 'won'",
            "status = 'paused'",
            "score = 1000000000",
            "score = NULL",
            "score = -209",
            "ended_at = NULL",
        ],
    )
    async def test_a_row_that_contradicts_itself_is_put_right_from_its_replay(self, store: Store, raw: Raw, wrong: str):
        game = await kept(store, await dealt(store, deck="KC AS"), "KCb", "ASb")
        truth = Record.of(game, current=True)
        await raw(f"UPDATE games SET {wrong}")
        assert await store.records(OWNER) == (truth,)
        assert await raw("SELECT status, score FROM games") == [("slain", -7)]
        assert await store.records(OWNER) == (truth,)

    async def test_a_running_game_marked_as_won_gives_nothing_away(self, store: Store, raw: Raw):
        await kept(store, await deal(store, 1), "6D")
        await raw("UPDATE games SET status = 'won', score = 30, ended_at = moved_at")
        [record] = await store.records(OWNER)
        assert (record.status, record.score, record.ended_at) == (Status.PLAYING, None, None)


async def deal(store: Store, second: int, *, owner: str = OWNER) -> Game:
    """An ordinary game whose first room has the 6 of diamonds, dealt at that second."""
    return await store.deal(owner, Run(Rules(), SEED), practice=False, now=NOON + timedelta(seconds=second))


SEED = next(f"{each}" for each in range(1000) if {*notation.cards("6D")} <= {*Run(Rules(), f"{each}").order[:4]})


async def won(
    store: Store,
    score: int,
    *,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    practice: bool = False,
    owner: str = OWNER,
    undos: int = 0,
    helped: bool = False,
) -> Game:
    """A finished run whose row says that it was won with this score: what the row says is what counts here."""
    game = await store.deal(owner, Run(rules, SEED), practice=practice, now=NOON)
    after = replace(played(game, "6D"), undos=undos, helped=helped)
    await store.keep(game, after)
    await marked(store, game.id, score)
    return after


async def marked(store: Store, id: str, score: int) -> None:  # noqa: A002
    order = "UPDATE games SET status = 'won', score = $1, ended_at = moved_at WHERE id = $2"
    await store._write(order, score, id)  # type: ignore[attr-defined]


def replace_moves(game: Game) -> Game:
    """The state before the undo that led here."""
    return replace(game, run=replace(game.run, moves=(notation.move("6D"),)), undos=game.undos - 1)


async def left_out(
    store: Store, game: Game, sound: Game, why: str, caplog: pytest.LogCaptureFixture, *, possible: bool
) -> None:
    with caplog.at_level(logging.WARNING):
        listed = [record.id for record in await store.records(OWNER)]
        pages = [page async for page in store.runs(OWNER)]
    expected = [game.id, sound.id] if possible else [sound.id]
    assert sorted(listed) == sorted(expected)
    assert sorted(record.id for page in pages for record, _ in page) == sorted(expected)
    if not possible and why:
        assert why in caplog.text


@pytest.mark.anyio
class TestForget:
    """`Store.forget`."""

    async def test_all_that_is_kept_of_a_player_goes_and_nothing_else(
        self, store: Store, other: Store, raw: Raw, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(sqlite, "_FORGOTTEN_AT_ONCE", 3)
        for _ in range(3):
            await kept(store, await dealt(store), "6D")
        await dealt(store)
        running = await kept(store, await dealt(store), "6D")
        await store.keep_preferences(OWNER, "{}")
        theirs = await kept(store, await dealt(store, owner="somebody else"), "6D")
        await store.keep_preferences("somebody else", "{}")
        assert await other.forget(OWNER) == 5
        assert await raw("SELECT owner, game, preferences FROM players") == [("somebody else", theirs.id, "{}")]
        assert await raw("SELECT id FROM games") == [(theirs.id,)]
        assert await store.current(OWNER) is None
        assert await store.records(OWNER) == ()
        assert await store.preferences(OWNER) is None
        with pytest.raises(NoSuchGame):
            await store.load(running.id)
        assert await store.forget(OWNER) == await store.forget("\0") == 0

    async def test_what_is_forgotten_is_not_remembered_in_memory_either(self, store: Store):
        game = await kept(store, await dealt(store), "6D")
        theirs = await kept(store, await dealt(store, owner="somebody else"), "6D")
        await store.forget(OWNER)
        assert store.recall(game.id) is None
        assert store.recall(theirs.id) is theirs

    async def test_nothing_that_comes_late_brings_it_back(self, store: Store, other: Store, raw: Raw):
        game = await kept(store, await dealt(store), "6D")
        await other.load(game.id)
        remembered = other.recall(game.id)
        assert remembered is not None
        await store.forget(OWNER)
        for process in (store, other):
            with pytest.raises(NoSuchGame):
                await process.keep(remembered, played(remembered, "QSw"))
            with pytest.raises(NoSuchGame):
                await process.make_current(remembered)
            assert process.recall(game.id) is None
        assert await raw("SELECT * FROM games") == await raw("SELECT * FROM players") == []

    async def test_a_player_who_comes_back_begins_anew(self, store: Store):
        await kept(store, await dealt(store), "6D")
        await store.forget(OWNER)
        game = await kept(store, await dealt(store), "9H")
        assert [record.id for record in await store.records(OWNER)] == [game.id]
        with pytest.raises(StaleTurn):
            await store.keep(replace(game, run=Run(Rules(), "a seed", deck=DECK)), game)
