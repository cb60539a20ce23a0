"""Migrations: in order, once, all or nothing, by one process at a time."""

from pathlib import Path

import pytest

from app.store import SchemaTooNew, Store, StoreUnavailable, open_store, schema
from app.store.schema import Migration

from .conftest import Raw
from .plays import OWNER, dealt, kept

pytestmark = pytest.mark.anyio

VERSION = "SELECT value FROM meta WHERE name = 'schema'"


async def opened(url: str) -> Store:
    store = open_store(url)
    await store.open()
    return store


async def test_an_empty_database_is_brought_up_to_date(store: Store, raw: Raw):
    assert await raw(VERSION) == [(str(len(schema.migrations())),)]


async def test_opening_again_changes_nothing(database_url: str, raw: Raw):
    first = await opened(database_url)
    game = await kept(first, await dealt(first), "6D")
    secret = await first.secret()
    await first.close()
    second = await opened(database_url)
    assert await second.load(game.id) == game
    assert await second.secret() == secret
    await second.close()
    assert await raw(VERSION) == [(str(len(schema.migrations())),)]


async def test_an_older_database_gets_what_it_lacks_and_keeps_its_games(
    database_url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
):
    first = await opened(database_url)
    game = await kept(first, await dealt(first), "6D")
    await first.close()
    known = schema.migrations()
    later = (
        Migration(len(known) + 1, "ALTER TABLE players ADD COLUMN name TEXT;\nCREATE TABLE days (day TEXT);"),
        Migration(len(known) + 2, "-- a word; with a sign\nINSERT INTO days (day)\nVALUES ('2026-03-01');\n"),
    )
    monkeypatch.setattr(schema, "migrations", lambda: (*known, *later))
    second = await opened(database_url)
    assert await second.load(game.id) == game
    await second.close()
    assert await raw(VERSION) == [(str(len(known) + 2),)]
    assert await raw("SELECT day FROM days") == [("2026-03-01",)]
    assert await raw("SELECT name FROM players") == [(None,)]


async def test_a_database_of_the_first_version_keeps_its_games_and_its_players_find_them(
    database_url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
):
    known = schema.migrations()
    with monkeypatch.context() as patched:
        patched.setattr(schema, "migrations", lambda: known[:1])
        first = await opened(database_url)
        games = [await kept(first, await dealt(first), "6D") for _ in range(3)]
        await first.close()
    assert await raw(VERSION) == [("1",)]
    second = await opened(database_url)
    assert sorted(record.id for record in await second.records(OWNER)) == sorted(game.id for game in games)
    assert await second.load(games[0].id) == games[0]
    await second.close()
    assert await raw(VERSION) == [(str(len(known)),)]


async def test_a_migration_that_fails_leaves_everything_as_it_was(
    database_url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
):
    first = await opened(database_url)
    game = await dealt(first)
    await first.close()
    known = schema.migrations()
    wrong = Migration(len(known) + 1, "CREATE TABLE days (day TEXT);\nINSERT INTO nowhere VALUES (1);")
    with monkeypatch.context() as patched:
        patched.setattr(schema, "migrations", lambda: (*known, wrong))
        with pytest.raises(Exception, match="nowhere") as error:
            await opened(database_url)
        assert not isinstance(error.value, StoreUnavailable)
    again = await opened(database_url)
    assert await again.load(game.id) == game
    await again.close()
    assert await raw(VERSION) == [(str(len(known)),)]
    await raw("CREATE TABLE days (day TEXT)")  # it is not there


async def test_a_newer_schema_is_not_touched(database_url: str, raw: Raw):
    first = await opened(database_url)
    await first.close()
    await raw("UPDATE meta SET value = '99' WHERE name = 'schema'")
    with pytest.raises(SchemaTooNew, match=r"schema 99, this version of the game knows \d+"):
        await opened(database_url)
    assert await raw(VERSION) == [("99",)]


def test_migrations_are_numbered_without_a_gap(tmp_path: Path):
    (tmp_path / "0001_first.sql").write_text("SELECT 1;")
    (tmp_path / "0003_third.sql").write_text("SELECT 3;")
    with pytest.raises(ValueError, match=r"\[1, 3\]"):
        schema.migrations(tmp_path)
    (tmp_path / "0002_second.sql").write_text("SELECT 2;")
    assert [each.sql for each in schema.migrations(tmp_path)] == ["SELECT 1;", "SELECT 2;", "SELECT 3;"]


def test_there_are_migrations():
    assert schema.migrations()
