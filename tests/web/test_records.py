"""The records as a player meets them: what counts, what is shown, what is taken along, what is forgotten."""

import json
import re
from datetime import UTC, datetime, timedelta
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine import Rules, Run, Status, legal_moves, notation, replay, score
from app.store import Game
from app.web.players import COOKIE
from app.words import number
from tests.store.plays import VICTORIES

from .conftest import another, begin, game_of, play, puzzle, sql

HTMX = {"HX-Request": "true"}
VICTORY = next(run for run in VICTORIES if run.rules == Rules(40))
POINTS = score(replay(VICTORY))
SECOND_VICTORY = next(run for run in VICTORIES if run.rules == Rules(40) and run != VICTORY)
FIRST_MOVES = VICTORY.moves[:2]


def owner_of(client: TestClient) -> str:
    """The player's key, as the store knows it."""
    return game_of(client, begin(client)["id"]).owner


def deal(client: TestClient, run: Run, *, owner: str = "", practice: bool = False, at: datetime | None = None) -> Game:
    """Deal this run to the client, its moves played already, past the pages: a browser can't ask for a certain seed
    without its being practice."""
    dealt = partial(client.app.state.store.deal, owner or owner_of(client), run, practice=practice)
    return client.portal.call(partial(dealt, now=at or datetime.now(UTC)))


def enter(client: TestClient, run: Run, **wish: Any) -> Game:
    """Deal a run's dungeon untouched."""
    return deal(client, Run(run.rules, run.seed), **wish)


def send(client: TestClient, game: Game, *moves: Any, turn: int = 0, headers: dict[str, str] | None = None) -> Any:
    """Make these moves as the table's forms do; the last answer."""
    for at, move in enumerate(moves, start=turn):
        answer = client.post(
            f"/games/{game.id}/moves", data={"turn": at, "move": str(move)}, headers=headers, follow_redirects=False
        )
        assert answer.status_code in (200, 303), answer.text
    return answer


def records(client: TestClient, query: str = "") -> str:
    answer = client.get(f"/records{query}")
    assert answer.status_code == 200
    return answer.text


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def figures(page: str) -> dict[str, list[str]]:
    """The table of figures: all, unaided, aided by the figure's name."""
    [table] = re.findall(r'<table class="figures">(.*?)</table>', page, re.DOTALL)
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table, re.DOTALL)
    return {name: [plain(cell) for cell in re.findall(r"<td>(.*?)</td>", cells)] for name, cells in rows}


def runs(page: str) -> list[str]:
    """The past runs as a reader meets them."""
    return [plain(item) for item in re.findall(r'<li class="run [a-z]+">(.*?)</li>', page, re.DOTALL)]


def books(page: str) -> dict[str, list[str]]:
    [table] = re.findall(r'<table class="books">(.*?)</table>', page, re.DOTALL)
    rows = re.findall(r'<tr[^>]*>\s*<th scope="row">(.*?)</th>(.*?)</tr>', table, re.DOTALL)
    return {plain(name): [plain(cell) for cell in re.findall(r"<td>(.*?)</td>", cells)] for name, cells in rows}


def chosen(page: str) -> list[str]:
    return re.findall(r'<option value="([^"]*)" selected>', page)


# What counts ---------------------------------------------------------------------------------------------------------


def test_a_newcomer_is_told_how_to_begin(client: TestClient):
    page = records(client)
    assert "No run yet. Your first move in a dungeon begins one" in page
    assert '<a class="choice strong" href="/">To the table</a>' in page
    assert "<table" not in page


def test_new_five_times_without_a_move_counts_no_game(client: TestClient):
    """docs/faults.md 38."""
    for _ in range(5):
        client.post("/games")
    assert "No run yet." in records(client)


def test_a_victory_counts_once_however_often_its_last_request_is_repeated(client: TestClient):
    """docs/faults.md 39."""
    game = enter(client, VICTORY)
    send(client, game, *VICTORY.moves)
    last = {"turn": VICTORY.turn - 1, "move": str(VICTORY.moves[-1])}
    for headers in (None, HTMX, None):
        assert client.post(f"/games/{game.id}/moves", data=last, headers=headers).status_code == 409
    assert client.post(f"/games/{game.id}/undo", data={"turn": VICTORY.turn}).status_code == 422
    page = records(client)
    told = figures(page)
    assert told["Finished"] == ["1", "1", "0"]
    assert told["Won"] == ["1", "1", "0"]
    assert told["Best"] == told["Last"] == [f"{POINTS}", f"{POINTS}", "– no run yet"]
    assert told["Share won, of finished"] == ["100%", "100%", "– no run yet"]
    [only] = runs(page)
    assert only.startswith(f"Score {POINTS} Survived all {replay(VICTORY).room_number} rooms")
    assert books(page) == {"Classic, 40 health": ["1", "1", f"{POINTS}", f"{POINTS}"]}


