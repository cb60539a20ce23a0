"""What the store's tests need besides: a second store on the same database, and SQL past the store."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import asyncpg
import pytest

from app.store import Store, open_store

Raw = Callable[..., Awaitable[list[tuple[Any, ...]]]]


@pytest.fixture
def raw(database_url: str) -> Raw:
    """Send any statement to the database, with `$1` for values, past the store; the rows it answers."""

    async def send(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        if database_url.startswith("sqlite"):
            connection = sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None)
            try:
                return connection.execute(statement.replace("$", "?"), values).fetchall()
            finally:
                connection.close()
        server = await asyncpg.connect(database_url)
        try:
            return [tuple(row) for row in await server.fetch(statement, *values)]
        finally:
            await server.close()

    return send


@pytest.fixture
async def other(store: Store, database_url: str) -> AsyncIterator[Store]:
    """A second store on the same database, as another server process would have it."""
    opened = open_store(database_url)
    await opened.open()
    yield opened
    await opened.close()
