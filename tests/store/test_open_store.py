"""A URL names a store."""

from pathlib import Path

import pytest

from app.store import StoreUnavailable, open_store
from app.store.postgres import PostgresStore
from app.store.sqlite import SqliteStore


def test_three_slashes_are_a_path_from_here_and_four_one_from_the_root():
    for url, path in (("sqlite:///var/x.db", "var/x.db"), ("sqlite:////var/x 1%2F.db", "/var/x 1%2F.db")):
        store = open_store(url)
        assert isinstance(store, SqliteStore)
        assert store._path == Path(path)


def test_a_server_is_named_by_its_url():
    assert isinstance(open_store("postgresql://user:password@host:5433/scoundrel?sslmode=require"), PostgresStore)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x.db",
        "sqlite:",
        "sqlite://",
        "sqlite:///",
        "sqlite:////",
        "sqlite://host/x.db",
        "postgresql://",
        "postgresql:x",
        "postgresql+asyncpg://user:hunter2@host/x",
        "mysql://user:hunter2@host/x",
    ],
)
def test_any_other_url_is_refused_without_quoting_it(url: str):
    with pytest.raises(ValueError, match="sqlite:///path or postgresql://") as refused:
        open_store(url)
    assert "hunter2" not in str(refused.value)


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["sqlite:////nowhere/x.db", "postgresql://127.0.0.1:1/x"])
async def test_a_store_that_is_not_open_is_unavailable(url: str):
    store = open_store(url)
    with pytest.raises(StoreUnavailable, match="not open"):
        await store.ping()
    await store.close()


@pytest.mark.anyio
async def test_a_closed_store_is_unavailable(database_url: str):
    store = open_store(database_url)
    await store.open()
    await store.close()
    with pytest.raises(StoreUnavailable, match="not open"):
        await store.ping()
    await store.close()
