"""What only a server can do: be down, come back, be slow, crash."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from app.store import StoreUnavailable, postgres
from app.store.postgres import PostgresStore
from tests.postgres import Server

from .plays import OWNER, dealt, kept, played

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@pytest.fixture(scope="module")
def stoppable(postgres_programs: Path) -> Iterator[Server]:
    """A server of this file's own. A test that stops it starts it again."""
    server = Server(postgres_programs)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
async def store(stoppable: Server) -> AsyncIterator[PostgresStore]:
    opened = PostgresStore(stoppable.fresh())
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def admin(stoppable: Server) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(stoppable.url())
    yield connection
    await connection.close()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["stopped", "crashed"])
async def test_a_server_that_is_gone_is_unavailable_at_once_and_back_when_it_is(
    store: PostgresStore, stoppable: Server, how: signal.Signals
):
    game = await kept(store, await dealt(store), "6D")
    stoppable.stop(how)
    try:
        for _ in range(3):
            begun = time.monotonic()
            with pytest.raises(StoreUnavailable):
                await store.load(game.id)
            with pytest.raises(StoreUnavailable):
                await store.keep(game, played(game, "QSw"))
            assert time.monotonic() - begun < 2
    finally:
        stoppable.start()
    assert await store.load(game.id) == game
    await kept(store, game, "QSw")


async def test_a_server_that_is_still_starting_is_waited_for(stoppable: Server):
    url = stoppable.fresh()
    stoppable.stop()
    store = PostgresStore(url, patience=20)
    opening = asyncio.create_task(store.open())
    try:
        await asyncio.sleep(0.3)
        assert not opening.done()
    finally:
        stoppable.start(wait=False)
    await opening
    await store.ping()
    await store.close()


async def test_a_server_that_does_not_come_is_unavailable_in_the_end(stoppable: Server):
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="PostgreSQL: "):
        await PostgresStore("postgresql://127.0.0.1:1/nowhere", patience=0.2).open()
    assert time.monotonic() - begun < 3


async def test_a_database_that_is_not_there_is_not_waited_for(stoppable: Server):
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="does not exist"):
        await PostgresStore(stoppable.url().replace("/postgres", "/nowhere")).open()
    assert time.monotonic() - begun < 5


async def test_connections_the_server_has_ended_are_replaced(store: PostgresStore, admin: asyncpg.Connection):
    game = await dealt(store)
    await asyncio.gather(*(store.ping() for _ in range(20)))
    ended = await admin.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'scoundrel'"
    )
    assert 1 <= len(ended) <= postgres.CONNECTIONS
    for _ in range(200):  # until word of it has arrived
        if all(connection.is_closed() for connection in store._idle):
            break
        await asyncio.sleep(0.02)
    assert await store.load(game.id) == game


async def test_there_are_never_more_connections_than_said(store: PostgresStore, admin: asyncpg.Connection):
    await asyncio.gather(*(store.ping() for _ in range(100)))
    count = await admin.fetchval("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'scoundrel'")
    assert 1 <= count <= postgres.CONNECTIONS


async def test_a_server_that_does_not_answer_in_time_is_unavailable(
    stoppable: Server, admin: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres, "_COMMAND_SECONDS", 0.2)
    monkeypatch.setattr(postgres, "_WAIT_SECONDS", 0.2)
    url = stoppable.fresh()
    store = PostgresStore(url)
    await store.open()
    game = await dealt(store)
    table = f"{url.rpartition('=')[2]}.games"
    async with admin.transaction():
        await admin.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        begun = time.monotonic()
        outcomes = await asyncio.gather(*(store.load(game.id) for _ in range(40)), return_exceptions=True)
        assert {type(each) for each in outcomes} == {StoreUnavailable}
        assert "every connection to the database is taken" in {str(each) for each in outcomes}
        assert time.monotonic() - begun < 3
    assert await store.load(game.id) == game
    await store.close()


async def test_a_request_given_up_in_the_middle_leaves_no_trace(store: PostgresStore, admin: asyncpg.Connection):
    game = await dealt(store)
    for delay in (0, 0.0001, 0.0003, 0.001):
        asking = [asyncio.create_task(store.load(game.id)) for _ in range(20)]
        await asyncio.sleep(delay)
        for each in asking:
            each.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        assert await store.load(game.id) == game
    await asyncio.gather(*(store.ping() for _ in range(50)))


async def test_a_server_that_may_only_read_is_unavailable_for_writing(stoppable: Server):
    url = stoppable.fresh()
    first = PostgresStore(url)
    await first.open()
    game = await dealt(first)
    await first.close()
    standby = PostgresStore(url)
    await standby.open()
    for connection in standby._idle:
        await connection.execute("SET default_transaction_read_only = on")
    with pytest.raises(StoreUnavailable, match="read-only"):
        await standby.keep(game, played(game, "6D"))
    assert await standby.load(game.id) == game
    await standby.close()


async def test_a_store_closed_in_the_middle_of_a_request_lets_go_of_its_connection(
    store: PostgresStore, admin: asyncpg.Connection
):
    asking = asyncio.create_task(store.load((await dealt(store)).id))
    await asyncio.sleep(0)
    await store.close()
    await asking
    await asyncio.sleep(0.1)
    count = await admin.fetchval("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'scoundrel'")
    assert count == 0


async def test_our_own_mistakes_are_not_taken_for_the_servers(store: PostgresStore):
    with pytest.raises(asyncpg.UndefinedTableError):
        await store._fetch("SELECT * FROM nowhere")
    with pytest.raises(asyncpg.DataError):
        await store._fetch("SELECT $1::int", "one")
    await store.keep_preferences(OWNER, "{}")
    with pytest.raises(asyncpg.UniqueViolationError):
        await store._write("INSERT INTO players (owner) VALUES ($1)", OWNER)


async def test_a_move_changes_no_index(store: PostgresStore):
    """But for the first one, which takes the game out of the index of untouched ones: PostgreSQL calls it HOT."""
    game = await kept(store, await dealt(store), "6D", "QSw", "9H", "4Cw", "3H")
    assert game.turn == 5
    [connection] = store._idle
    await connection.execute("SELECT pg_stat_force_next_flush()")
    await connection.execute("SELECT 1")
    row = await connection.fetchrow(
        "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relid = 'games'::regclass"
    )
    assert tuple(row) == (5, 4)
