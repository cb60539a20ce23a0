"""Where games are kept: SQLite in a file or PostgreSQL by URL, behind one small protocol. Only here is any SQL."""

from pathlib import Path

from app.store.game import Game
from app.store.postgres import PostgresStore
from app.store.protocol import Bests, NoSuchGame, SchemaTooNew, Store, StoreUnavailable, UnreadableGame
from app.store.records import Record
from app.store.sqlite import SqliteStore

__all__ = [
    "Bests",
    "Game",
    "NoSuchGame",
    "Record",
    "SchemaTooNew",
    "Store",
    "StoreUnavailable",
    "UnreadableGame",
    "open_store",
]


def open_store(url: str) -> Store:
    """The store of this URL, not opened yet: `await store.open()` does that.

    `sqlite:///relative/path`, `sqlite:////absolute/path` (the path as it is, nothing in it is decoded), or
    `postgresql://user:password@host/database`. Raises ValueError for any other.
    """
    scheme, _, rest = url.partition("://")
    path = rest.removeprefix("/")
    if scheme == "sqlite" and rest != path and path.strip("/"):
        return SqliteStore(Path(path))
    if scheme == "postgresql" and rest:
        return PostgresStore(url)
    # Without the URL, which may hold a password.
    raise ValueError("a store is sqlite:///path or postgresql://user:password@host/database")
