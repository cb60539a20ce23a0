"""The store in a PostgreSQL database, over asyncpg.

Every statement is a transaction by itself and leaves nothing behind in the session: no settings, cursors, locks or
listeners. So a connection goes back to its place as it is, where asyncpg's own pool would first ask the server to clear
it, one more round trip a statement; and its checks cost more than the statement does (docs/adr/0002).
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from app.store import schema
from app.store import statements as sql
from app.store.protocol import StoreUnavailable
from app.store.rows import Row
from app.store.tables import Tables

PATIENCE = 30.0
"""Seconds that `open` waits for a server that is still starting."""

CONNECTIONS = 8
"""The most that one process opens. A statement takes one for well under a millisecond: more would only queue there."""

_CONNECT_SECONDS = 5.0
_COMMAND_SECONDS = 5.0
_WAIT_SECONDS = 5.0
_LONGEST_PAUSE = 1.0

# Any number, the same for every version of the program: whoever migrates this database holds the lock of this name.
_MIGRATING = 0x5C0_0DE1

_STARTING = (OSError, TimeoutError, asyncpg.CannotConnectNowError, asyncpg.TooManyConnectionsError)

# What a server, its network or its disk is to blame for. Our own mistakes (bad SQL, bad values) stay what they are.
_UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)

_DEAL = f"""
WITH player AS (
    INSERT INTO players (owner, game) VALUES ($2, $1)
    ON CONFLICT (owner) DO UPDATE SET game = EXCLUDED.game
)
{sql.DEAL}
"""  # noqa: S608 - constants

_SWEEP = """
WITH swept AS (
    DELETE FROM games WHERE NOT touched AND dealt_at < $1 RETURNING id, owner
), forgotten AS (
    DELETE FROM players USING swept
    WHERE players.owner = swept.owner AND players.game = swept.id AND players.preferences IS NULL
)
SELECT count(*) FROM swept
"""

_FORGET = """
WITH forgotten AS (
    DELETE FROM games WHERE owner = $1 RETURNING id
), player AS (
    DELETE FROM players WHERE owner = $1
)
SELECT count(*) FROM forgotten
"""


class PostgresStore(Tables):
    """Games in the PostgreSQL database of this URL (a libpq one, its options included), through a few connections.

    A committed write is on the server's disk, or wherever its `synchronous_commit` says.
    """

    def __init__(self, url: str, *, patience: float = PATIENCE) -> None:
        super().__init__()
        self._url = url
        self._patience = patience
        self._opened = False
        self._idle: list[asyncpg.Connection] = []
        self._places = asyncio.Semaphore(CONNECTIONS)

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises StoreUnavailable, or SchemaTooNew for a newer schema."""
        connection = await self._first_connection()
        try:
            async with connection.transaction():
                # Two server processes starting at once take turns; IF NOT EXISTS alone would let them collide.
                await connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                await _migrate(connection)
        except BaseException as error:
            connection.terminate()
            if isinstance(error, _UNAVAILABLE):
                raise _unavailable(error) from error
            raise
        self._idle.append(connection)
        self._opened = True

    async def close(self) -> None:
        """Let go of every connection; one still at work is let go of when it comes back."""
        self._opened = False
        while self._idle:
            try:
                await self._idle.pop().close(timeout=_CONNECT_SECONDS)
            except _UNAVAILABLE:
                continue  # gone is what it was to be

    async def _fetch(self, statement: str, *values: Any) -> Row | None:
        row: Row | None = await self._ask(asyncpg.Connection.fetchrow, statement, values)
        return row

    async def _fetch_all(self, statement: str, *values: Any) -> Sequence[Row]:
        found: list[Row] = await self._ask(asyncpg.Connection.fetch, statement, values)
        return found

    async def _write(self, statement: str, *values: Any) -> int:
        tag: str = await self._ask(asyncpg.Connection.execute, statement, values)
        return int(tag.rpartition(" ")[2])  # "UPDATE 1", "INSERT 0 1"

    async def _deal(self, game: tuple[Any, ...], *, owner: str, id: str) -> None:  # noqa: A002, ARG002 - both are in the row
        await self._write(_DEAL, *game)

    async def _sweep(self, before: int) -> int:
        row = await self._fetch(_SWEEP, before)
        return 0 if row is None else int(row[0])

    async def _forget(self, owner: str) -> int:
        row = await self._fetch(_FORGET, owner)
        return 0 if row is None else int(row[0])

    async def _ask(self, how: Callable[..., Awaitable[Any]], statement: str, values: tuple[Any, ...]) -> Any:
        """Send one statement over a connection of one's own. Raises StoreUnavailable."""
        try:
            if self._places.locked():
                async with asyncio.timeout(_WAIT_SECONDS):
                    await self._places.acquire()
            else:
                await self._places.acquire()
        except TimeoutError as error:
            raise StoreUnavailable("every connection to the database is taken") from error
        connection = None
        try:
            connection = self._an_idle_one() or await self._connect()
            answer = await how(connection, statement, *values)
        except BaseException as error:
            if connection is not None and not isinstance(error, asyncpg.PostgresError):
                # Broken, late or given up in the middle: what its session is at is not known, so it is not used again.
                connection.terminate()
            if isinstance(error, _UNAVAILABLE) and not isinstance(error, asyncpg.DataError):
                raise _unavailable(error) from error
            raise
        finally:
            if connection is not None and not connection.is_closed():
                if self._opened:
                    self._idle.append(connection)
                else:
                    connection.terminate()
            self._places.release()
        return answer

    def _an_idle_one(self) -> asyncpg.Connection | None:
        """The connection used last, for its warm caches; those that the server has closed meanwhile are forgotten."""
        if not self._opened:
            raise StoreUnavailable("the store is not open")
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(
            self._url,
            timeout=_CONNECT_SECONDS,
            command_timeout=_COMMAND_SECONDS,
            server_settings={"application_name": "scoundrel"},
        )

    async def _first_connection(self) -> asyncpg.Connection:
        """A connection, waited for while the server is starting: it and the app are often started together."""
        until = time.monotonic() + self._patience
        pause = 0.05
        while True:
            try:
                return await self._connect()
            except _STARTING as error:
                if time.monotonic() + pause > until:
                    raise _unavailable(error) from error
            except _UNAVAILABLE as error:
                raise _unavailable(error) from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


async def _migrate(connection: asyncpg.Connection) -> None:
    await connection.execute(schema.META)
    version = await connection.fetchval(schema.VERSION)
    for migration in schema.missing(version, schema.migrations()):
        await connection.execute(migration.sql)
        await connection.execute(schema.RECORD, str(migration.number))


def _unavailable(error: BaseException) -> StoreUnavailable:
    # The text of a TimeoutError is empty, that of an OSError names the address: no password is in either.
    return StoreUnavailable(f"PostgreSQL: {str(error) or type(error).__name__}")
