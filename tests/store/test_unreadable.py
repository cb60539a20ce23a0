"""Corrupt and foreign rows: an UnreadableGame and a log line, and nothing else is lost (docs/faults.md 18 and 28)."""

import logging
from typing import Any

import pytest

from app.engine import Status
from app.store import Store, UnreadableGame

from .conftest import Raw
from .plays import OWNER, dealt, kept, moment

pytestmark = pytest.mark.anyio

SEED = "nobody may read this"

CORRUPT: list[tuple[str, Any, str]] = [
    ("moves", "6D QS", "no such move: 'QS'"),
    ("moves", "6D QSwJCw", "no such move: 'QSwJCw'"),
    ("moves", "6D  QSw", "no such move: ''"),
    ("moves", "6D QSw ", "no such move: ''"),
    ("moves", "", "no such move: ''"),
    ("moves", "<script>alert(1)</script>\n", "no such move: '<script>alert(1)</sc'"),
    ("moves", "6D", "turn 2 after 1 moves"),
    ("moves", "6D QSw JCw", "turn 2 after 3 moves"),
    ("moves", "QSw JCw", "an impossible move: You hold no weapon: fight bare-handed."),
    ("moves", "6D 6D", "an impossible move: The 6 of diamonds is not in this room."),
    ("turn", 99, "turn 99 after 2 moves"),
    ("rules", "20 chaos", "rules are a health and a preset, not '20 chaos'"),
    ("rules", "20 classic sideways", "no such rule: 'sideways'"),
    ("rules", "7 classic", "health is 20, 30 or 40, not 7"),
    ("rules", "", "rules are a health and a preset, not ''"),
    ("seed", "", "a seed is 1 to 64 printable characters"),
    ("seed", "x" * 65, "a seed is 1 to 64 printable characters"),
    ("deck", "6D 9H QS JC 6D", "a deck has no card twice"),
    ("deck", "-", "a deck has at least one card"),
    ("deck", "6D 9H 11S", "no such card: '11S'"),
    ("dealt_at", 2**62, "date value out of range"),
    ("moved_at", -(2**62), "date value out of range"),
]

SQLITE_ONLY: list[tuple[str, str, str]] = [
    ("moves", "x'36442051537700'", "a text that is none"),
    ("moves", "CAST(x'3644ff' AS TEXT)", "a text that is none"),
    ("seed", "x'00'", "a text that is none"),
    ("deck", "x'37'", "a text that is none"),
    ("turn", "'two'", "a number that is none"),
    ("turn", "2.5", "a number that is none"),
    ("undos", "x''", "a number that is none"),
    ("ended_at", "'never'", "a number that is none"),
    ("ended_at", "''", "a number that is none"),
    ("ended_at", "x''", "a number that is none"),
    ("undos", "-1", "-1 undos"),
    ("undos", "9223372036854775807", "9223372036854775807 undos"),
]


async def broken(store: Store) -> tuple[str, str]:
    """The ids of a game at turn 2, to be broken and the player's current one, and of another that must stay."""
    sound = await kept(store, await dealt(store, owner="somebody else"), "9H")
    game = await kept(store, await dealt(store, seed=SEED), "6D", "QSw")
    return game.id, sound.id


async def is_unreadable(store: Store, id: str, why: str, caplog: pytest.LogCaptureFixture) -> None:  # noqa: A002
    with caplog.at_level(logging.INFO), pytest.raises(UnreadableGame) as unreadable:
        await store.load(id)
    assert unreadable.value.id == id
    assert why in unreadable.value.why
    assert [(line.levelname, line.name) for line in caplog.records] == [("WARNING", "app.store.rows")]
    assert caplog.messages == [str(unreadable.value)]
    assert SEED not in caplog.text
    assert "\n" not in caplog.messages[0]
    with pytest.raises(UnreadableGame):
        await store.current(OWNER)


@pytest.mark.parametrize(("column", "value", "why"), CORRUPT)
async def test_a_corrupt_row(
    store: Store, raw: Raw, caplog: pytest.LogCaptureFixture, column: str, value: Any, why: str
):
    game, sound = await broken(store)
    await raw(f"UPDATE games SET {column} = $1 WHERE id = $2", value, game)
    await is_unreadable(store, game, why, caplog)
    assert await raw(f"SELECT {column} FROM games WHERE id = $1", game) == [(value,)]
    assert (await store.load(sound)).turn == 1
    again = await dealt(store)
    assert await store.current(OWNER) == again


@pytest.mark.parametrize(("column", "value", "why"), SQLITE_ONLY)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_value_of_another_kind(
    store: Store, raw: Raw, caplog: pytest.LogCaptureFixture, column: str, value: str, why: str
):
    game, sound = await broken(store)
    await raw(f"UPDATE games SET {column} = {value} WHERE id = $1", game)
    await is_unreadable(store, game, why, caplog)
    assert (await store.load(sound)).turn == 1


async def test_a_game_that_is_over_but_marked_as_running_is_settled(store: Store, raw: Raw):
    """docs/faults.md 18."""
    game = await kept(store, await dealt(store, deck="2C 3H"), "2Cb", "3H")
    await raw("UPDATE games SET status = 'playing', score = NULL, ended_at = NULL")
    assert await store.load(game.id) == game
    [(status, score, moved_at, ended_at)] = await raw("SELECT status, score, moved_at, ended_at FROM games")
    assert (status, score) == ("won", 23)
    assert ended_at == moved_at


async def test_a_game_with_another_score_than_its_replay_gets_the_replays(store: Store, raw: Raw):
    """docs/faults.md 25: the score only ever comes from the replay."""
    game = await kept(store, await dealt(store, deck="KC AS 2C"), "KCb", "ASb")
    await raw("UPDATE games SET status = 'won', score = 30")
    assert await store.current(OWNER) == game
    assert await raw("SELECT status, score FROM games") == [("slain", -9)]


async def test_a_running_game_marked_as_over_runs_on(store: Store, raw: Raw):
    game = await kept(store, await dealt(store), "6D")
    await raw("UPDATE games SET status = 'won', score = 30, ended_at = moved_at")
    loaded = await store.load(game.id)
    assert (loaded.status, loaded.score, loaded.ended_at) == (Status.PLAYING, None, None)
    assert await raw("SELECT status, score, ended_at FROM games") == [("playing", None, None)]
    assert (await kept(store, loaded, "QSw")).moved_at == moment(2)


async def test_a_status_of_no_kind_we_know_is_put_right(store: Store, raw: Raw):
    game = await dealt(store)
    await raw("UPDATE games SET status = 'paused'")
    assert (await store.load(game.id)).status is Status.PLAYING
    assert await raw("SELECT status FROM games") == [("playing",)]


async def test_a_sound_game_is_loaded_without_writing(store: Store, caplog: pytest.LogCaptureFixture):
    running = await kept(store, await dealt(store), "6D")
    over = await kept(store, await dealt(store, deck="2H"), "2H")
    with caplog.at_level(logging.DEBUG):
        await store.load(running.id)
        await store.load(over.id)
    assert caplog.messages == []