def test_two_runs_with_the_same_score_are_two_rows(client: TestClient):
    for _ in range(2):
        deal(client, VICTORY)
    page = records(client)
    assert len(runs(page)) == 2
    assert figures(page)["Finished"] == ["2", "2", "0"]
    assert figures(page)["Won in a row, now"][0] == "2"


def test_practice_and_cards_of_ones_own_are_listed_and_count_nothing(client: TestClient):
    play(client, puzzle(client, "2H"), "2H")
    deal(client, SECOND_VICTORY, practice=True)
    deal(client, Run(Rules(40), "mine", notation.moves("2H 3H"), notation.cards("2H 3H")))
    page = records(client, "?health=40")
    assert [each.rpartition("health ")[2] for each in runs(page)] == ["own cards", "practice"]
    assert figures(page)["Finished"] == ["0", "0", "0"]
    assert '<svg class="histogram"' not in page
    assert '<table class="books">' not in page
    assert runs(records(client, "?health=20"))[0].endswith("practice own cards")


def test_an_aided_run_is_told_apart(client: TestClient):
    game = enter(client, VICTORY)
    send(client, game, FIRST_MOVES[0])
    assert client.post(f"/games/{game.id}/undo", data={"turn": 1}).status_code == 200
    send(client, game, *VICTORY.moves)
    page = records(client)
    assert figures(page)["Won"] == ["1", "0", "1"]
    assert runs(page)[0].endswith("1 undo")
    assert books(page) == {"Classic, 40 health": ["1", "1", f"{POINTS}", "– no run yet"]}


def test_a_run_that_is_left_is_abandoned_until_it_is_gone_on_with(client: TestClient):
    game = enter(client, VICTORY)
    send(client, game, *FIRST_MOVES)
    assert "Still on the table, in room 1" in plain(records(client))
    assert figures(records(client))["Abandoned, not finished"] == ["0", "0", "0"]
    client.post("/games")
    page = records(client)
    assert "Abandoned in room 1" in runs(page)[0]
    told = figures(page)
    assert (told["Abandoned, not finished"], told["Finished"]) == (["1", "1", "0"], ["0", "0", "0"])
    assert f'<form method="post" action="/games/{game.id}/resume">' in page
    client.post(f"/games/{game.id}/resume")
    page = records(client)
    assert "/resume" not in page
    assert figures(page)["Abandoned, not finished"] == ["0", "0", "0"]


def test_the_last_defeat_names_its_killer(client: TestClient):
    owner = owner_of(client)
    run = slain(20, "unlucky")
    deal(client, run, owner=owner)
    end = replay(run)
    page = records(client)
    killer = notation.MOVES[str(run.moves[-1])].card.name  # type: ignore[union-attr]
    assert f"Slain by the {killer} in room {end.room_number}" in runs(page)[0]
    assert figures(page)["Slain most often by"][0] == f"{killer[0].upper()}{killer[1:]}, once"
    assert figures(page)["Last"][0] == number(score(end) or 0)


def slain(health: int, seed: str) -> Run:
    """A run in which the first card is taken each time, until it ends."""
    run = Run(Rules(health), seed)
    while replay(run).status is Status.PLAYING:
        run = Run(run.rules, seed, (*run.moves, legal_moves(replay(run))[0]))
    assert replay(run).status is Status.SLAIN
    return run


def test_one_player_sees_nothing_of_anothers_runs(client: TestClient):
    deal(client, VICTORY)
    assert "No run yet." in records(another(client))


# Filters -------------------------------------------------------------------------------------------------------------


def test_the_page_is_of_the_rules_dealt_last_unless_others_are_asked_for(client: TestClient):
    owner = owner_of(client)
    long_ago = datetime.now(UTC) - timedelta(days=50)
    deal(client, VICTORY, owner=owner, at=long_ago)
    deal(client, slain(20, "a"), owner=owner)
    deal(client, Run(Rules(30, undo=False), "b", slain(30, "b").moves), owner=owner)
    page = records(client)
    assert chosen(page) == ["classic no-undo", "30", ""]
    assert list(books(page)) == ["Classic, 30 health, no undo", "Classic, 20 health", "Classic, 40 health"]
    for address in re.findall(r'<th scope="row"><a href="([^"]*)"', page):
        linked = records(client, unescape(address).removeprefix("/records").partition("#")[0])
        assert figures(linked)["Finished"][0] == "1"
    assert figures(records(client, "?rules=classic&health=40"))["Won"][0] == "1"
    nothing = records(client, "?rules=classic&health=40&days=30")
    assert chosen(nothing) == ["classic", "40", "30"]
    assert figures(nothing)["Won"] == ["0", "0", "0"]
    assert set(figures(nothing)["Mean of finished runs"]) == {"– no run yet"}
    assert "No run by these rules in this time." in nothing
    assert figures(records(client, "?rules=classic&health=40&days=365"))["Won"][0] == "1"


