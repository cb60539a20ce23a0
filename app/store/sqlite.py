"""The store in one SQLite file: nothing to set up, and quick enough to be called from within the event loop.

A statement here takes some tens of microseconds, less than handing it to a thread and back would (docs/adr/0003). What
may take long is never waited for inside a call: a lock held by another process is asked for again and again, with the
event loop free between.
"""

import asyncio
import os
import random
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from app.store import schema
from app.store import statements as sql
from app.store.protocol import StoreUnavailable
from app.store.rows import Row
from app.store.tables import Tables

PATIENCE = 5.0
"""Seconds to wait for another process's lock before giving up."""

_CHECKPOINTS = "PRAGMA wal_autocheckpoint = 4000"
"""Every 16 MB of log instead of every 4: each one waits for the disk, and all players with it (docs/adr/0003)."""

_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.05
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SWEPT_AT_ONCE = 500
_FORGOTTEN_AT_ONCE = 500

T = TypeVar("T")


class SqliteStore(Tables):
    """Games in the SQLite file at this path, made with its folder when it isn't there, readable by its owner alone.

    One connection a process, in WAL mode: readers never wait, writers of several processes take turns. A committed
    write is in the operating system's hands, so killing the process loses nothing; a power cut may cost the last
    moments (synchronous=NORMAL), never the file.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        super().__init__()
        self._path = path
        self._patience = patience
        self._open: sqlite3.Connection | None = None
        self._opened_file = (0, 0)

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            raise StoreUnavailable("the store is not open")
        # SQLite would go on writing into a file that was moved or deleted, and acknowledge what nobody will find.
        if _file_there(self._path) != self._opened_file:
            raise StoreUnavailable(f"the file {self._path} is no longer the one that was opened: start again")
        return self._open

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises StoreUnavailable, or SchemaTooNew for a newer schema."""
        self._open = _connected(self._path)
        self._opened_file = _file_there(self._path)
        try:
            # Waits for its turn like any other write: several server processes may be starting on one new file.
            await self._patiently(lambda connection: connection.execute("PRAGMA journal_mode = WAL").fetchall())
            await self._patiently(lambda connection: connection.execute("PRAGMA synchronous = NORMAL").fetchall())
            await self._patiently(lambda connection: connection.execute(_CHECKPOINTS).fetchall())
            await self._patiently(_migrate)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Let go of the file."""
        if self._open is not None:
            self._open.close()
            self._open = None

    async def _fetch(self, statement: str, *values: Any) -> Row | None:
        # All rows, though there is one at most: a statement left half read would hold its lock.
        found = await self._fetch_all(statement, *values)
        return found[0] if found else None

    async def _fetch_all(self, statement: str, *values: Any) -> Sequence[Row]:
        question = _numbered(statement)
        return await self._patiently(lambda connection: connection.execute(question, values).fetchall())

    async def _write(self, statement: str, *values: Any) -> int:
        order = _numbered(statement)
        return await self._patiently(lambda connection: connection.execute(order, values).rowcount)

    async def _deal(self, game: tuple[Any, ...], *, owner: str, id: str) -> None:  # noqa: A002
        def deal(connection: sqlite3.Connection) -> None:
            connection.execute(_numbered(sql.DEAL), game)
            connection.execute(_numbered(sql.MAKE_CURRENT), (owner, id))

        await self._patiently(lambda connection: _at_once(connection, deal))

    async def _sweep(self, before: int) -> int:
        def some(connection: sqlite3.Connection) -> int:
            doomed = connection.execute(_UNTOUCHED, (before, _SWEPT_AT_ONCE)).fetchall()
            connection.executemany(_FORGET_PLAYER, doomed)
            connection.executemany(_FORGET_GAME, doomed)
            return len(doomed)

        swept = 0
        while True:
            now = await self._patiently(lambda connection: _at_once(connection, some))
            swept += now
            if now < _SWEPT_AT_ONCE:
                return swept
            await asyncio.sleep(0)  # let the players in between

    async def _forget(self, owner: str) -> int:
        def some(connection: sqlite3.Connection) -> int:
            gone = connection.execute(_FORGET_SOME, (owner, _FORGOTTEN_AT_ONCE)).rowcount
            if gone < _FORGOTTEN_AT_ONCE:
                connection.execute(_FORGET_OWNER, (owner,))
            return gone

        forgotten = 0
        while True:
            now = await self._patiently(lambda connection: _at_once(connection, some))
            forgotten += now
            if now < _FORGOTTEN_AT_ONCE:
                return forgotten
            await asyncio.sleep(0)

    async def _patiently(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work on the connection; while another process holds the lock, wait outside of it and try again."""
        until = None
        pause = _SHORTEST_PAUSE
        while True:
            try:
                return work(self._connection)
            except sqlite3.DatabaseError as error:
                if not _is_busy(error):
                    _raise_unavailable(error)
                now = time.monotonic()
                until = until or now + self._patience
                if now >= until:
                    raise StoreUnavailable("another program holds the lock of the database file") from error
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - so that two waiting don't march in step
            pause = min(2 * pause, _LONGEST_PAUSE)


_UNTOUCHED = "SELECT id, owner FROM games WHERE NOT touched AND dealt_at < ?1 LIMIT ?2"
_FORGET_PLAYER = "DELETE FROM players WHERE owner = ?2 AND game = ?1 AND preferences IS NULL"
_FORGET_GAME = "DELETE FROM games WHERE id = ?1 AND owner = ?2"
_FORGET_SOME = "DELETE FROM games WHERE rowid IN (SELECT rowid FROM games WHERE owner = ?1 LIMIT ?2)"
_FORGET_OWNER = "DELETE FROM players WHERE owner = ?1"


@cache
def _numbered(statement: str) -> str:
    """The shared SQL as SQLite writes it: `?1` for `$1`."""
    return re.sub(r"\$(\d+)", r"?\1", statement)


def _file_there(path: Path) -> tuple[int, int]:
    """Which file the path leads to just now, by device and number; (0, 0) for none."""
    try:
        found = os.stat(path)
    except OSError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def _connected(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Made here and not by SQLite, for its mode: WAL and index files then get the same.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreUnavailable(f"the database file {path} can't be opened for writing: {error.strerror}") from error
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise StoreUnavailable(f"the database file {path} can't be opened: {error}") from error
    connection.text_factory = _text
    return connection


def _text(stored: bytes) -> str | bytes:
    """The text; bytes that are none stay bytes, so that they make one game unreadable instead of failing the query."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _at_once(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do the work in one transaction. It takes the write lock first, so it is busy before anything is done or never."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has rolled back by itself
            connection.execute("ROLLBACK")
        raise
    return done


def _migrate(connection: sqlite3.Connection) -> None:
    def migrate(connection: sqlite3.Connection) -> None:
        connection.execute(schema.META)
        version = connection.execute(schema.VERSION).fetchone()
        for migration in schema.missing(version[0] if version else None, schema.migrations()):
            # Not executescript, which commits before it begins.
            for statement in _statements(migration.sql):
                connection.execute(statement)
            connection.execute(_numbered(schema.RECORD), (str(migration.number),))

    _at_once(connection, migrate)


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _is_busy(error: sqlite3.DatabaseError) -> bool:
    # The extended codes (busy in recovery, busy in a snapshot) carry the primary one in the low byte.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY


def _raise_unavailable(error: sqlite3.DatabaseError) -> NoReturn:
    """StoreUnavailable for what the file or its disk is to blame for; our own mistakes (bad SQL) stay what they are."""
    ours = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_MISUSE)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in ours:
        raise error
    raise StoreUnavailable(f"the database file: {error}") from error
