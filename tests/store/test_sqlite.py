"""What only a file can do: be locked, full, moved away, or no database at all."""
# ruff: noqa: ASYNC240 - nobody else waits for this event loop

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from app.store import Game, StoreUnavailable
from app.store import statements as sql
from app.store.sqlite import SqliteStore

from .plays import OWNER, dealt, kept, moment, played

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games" / "scoundrel.db"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(file, patience=0.3)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def locked(store: SqliteStore, file: Path) -> Iterator[sqlite3.Connection]:
    """Another program in the middle of a long write."""
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    yield holder
    holder.close()


async def test_the_file_is_made_with_its_folder_for_its_owner_alone(store: SqliteStore, file: Path):
    await dealt(store)
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    made = {each.name: stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    assert made == dict.fromkeys(["scoundrel.db", "scoundrel.db-wal", "scoundrel.db-shm"], 0o600)


async def test_a_folder_and_a_file_that_are_there_keep_their_modes(tmp_path: Path):
    file = tmp_path / "scoundrel.db"
    file.touch()
    file.chmod(0o660)
    tmp_path.chmod(0o750)
    store = SqliteStore(file)
    await store.open()
    await store.close()
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(tmp_path.stat().st_mode)) == (0o660, 0o750)


async def test_a_closed_store_leaves_one_file(tmp_path: Path):
    store = SqliteStore(tmp_path / "scoundrel.db")
    await store.open()
    await dealt(store)
    await store.close()
    assert os.listdir(tmp_path) == ["scoundrel.db"]


async def test_it_writes_ahead_and_leaves_the_flushing_to_the_checkpoints(store: SqliteStore):
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (1,)


async def test_sweeping_looks_at_untouched_deals_alone(store: SqliteStore):
    plan = store._connection.execute(
        "EXPLAIN QUERY PLAN SELECT id, owner FROM games WHERE NOT touched AND dealt_at < 1 LIMIT 500"
    ).fetchall()
    assert [row[3] for row in plan] == ["SEARCH games USING INDEX games_untouched (dealt_at<?)"]


@pytest.mark.parametrize(
    ("statement", "values"),
    [(sql.TOUCHED, (OWNER, 2**63 - 1, "", 200)), (sql.BESTS, (OWNER, "20 classic", "", -208, 30))],
)
async def test_the_records_look_at_one_players_games_alone(store: SqliteStore, statement: str, values: tuple[Any, ...]):
    plan = await store._fetch_all(f"EXPLAIN QUERY PLAN {statement}", *values)
    told = [line[3] for line in plan]
    assert any(line.startswith("SEARCH games USING INDEX games_of_owner (owner=?") for line in told), told
    assert not any("SCAN" in line for line in told), told


async def test_a_locked_file_is_waited_for_with_the_event_loop_free(store: SqliteStore, locked: sqlite3.Connection):
    game = await store.load((await _game_behind_the_lock(store, locked)).id)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    begun = time.monotonic()
    try:
        with pytest.raises(StoreUnavailable, match="lock"):
            await store.keep(game, played(game, "6D"))
    finally:
        ticking.cancel()
    assert 0.3 <= time.monotonic() - begun < 3
    assert ticks >= 10
    locked.execute("ROLLBACK")
    await kept(store, game, "6D")


async def test_a_lock_let_go_in_time_costs_only_the_wait(store: SqliteStore, locked: sqlite3.Connection):
    game = await _game_behind_the_lock(store, locked)
    keeping = asyncio.create_task(store.keep(game, played(game, "6D")))
    dealing = asyncio.create_task(dealt(store))
    await asyncio.sleep(0.05)
    assert not keeping.done()
    assert not dealing.done()
    assert (await store.load(game.id)).turn == 0  # readers never wait
    locked.execute("ROLLBACK")
    await keeping
    await dealing
    assert (await store.load(game.id)).turn == 1


async def _game_behind_the_lock(store: SqliteStore, locked: sqlite3.Connection) -> Game:
    locked.execute("ROLLBACK")
    game = await dealt(store)
    locked.execute("BEGIN IMMEDIATE")
    return game


async def test_opening_waits_for_a_lock_too(store: SqliteStore, file: Path, locked: sqlite3.Connection):
    second = SqliteStore(file, patience=0.1)
    with pytest.raises(StoreUnavailable, match="lock"):
        await second.open()
    locked.execute("ROLLBACK")
    await second.open()
    await second.close()


async def _deal_without_end(store: SqliteStore) -> None:
    while True:
        await dealt(store)


async def _prefer_without_end(store: SqliteStore) -> None:
    for number in count():
        await store.keep_preferences(f"player {number}", "x" * 4000)


async def test_a_full_disk_is_unavailable_and_loses_nothing(store: SqliteStore):
    game = await dealt(store)
    # No free page left in a file that may not grow: SQLite answers as it does for a full disk.
    [(pages,)] = store._connection.execute("PRAGMA page_count").fetchall()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreUnavailable, match="full"):
        await _deal_without_end(store)
    assert not store._connection.in_transaction
    with pytest.raises(StoreUnavailable, match="full"):
        await _prefer_without_end(store)
    store._connection.execute("PRAGMA max_page_count = 100000")
    await kept(store, await store.load(game.id), "6D")


async def test_a_file_that_may_only_be_read_is_unavailable_for_writing(store: SqliteStore):
    game = await dealt(store)
    store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreUnavailable, match="readonly"):
        await store.keep(game, played(game, "6D"))
    with pytest.raises(StoreUnavailable, match="readonly"):
        await dealt(store)
    assert await store.load(game.id) == game


async def test_a_file_taken_away_is_not_written_into_the_void(store: SqliteStore, file: Path):
    game = await dealt(store)
    file.rename(file.with_name("elsewhere.db"))
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="no longer the one that was opened"):
            await store.keep(game, played(game, "6D"))
        file.write_bytes(file.with_name("elsewhere.db").read_bytes())  # nor into another one in its place


@pytest.mark.parametrize("content", [b"not a database\n" * 100, b"SQLite format 3\0" + b"\xff" * 4080])
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes):
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(StoreUnavailable, match="database"):
        await SqliteStore(file).open()
    assert file.read_bytes() == content
    assert os.listdir(tmp_path) == ["notes.txt"]


async def test_a_folder_is_no_database(tmp_path: Path):
    with pytest.raises(StoreUnavailable, match="Is a directory"):
        await SqliteStore(tmp_path).open()


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match=r"file/scoundrel\.db can't be opened for writing"):
        await SqliteStore(tmp_path / "file" / "scoundrel.db").open()


async def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path):
    tmp_path.chmod(0o500)
    root = os.geteuid() == 0  # who may write anywhere
    if root:
        os.seteuid(65534)
    try:
        with pytest.raises(StoreUnavailable, match=r"scoundrel\.db can't be opened for writing: Permission denied"):
            await SqliteStore(tmp_path / "games" / "scoundrel.db").open()
    finally:
        if root:
            os.seteuid(0)
        tmp_path.chmod(0o700)


async def test_our_own_mistakes_are_not_taken_for_the_files(store: SqliteStore):
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await store._fetch("SELECT * FROM nowhere")
    game = await dealt(store)
    assert await store.current(OWNER) == game
    with pytest.raises(sqlite3.IntegrityError):
        await store._write("INSERT INTO players (owner) VALUES ($1)", OWNER)
    assert game.moved_at == moment(0)