@pytest.mark.parametrize(
    "query",
    [
        "?rules=chaos",
        "?health=7",
        "?health=%00&rules=%ff",
        "?days=-1",
        "?days=8",
        "?page=0",
        "?page=-3",
        "?page=99",
        "?page=9999999999999999999999",
        "?page=\u00b2",
        "?page=\u0663",
        "?rules=classic&rules=ledger&extra=1",
        "?forgotten=1",
    ],
)
def test_what_makes_no_sense_is_not_asked_for(client: TestClient, query: str):
    deal(client, VICTORY)
    page = records(client, query)
    assert len(runs(page)) == (0 if "ledger" in query else 1)
    assert "are deleted" not in page


def test_the_list_has_fifty_runs_a_page_newest_first(client: TestClient):
    owner = owner_of(client)
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    for day in range(101):
        deal(client, VICTORY, owner=owner, at=begun + timedelta(days=day))
    seen = []
    query = ""
    for count in (50, 50, 1):
        page = records(client, query)
        listed = re.findall(r'<time datetime="([^"]*)">', page)
        assert len(listed) == count
        seen += listed
        further = re.findall(r'href="/records([^"]*)#runs-title" rel="next"', page)
        query = unescape(further[0]) if further else ""
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == 101
    assert not query
    assert "101 to 101 of 101" in plain(page)
    assert 'rel="prev"' in page


# To take along -------------------------------------------------------------------------------------------------------


def exported(client: TestClient) -> list[dict[str, Any]]:
    answer = client.get("/records/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"] == 'attachment; filename="scoundrel-runs.jsonl"'
    return [json.loads(line) for line in answer.text.splitlines()]


def test_every_touched_run_can_be_taken_along_and_replayed(client: TestClient):
    owner = owner_of(client)
    deal(client, VICTORY, owner=owner)
    deal(client, slain(20, "x y|z"), owner=owner, practice=True)
    own = play(client, puzzle(client, "2H 5S"), "2H", "5Sb")
    client.post("/games")
    lines = exported(client)
    assert lines[0]["id"] == own["id"]
    assert [line["status"] for line in lines] == ["won", "slain", "won"]
    for line in lines:
        end = replay(notation.parse_run(line["run"]))
        assert (str(end.status), score(end)) == (line["status"], line["score"])
        assert datetime.fromisoformat(line["ended_at"]).tzinfo is not None
        kept = game_of(client, line["id"])
        assert notation.parse_run(line["run"]) == kept.run
        assert (line["practice"], line["undos"], line["helped"]) == (kept.practice, kept.undos, kept.helped)
        assert datetime.fromisoformat(line["dealt_at"]) == kept.dealt_at


def test_a_run_still_being_played_gives_away_neither_its_seed_nor_a_card(client: TestClient):
    """docs/faults.md 27."""
    game = enter(client, VICTORY)
    send(client, game, *FIRST_MOVES)
    own = play(client, puzzle(client, "2H 3H 4H 5H 6H 7H"), "2H")
    body = client.get("/records/export").text
    by_id = {line["id"]: line for line in map(json.loads, body.splitlines())}
    assert {line["run"] for line in by_id.values()} == {None}
    assert by_id[game.id]["moves"] == notation.spaced(FIRST_MOVES)
    assert by_id[own["id"]]["moves"] == "2H"
    assert by_id[game.id]["rules"] == "40 classic"
    assert VICTORY.seed not in body
    told = set(re.findall(r"\b(?:10|[2-9JQKA])[CSDH]", body))
    met = {str(move)[: len(str(move)) - (str(move)[-1] in "wb")] for move in FIRST_MOVES} | {"2H"}
    assert told == met
    assert VICTORY.seed not in records(client)


def test_a_newcomer_takes_an_empty_file_along(client: TestClient):
    assert exported(client) == []


def test_the_export_of_hundreds_of_runs_is_whole(client: TestClient):
    owner = owner_of(client)
    ids = {deal(client, Run(Rules(), f"{each}", slain(20, f"{each}").moves), owner=owner).id for each in range(450)}
    lines = exported(client)
    assert len(lines) == 450
    assert {line["id"] for line in lines} == ids


# Forgotten -----------------------------------------------------------------------------------------------------------


