"""Games are dealt, loaded, kept and swept, the same on both databases."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from app.engine import IllegalMove, Rules, Run, StaleTurn, Status, notation, steps
from app.store import NoSuchGame, Store

from .conftest import Raw
from .plays import DECK, NOON, OWNER, dealt, kept, moment, played, undone

pytestmark = pytest.mark.anyio

NO_IDS = ["", "x", "a" * 21, "a" * 23, "a" * 21 + "\0", "a" * 21 + "\n", "a" * 21 + "\ud800", "é" * 22, "../" * 7 + "a"]
NO_OWNERS = ["", "\0", "tab\t", "\ud800", "x" * 101]


async def test_a_dealt_game_is_loaded_as_it_is(store: Store):
    run = Run(Rules(health=30, equal_counts=True), "spades & ‘clubs’ 🂡")
    game = await store.deal(OWNER, run, practice=False, now=NOON)
    assert await store.load(game.id) == game
    assert (game.owner, game.run, game.steps) == (OWNER, run, steps(run))
    assert (game.practice, game.undos, game.helped) == (False, 0, False)
    assert (game.dealt_at, game.moved_at, game.ended_at) == (NOON, NOON, None)


async def test_a_deck_of_ones_own_is_kept(store: Store):
    game = await dealt(store)
    loaded = await store.load(game.id)
    assert (loaded.run.deck, loaded.practice) == (DECK, True)


async def test_every_game_has_an_id_of_22_characters_that_no_other_has(store: Store):
    ids = {(await dealt(store)).id for _ in range(20)}
    assert len(ids) == 20
    assert {len(each) for each in ids} == {22}


async def test_a_run_that_is_over_when_it_is_kept_has_an_end(store: Store):
    run = Run(Rules(), "a seed", (notation.move("2H"),), notation.cards("2H"))
    game = await store.deal(OWNER, run, practice=True, now=NOON)
    assert (game.status, game.ended_at) == (Status.WON, NOON)
    assert await store.load(game.id) == game


@pytest.mark.parametrize("deck", [(), (*DECK, DECK[0])])
async def test_a_deck_that_is_none_is_not_dealt(store: Store, deck: tuple[notation.Card, ...]):
    with pytest.raises(ValueError, match="a deck has"):
        await store.deal(OWNER, Run(Rules(), "a seed", deck=deck), practice=True, now=NOON)
    assert await store.current(OWNER) is None


async def test_a_run_with_an_impossible_move_is_not_dealt(store: Store):
    with pytest.raises(IllegalMove):
        await store.deal(OWNER, Run(Rules(), "a seed", (notation.move("QSw"),), DECK), practice=True, now=NOON)


@pytest.mark.parametrize("owner", NO_OWNERS)
async def test_an_owner_that_no_database_takes_has_nothing_and_gets_nothing(store: Store, owner: str):
    assert await store.current(owner) is None
    assert await store.preferences(owner) is None
    with pytest.raises(ValueError, match="key"):
        await dealt(store, owner=owner)
    with pytest.raises(ValueError, match="key"):
        await store.keep_preferences(owner, "{}")


async def test_a_time_without_a_zone_is_refused(store: Store):
    with pytest.raises(TypeError):
        await store.deal(OWNER, Run(Rules(), "a seed"), practice=False, now=datetime(2026, 3, 1))  # noqa: DTZ001


@pytest.mark.parametrize("id", NO_IDS)
async def test_a_malformed_id_is_no_game(store: Store, id: str):  # noqa: A002
    with pytest.raises(NoSuchGame):
        await store.load(id)


async def test_an_id_that_was_never_dealt_is_no_game(store: Store):
    with pytest.raises(NoSuchGame):
        await store.load("a" * 22)


async def test_a_kept_move_is_loaded(store: Store, other: Store):
    game = await kept(store, await dealt(store), "6D", "QSw")
    for each in (store, other):
        assert await each.load(game.id) == game


async def test_a_kept_undo_is_loaded(store: Store, other: Store):
    game = await kept(store, await dealt(store), "6D", "QSw")
    back = undone(game)
    await store.keep(game, back)
    for each in (store, other):
        assert await each.load(game.id) == back


async def test_a_game_to_its_end(store: Store, raw: Raw):
    game = await kept(store, await dealt(store, deck="2C 3H"), "2Cb", "3H")
    assert await store.load(game.id) == game
    assert (game.status, game.score, game.ended_at) == (Status.WON, 23, moment(2))
    assert await raw("SELECT status, score FROM games") == [("won", 23)]


async def test_a_move_from_a_turn_that_has_gone_is_stale(store: Store):
    before = await dealt(store)
    after = await kept(store, before, "6D", "QSw")
    with pytest.raises(StaleTurn) as stale:
        await store.keep(before, played(before, "9H"))
    assert stale.value.turn == 2
    assert await store.load(before.id) == after


async def test_a_move_over_an_undo_and_another_move_is_stale(store: Store):
    """The turn is the same again, the moves are not."""
    first = await dealt(store)
    here = await kept(store, first, "6D")
    back = undone(here)
    await store.keep(here, back)
    there = await kept(store, back, "9H")
    with pytest.raises(StaleTurn) as stale:
        await store.keep(here, played(here, "QSw"))
    assert stale.value.turn == 1
    assert await store.load(first.id) == there


async def test_a_move_over_an_undo_and_the_same_move_is_stale(store: Store):
    """Turn and moves are the same again, but the undo must stay counted."""
    here = await kept(store, await dealt(store), "6D")
    back = undone(here)
    await store.keep(here, back)
    again = await kept(store, back, "6D")
    with pytest.raises(StaleTurn):
        await store.keep(here, played(here, "QSw"))
    assert (await store.load(here.id)).undos == again.undos == 1


async def test_help_asked_for_meanwhile_stays_in_the_row(store: Store, raw: Raw):
    before = await dealt(store)
    await raw("UPDATE games SET helped = TRUE")
    await store.keep(before, played(before, "6D"))
    assert (await store.load(before.id)).helped


async def test_help_is_kept_with_the_move(store: Store):
    before = await dealt(store)
    await store.keep(before, replace(played(before, "6D"), helped=True))
    assert (await store.load(before.id)).helped


async def test_a_move_in_a_game_that_has_gone_is_no_game(store: Store):
    before = await dealt(store)
    await store.sweep(untouched_since=moment(1))
    with pytest.raises(NoSuchGame):
        await store.keep(before, played(before, "6D"))


async def test_a_move_is_not_kept_in_another_game(store: Store):
    one, two = await dealt(store), await dealt(store)
    with pytest.raises(ValueError, match="two games"):
        await store.keep(one, played(two, "6D"))


async def test_two_games_on_the_same_cards_do_not_mix(store: Store):
    one, two = await dealt(store), await dealt(store)
    one, two = await kept(store, one, "6D", "QSw"), await kept(store, two, "9H")
    assert await store.load(one.id) == one
    assert await store.load(two.id) == two


async def test_a_player_has_no_game_at_first(store: Store):
    assert await store.current(OWNER) is None


async def test_the_game_dealt_last_is_the_current_one(store: Store):
    await dealt(store)
    second = await kept(store, await dealt(store), "6D")
    await dealt(store, owner="somebody else")
    assert await store.current(OWNER) == second


async def test_a_finished_game_stays_the_current_one(store: Store):
    game = await kept(store, await dealt(store, deck="2H"), "2H")
    assert await store.current(OWNER) == game


async def test_an_older_game_can_be_made_current_again(store: Store):
    first = await dealt(store)
    await dealt(store)
    await store.make_current(first)
    assert await store.current(OWNER) == first


async def test_somebody_elses_game_is_never_current(store: Store, raw: Raw):
    await dealt(store)
    theirs = await dealt(store, owner="somebody else")
    await raw("UPDATE players SET game = $1 WHERE owner = $2", theirs.id, OWNER)
    assert await store.current(OWNER) is None


async def test_sweeping_forgets_old_deals_that_nobody_touched(store: Store, raw: Raw):
    old = await dealt(store, owner="one")
    moved = await kept(store, await dealt(store, owner="two"), "6D")
    undo = undone(moved)
    tried = await dealt(store, owner="three")
    await kept(store, tried, "6D")
    before = await store.load(tried.id)
    await store.keep(before, undone(before))
    new = await store.deal("four", Run(Rules(), "a seed"), practice=False, now=NOON + timedelta(hours=1))
    assert undo.turn == 0

    assert await store.sweep(untouched_since=NOON + timedelta(hours=1)) == 1
    with pytest.raises(NoSuchGame):
        await store.load(old.id)
    for each in (moved, tried, new):
        assert (await store.load(each.id)).id == each.id
    assert await store.sweep(untouched_since=NOON + timedelta(hours=1)) == 0
    assert await raw("SELECT owner FROM players ORDER BY owner") == [("four",), ("three",), ("two",)]


async def test_a_swept_game_leaves_its_player_without_one_but_with_the_preferences(store: Store):
    await dealt(store)
    await store.keep_preferences(OWNER, '{"theme": "paper"}')
    assert await store.sweep(untouched_since=moment(1)) == 1
    assert await store.current(OWNER) is None
    assert await store.preferences(OWNER) == '{"theme": "paper"}'
    again = await dealt(store)
    assert await store.current(OWNER) == again


async def test_a_player_who_went_on_to_another_game_stays(store: Store, raw: Raw):
    await dealt(store)
    second = await kept(store, await dealt(store), "6D")
    assert await store.sweep(untouched_since=moment(1)) == 1
    assert await store.current(OWNER) == second


async def test_more_deals_than_are_swept_at_once(store: Store, raw: Raw):
    game = await dealt(store)
    columns = "rules, seed, deck, moves, turn, status, score, practice, undos, helped, touched, dealt_at, moved_at"
    await raw(
        f"""
        INSERT INTO games (id, owner, {columns})
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1200)
        SELECT 'copy ' || number, 'copier', {columns} FROM games, numbers WHERE id = $1
        """,
        game.id,
    )
    assert await store.sweep(untouched_since=moment(1)) == 1201
    assert await raw("SELECT count(*) FROM games") == [(0,)]


async def test_preferences_are_kept_and_replaced(store: Store, other: Store):
    assert await store.preferences(OWNER) is None
    await store.keep_preferences(OWNER, '{"theme": "dark"}')
    await store.keep_preferences(OWNER, '{"theme": "paper", "name": "Zoë 🂡"}')
    assert await other.preferences(OWNER) == '{"theme": "paper", "name": "Zoë 🂡"}'
    assert await store.current(OWNER) is None


async def test_preferences_and_the_current_game_do_not_touch_each_other(store: Store):
    game = await dealt(store)
    await store.keep_preferences(OWNER, "{}")
    assert await store.current(OWNER) == game
    second = await dealt(store)
    assert await store.preferences(OWNER) == "{}"
    assert await store.current(OWNER) == second


@pytest.mark.parametrize("text", ["x" * 4001, "\0", "\ud800"])
async def test_preferences_that_are_no_short_text_are_refused(store: Store, text: str):
    with pytest.raises(ValueError, match="preferences"):
        await store.keep_preferences(OWNER, text)
    await store.keep_preferences(OWNER, "x" * 4000)


async def test_the_secret_is_made_once(store: Store, other: Store):
    secret = await store.secret()
    assert len(secret) == 43
    assert await store.secret() == await other.secret() == secret


async def test_an_open_store_answers(store: Store):
    await store.ping()


async def test_a_game_dealt_beside_the_current_one_leaves_that_as_it_is(store: Store):
    current = await dealt(store)
    beside = await store.deal(OWNER, Run(Rules(), "a seed", deck=DECK), practice=True, now=NOON, current=False)
    assert await store.current(OWNER) == current
    assert await store.load(beside.id) == beside


async def test_the_latest_game_of_a_deal_is_the_one_dealt_last_to_that_player(store: Store):
    run = Run(Rules(), "a seed", deck=DECK)
    assert await store.latest(OWNER, run) is None
    others = [
        Run(Rules(), "a seed", deck=DECK[:3]),
        Run(Rules(), "another", deck=DECK),
        Run(Rules(30), "a seed", deck=DECK),
    ]
    others.append(Run(Rules(), "a seed"))
    hours = iter(range(10))
    games = [
        await store.deal(owner, dealt, practice=True, now=NOON + timedelta(hours=next(hours)))
        for owner, dealt in ((OWNER, run), (OWNER, run), ("somebody", run), *((OWNER, other) for other in others))
    ]
    assert await store.latest(OWNER, run) == games[1]
    assert [await store.latest(OWNER, other) for other in others] == games[3:]
    assert await store.latest("\0", run) is None


async def test_the_latest_game_is_the_one_dealt_last_whatever_the_order_of_writing(store: Store):
    run = Run(Rules(), "a seed", deck=DECK)
    late = await store.deal(OWNER, run, practice=True, now=NOON + timedelta(hours=1))
    await store.deal(OWNER, run, practice=True, now=NOON)
    assert await store.latest(OWNER, run) == late


async def test_a_newcomer_is_who_never_made_a_move(store: Store):
    assert await store.is_newcomer(OWNER)
    game = await dealt(store)
    await dealt(store)
    assert await store.is_newcomer(OWNER)
    assert await store.is_newcomer("\0")
    await kept(store, game, "6D")
    assert not await store.is_newcomer(OWNER)
    assert await store.is_newcomer("somebody")