def test_everything_is_deleted_at_once_and_the_browser_forgets_who_it_was(client: TestClient):
    owner = owner_of(client)
    over = deal(client, VICTORY, owner=owner)
    running = enter(client, SECOND_VICTORY, owner=owner)
    send(client, running, SECOND_VICTORY.moves[0])
    client.post("/settings/look", data={"theme": "paper", "motion": "off"})
    page = records(client)
    assert "Delete everything" in page
    old = client.cookies[COOKIE]
    answer = client.post("/records/forget", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/records?forgotten=1")
    [expired] = answer.headers.get_list("set-cookie")
    assert expired.startswith(f"{COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
    assert COOKIE not in client.cookies
    told = client.get(answer.headers["location"])
    assert "Your runs and your settings are deleted" in told.text
    assert 'data-theme="system"' in told.text
    assert client.cookies[COOKIE] != old
    assert "are deleted" not in client.get("/records?forgotten=1").text, "said once, and never to others"
    late = another(client)
    late.cookies[COOKIE] = old
    for id_ in (over.id, running.id):
        assert late.get(f"/games/{id_}").status_code == 404
        move = {"turn": 1, "move": str(SECOND_VICTORY.moves[1])}
        assert late.post(f"/games/{id_}/moves", data=move).status_code == 404
        assert late.post(f"/games/{id_}/resume").status_code == 404
    assert "No run yet." in records(late)


def test_deleting_again_does_no_harm(client: TestClient):
    deal(client, VICTORY)
    old = client.cookies[COOKIE]
    theirs = another(client)
    deal(theirs, VICTORY)
    for _ in range(3):
        client.cookies[COOKIE] = old
        assert client.post("/records/forget", follow_redirects=False).status_code == 303
    assert another(client).post("/records/forget", follow_redirects=False).status_code == 303
    assert len(runs(records(theirs))) == 1


def test_no_other_site_can_have_it_deleted(client: TestClient):
    deal(client, VICTORY)
    answer = client.post("/records/forget", headers={"Sec-Fetch-Site": "cross-site"}, follow_redirects=False)
    assert answer.status_code == 403
    assert client.get("/records/forget").status_code == 405
    assert len(runs(records(client))) == 1


# At the end of a run -------------------------------------------------------------------------------------------------


def standing(html: str) -> list[str]:
    return [plain(line) for line in re.findall(r'<p class="standing">(.*?)</p>', html)]


def test_the_end_of_a_run_tells_how_it_stands_beside_the_others(client: TestClient):
    owner = owner_of(client)
    game = enter(client, VICTORY, owner=owner)
    answer = send(client, game, *VICTORY.moves, headers=HTMX)
    assert standing(answer.text) == ["Your first finished run by these rules. All records"]
    deal(client, Run(Rules(40), "lost", slain(40, "lost").moves), owner=owner)
    game = enter(client, VICTORY, owner=owner)
    answer = send(client, game, *VICTORY.moves, headers=HTMX)
    assert standing(answer.text) == [f"Your best unaided run by these rules: {POINTS}. All records"]
    assert standing(client.get("/").text) == standing(client.get(f"/games/{game.id}").text) == standing(answer.text)
    repeated = client.post(
        f"/games/{game.id}/moves",
        data={"turn": VICTORY.turn - 1, "move": str(VICTORY.moves[-1])},
        headers=HTMX,
    )
    assert standing(repeated.text) == standing(answer.text)


def test_practice_and_another_players_run_stand_beside_nothing(client: TestClient):
    game = enter(client, VICTORY, practice=True)
    assert standing(send(client, game, *VICTORY.moves, headers=HTMX).text) == []
    own = play(client, puzzle(client, "2H"), "2H")
    assert standing(client.get(f"/games/{own['id']}").text) == []
    mine = deal(client, VICTORY)
    assert standing(client.get(f"/games/{mine.id}").text) != []
    assert standing(another(client).get(f"/games/{mine.id}").text) == []


def test_an_ordinary_move_asks_for_no_other_run(alone: TestClient):
    asked: list[str] = []
    store = alone.app.state.store
    game = enter(alone, VICTORY)
    alone.portal.call(lambda: store._open.set_trace_callback(asked.append))
    send(alone, game, *VICTORY.moves[:-1], headers=HTMX)
    assert len(asked) > VICTORY.turn / 2
    assert not [statement for statement in asked if "max(" in statement]
    send(alone, game, VICTORY.moves[-1], turn=VICTORY.turn - 1, headers=HTMX)
    assert len([statement for statement in asked if "max(" in statement]) == 1
    alone.portal.call(lambda: store._open.set_trace_callback(None))


def test_an_unreadable_run_is_left_out_and_the_page_stays_whole(alone: TestClient, tmp_path: Path):
    """docs/faults.md 28."""
    owner = owner_of(alone)
    broken = deal(alone, VICTORY, owner=owner)
    deal(alone, SECOND_VICTORY, owner=owner)
    sql(tmp_path, "UPDATE games SET rules = 'chaos' WHERE id = ?", broken.id)
    page = records(alone)
    assert len(runs(page)) == 1
    assert figures(page)["Finished"][0] == "1"
    assert len(exported(alone)) == 1
