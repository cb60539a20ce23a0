"""The pages' routes: moves and undos as forms send them, runs left and gone back to, settings kept."""

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from .conftest import another, begin, game_of, play, puzzle

HTMX = {"HX-Request": "true"}
ROOM = "6D 9H QS JC 4C 3H 2D 5S"
MOVED_ON = "The game had moved on meanwhile, in another tab perhaps. This is how it stands."
RULES = {
    "health": "40",
    "equal_counts": "true",
    "defeat": "zero",
    "bonus": "before",
    "avoided": "shuffled",
    "undo": "false",
}
RULES_IN_WORDS = (
    "House rules, 40 health, equal counts, a defeat scores nothing minus the monsters left, "
    "bonus when health was full before it, shuffled when avoided, no undo"
)
LOOK = {"theme": "paper", "four_colours": "true", "motion": "off"}


def post(client: TestClient, path: str, headers: dict[str, str] | None = None, **fields: Any) -> Any:
    return client.post(path, data=fields, headers=headers, follow_redirects=False)


def said(answer: Any) -> tuple[str, bool]:
    """What the live region says, and whether as a refusal."""
    [(refused, text)] = re.findall(
        r'<p id="said"[^>]*><span( class="refused")?>(.*?)(?: <a.*?</a>)?</span></p>', answer.text
    )
    return unescape(text), bool(refused)


def shown(answer: Any) -> tuple[str, int]:
    """The id and the turn of the game on the table."""
    assert answer.status_code in (200, 409, 422)
    [id_] = re.findall(r'id="play"[^>]* action="/games/([\w-]{22})/moves"', answer.text)
    turns = set(re.findall(r'name="turn" value="(\d+)"', answer.text))
    assert len(turns) == 1
    return id_, int(turns.pop())


def rules_shown(answer: Any) -> str:
    [words] = re.findall(r'<p class="rules-words">(.*?)</p>', answer.text)
    return unescape(words)


def whole(answer: Any) -> bool:
    return "<html" in answer.text


def settings_shown(client: TestClient) -> dict[str, str]:
    """The choices that the settings page has checked."""
    page = client.get("/settings").text
    return dict(re.findall(r'<input type="(?:radio|checkbox)" name="(\w+)" value="([\w-]+)" checked>', page))


def preset_shown(client: TestClient) -> list[str]:
    return re.findall(r'name="preset" value="(\w+)" aria-pressed="true"', client.get("/settings").text)


# Undo ----------------------------------------------------------------------------------------------------------------


def test_an_undo_by_htmx_swaps_the_table_and_says_so_without_refusing(client: TestClient):
    game = play(client, puzzle(client, ROOM), "6D", "JCw")
    assert game["health"] == 15
    answer = post(client, f"/games/{game['id']}/undo", HTMX, turn=2)
    assert answer.status_code == 200
    assert not whole(answer)
    assert shown(answer) == (game["id"], 1)
    assert said(answer) == ("Taken back. Health 20.", False)
    kept = game_of(client, game["id"])
    assert ([str(move) for move in kept.run.moves], kept.undos) == (["6D"], 1)


def test_an_undo_without_scripts_leads_back_to_the_game(client: TestClient):
    game = play(client, puzzle(client, ROOM), "QSb")
    answer = post(client, f"/games/{game['id']}/undo", turn=1)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/games/{game['id']}")
    assert shown(client.get(answer.headers["location"])) == (game["id"], 0)


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
@pytest.mark.parametrize(
    ("deck", "moves", "wish", "why"),
    [
        (ROOM, "", {}, "There is no move to take back yet."),
        (ROOM, "6D 9H QSw", {}, "The next room is dealt and seen: the last one is settled."),
        ("KC AS 2C", "KCb ASb", {}, "The run is over: its last move is settled."),
        (ROOM, "6D", {"undo": False}, "This run is played without undo."),
    ],
)
def test_an_undo_that_the_rules_refuse_is_said_as_a_refusal(
    client: TestClient, headers: dict[str, str], deck: str, moves: str, wish: dict[str, Any], why: str
):
    game = play(client, puzzle(client, deck, **wish), *moves.split())
    answer = post(client, f"/games/{game['id']}/undo", headers, turn=game["turn"])
    assert answer.status_code == 422
    assert whole(answer) == (not headers)
    assert said(answer) == (why, True)
    assert shown(answer) == (game["id"], game["turn"])
    assert game_of(client, game["id"]).undos == 0


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
@pytest.mark.parametrize("turn", [1, 3, 1000])
def test_an_undo_from_another_turn_takes_nothing_back(client: TestClient, headers: dict[str, str], turn: int):
    game = play(client, puzzle(client, ROOM), "6D", "9H")
    answer = post(client, f"/games/{game['id']}/undo", headers, turn=turn)
    assert answer.status_code == 409
    assert whole(answer) == (not headers)
    assert said(answer) == (MOVED_ON, True)
    assert shown(answer) == (game["id"], 2)
    assert game_of(client, game["id"]).turn == 2


# Moves sent twice or late --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
@pytest.mark.parametrize(
    ("deck", "moves", "told"),
    [
        (ROOM, "6D", "6 of diamonds equipped."),
        (ROOM, "6D QSw", "Queen of spades fought with the 6 of diamonds: 6 damage. Health 14."),
        (ROOM, "avoid", "Room avoided: its 4 cards go under the dungeon. Room 2."),
        (
            "KC AS 2C",
            "KCb ASb",
            "Ace of spades fought bare-handed: 14 damage. Health 0. You are slain. Score −9.",
        ),
    ],
)
def test_the_last_move_sent_again_is_told_what_it_did(
    client: TestClient, headers: dict[str, str], deck: str, moves: str, told: str
):
    game = play(client, puzzle(client, deck), *moves.split())
    answer = post(client, f"/games/{game['id']}/moves", headers, turn=game["turn"] - 1, move=moves.split()[-1])
    assert answer.status_code == 409
    assert whole(answer) == (not headers)
    assert said(answer) == (told, False)
    assert shown(answer) == (game["id"], game["turn"])
    assert game_of(client, game["id"]).turn == game["turn"]


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
@pytest.mark.parametrize(
    ("turn", "move"),
    [(0, "6D"), (0, "9H"), (1, "QSw"), (1, "6D"), (3, "9H"), (3, "QSw"), (1000, "QSw")],
)
def test_any_other_move_from_another_turn_is_refused_with_the_true_table(
    client: TestClient, headers: dict[str, str], turn: int, move: str
):
    game = play(client, puzzle(client, ROOM), "6D", "9H")
    answer = post(client, f"/games/{game['id']}/moves", headers, turn=turn, move=move)
    assert answer.status_code == 409
    assert whole(answer) == (not headers)
    assert said(answer) == (MOVED_ON, True)
    assert shown(answer) == (game["id"], 2)
    assert [str(made) for made in game_of(client, game["id"]).run.moves] == ["6D", "9H"]


# Again ---------------------------------------------------------------------------------------------------------------


def test_a_finished_dungeon_is_dealt_again_in_the_same_order_as_practice(client: TestClient):
    game = begin(client)
    while game["moves"]:
        game = play(client, game, game["moves"][0])
    before = game_of(client, game["id"])
    assert not before.practice
    answer = post(client, f"/games/{game['id']}/again")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    page = client.get("/")
    id_, turn = shown(page)
    after = game_of(client, id_)
    assert (id_ != game["id"], turn, after.practice) == (True, 0, True)
    assert (after.run.order, after.run.rules) == (before.run.order, before.run.rules)
    assert rules_shown(page).endswith("– practice")
    assert game_of(client, game["id"]) == before


def test_a_dungeon_of_own_cards_is_dealt_again_by_its_own_rules(client: TestClient):
    game = play(client, puzzle(client, "2C 3H", health=40, preset="academy"), "2Cb", "3H")
    post(client, "/settings/preset", preset="ledger")
    post(client, f"/games/{game['id']}/again")
    page = client.get("/")
    assert rules_shown(page) == "Academy, 40 health – practice"
    assert [str(card) for card in game_of(client, shown(page)[0]).run.order] == ["2C", "3H"]


def test_a_running_dungeon_is_not_dealt_again(client: TestClient):
    game = play(client, puzzle(client, ROOM), "6D")
    answer = post(client, f"/games/{game['id']}/again")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/games/{game['id']}")
    assert shown(client.get("/")) == (game["id"], 1)


def test_anothers_dungeon_is_dealt_again_once_it_is_over(client: TestClient):
    theirs = another(client)
    game = puzzle(theirs, "2C 3H")
    assert post(client, f"/games/{game['id']}/again").status_code == 404
    play(theirs, game, "2Cb", "3H")
    assert post(client, f"/games/{game['id']}/again").headers["location"] == "/"
    id_, turn = shown(client.get("/"))
    assert (id_ != game["id"], turn) == (True, 0)
    assert shown(theirs.get("/")) == (game["id"], 2)


# Leaving a run and going back to it ----------------------------------------------------------------------------------


def test_a_new_dungeon_in_mid_run_offers_the_way_back(client: TestClient):
    game = play(client, puzzle(client, ROOM), "QSb")
    answer = post(client, "/games")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/?left={game['id']}")
    page = client.get(answer.headers["location"])
    fresh, turn = shown(page)
    assert (fresh != game["id"], turn) == (True, 0)
    assert f'action="/games/{game["id"]}/resume"' in page.text
    assert "You left a run in room 1, health 8." in page.text
    back = post(client, f"/games/{game['id']}/resume")
    assert (back.status_code, back.headers["location"]) == (303, "/")
    home = client.get("/")
    assert shown(home) == (game["id"], 1)
    assert "/resume" not in home.text


@pytest.mark.parametrize(("deck", "moves"), [(ROOM, ""), ("2C 3H", "2Cb 3H"), ("KC AS 2C", "KCb ASb")])
def test_a_new_dungeon_offers_no_way_back_where_nothing_is_given_up(client: TestClient, deck: str, moves: str):
    game = play(client, puzzle(client, deck), *moves.split())
    answer = post(client, "/games")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert shown(client.get("/"))[0] != game["id"]


def test_no_way_back_is_offered_to_what_is_none(client: TestClient):
    other = another(client)
    theirs = play(other, puzzle(other, ROOM), "6D")
    over = play(client, puzzle(client, "2C 3H"), "2Cb", "3H")
    for left in (theirs["id"], over["id"], "x" * 22, "<script>", "\0"):
        page = client.get("/", params={"left": left})
        assert page.status_code == 200
        assert "/resume" not in page.text
        assert "<script>" not in page.text


def test_anothers_run_can_not_be_gone_back_to(client: TestClient):
    theirs = another(client)
    game = play(theirs, puzzle(theirs, ROOM), "6D")
    own = puzzle(client, ROOM)
    assert post(client, f"/games/{game['id']}/resume").status_code == 404
    assert post(client, f"/games/{'x' * 22}/resume").status_code == 404
    assert shown(client.get("/")) == (own["id"], 0)
    assert shown(theirs.get("/")) == (game["id"], 1)


# Settings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", None),
        ("?saved=look", "Saved."),
        ("?saved=rules", "Saved. Rules count from the next dungeon; the one you are in keeps its own."),
        ("?saved=zz", None),
        ("?saved=", None),
    ],
)
def test_the_settings_page_says_what_was_saved(client: TestClient, query: str, words: str | None):
    page = client.get(f"/settings{query}")
    assert page.status_code == 200
    assert "<h1>Settings</h1>" in page.text
    said = re.search(r'<p class="saved"[^>]*>(.*?)</p>', page.text)
    assert (said and said[1]) == words


def test_a_newcomers_settings_are_the_defaults(client: TestClient):
    assert settings_shown(client) == {
        "health": "20",
        "equal_counts": "false",
        "defeat": "health",
        "bonus": "after",
        "avoided": "in-order",
        "undo": "true",
        "theme": "system",
        "motion": "normal",
        "single_keys": "true",
    }
    assert preset_shown(client) == ["classic"]


def test_the_look_is_kept_and_shown_on_every_page(client: TestClient):
    answer = post(client, "/settings/look", **LOOK)
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings?saved=look")
    now = settings_shown(client)
    assert {name: now[name] for name in LOOK} == LOOK
    assert "single_keys" not in now
    for path in ("/", "/settings"):
        assert 'data-theme="paper" data-motion="off" data-suits="four" data-keys="off"' in client.get(path).text
    post(client, "/settings/look", theme="dark", motion="fast", single_keys="true")
    assert 'data-theme="dark" data-motion="fast" data-suits="two" data-keys="on"' in client.get("/").text
    assert 'data-theme="system"' in another(client).get("/").text


def test_the_rules_are_kept_and_count_from_the_next_dungeon(client: TestClient):
    running, _ = shown(client.get("/"))
    answer = post(client, "/settings/rules", **RULES)
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings?saved=rules")
    now = settings_shown(client)
    assert {name: now[name] for name in RULES} == RULES
    assert preset_shown(client) == []
    page = client.get("/")
    assert (shown(page)[0], rules_shown(page)) == (running, "Classic, 20 health")
    post(client, "/games")
    assert rules_shown(client.get("/")) == RULES_IN_WORDS
    assert rules_shown(client.get(f"/games/{running}")) == "Classic, 20 health"
    assert rules_shown(another(client).get("/")) == "Classic, 20 health"


def test_rules_are_saved_and_dealt_by_at_once_with_the_way_back(client: TestClient):
    game = play(client, puzzle(client, ROOM), "6D")
    answer = post(client, "/settings/rules", **RULES, deal="true")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/?left={game['id']}")
    page = client.get(answer.headers["location"])
    assert shown(page)[0] != game["id"]
    assert rules_shown(page) == RULES_IN_WORDS
    assert f'action="/games/{game["id"]}/resume"' in page.text
    now = settings_shown(client)
    assert {name: now[name] for name in RULES} == RULES


@pytest.mark.parametrize(
    ("preset", "reading"),
    [
        ("classic", ("false", "health", "after")),
        ("ledger", ("false", "zero", "after")),
        ("patience", ("true", "health", "after")),
        ("guide", ("false", "health", "before")),
        ("academy", ("true", "health", "before")),
    ],
)
def test_a_preset_sets_the_house_rules_but_neither_health_nor_undo(
    client: TestClient, preset: str, reading: tuple[str, str, str]
):
    post(client, "/settings/rules", **RULES)
    answer = post(client, "/settings/preset", preset=preset)
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings?saved=rules")
    now = settings_shown(client)
    assert (now["equal_counts"], now["defeat"], now["bonus"]) == reading
    assert (now["health"], now["avoided"], now["undo"]) == ("40", "in-order", "false")
    assert preset_shown(client) == [preset]
    assert rules_shown(client.get("/")) == f"{preset.capitalize()}, 40 health, no undo"


def test_look_and_rules_do_not_disturb_each_other(client: TestClient):
    post(client, "/settings/look", **LOOK)
    post(client, "/settings/rules", **RULES)
    post(client, "/settings/preset", preset="guide")
    now = settings_shown(client)
    assert {name: now[name] for name in LOOK} == LOOK
    post(client, "/settings/look", theme="dark", motion="fast")
    assert (settings_shown(client)["health"], preset_shown(client)) == ("40", ["guide"])


# Forms that can't be read --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/settings/look", {}),
        ("/settings/look", LOOK | {"theme": "neon"}),
        ("/settings/rules", {}),
        ("/settings/rules", RULES | {"health": "25"}),
        ("/settings/preset", {"preset": "chaos"}),
        ("/games/{id}/moves", {}),
        ("/games/{id}/moves", {"turn": "-1", "move": "6D"}),
        ("/games/{id}/moves", {"turn": "0", "move": "6D 9H QSw"}),
        ("/games/{id}/moves", {"turn": "0", "move": "6D", "more": "1"}),
        ("/games/{id}/undo", {"turn": "two"}),
    ],
)
def test_a_form_that_can_not_be_read_is_a_problem_for_htmx_and_a_page_for_people(
    client: TestClient, path: str, fields: dict[str, str]
):
    game = puzzle(client, ROOM)
    address = path.format(id=game["id"])
    before = settings_shown(client)
    answer = post(client, address, HTMX, **fields)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "/docs#problem-bad-request"
    assert not whole(answer)
    plain = post(client, address, **fields)
    assert (plain.status_code, whole(plain)) == (422, True)
    assert game_of(client, game["id"]).turn == 0
    assert settings_shown(client) == before


@pytest.mark.parametrize("route", ["moves", "undo", "again", "resume"])
def test_a_game_that_is_none_is_a_problem_for_htmx(client: TestClient, route: str):
    answer = post(client, f"/games/{'x' * 22}/{route}", HTMX, turn=0, **({"move": "6D"} if route == "moves" else {}))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "/docs#problem-no-such-game"


def test_a_second_game_takes_over_nothing_from_the_first(client: TestClient):
    first = puzzle(client, "9H 7D 3C 5H 2C 4C 6C 8C")
    play(client, first, "7D", "3Cw", "9H")
    used = client.get("/").text
    assert "7 of diamonds" in used
    assert "fought with" in used
    puzzle(client, "2H 8D 4S 5S 6S 7S 8S 9S")
    fresh = client.get("/").text
    assert "potion ready" in fresh
    assert "No weapon" in fresh
    assert re.findall(r'<ol class="rooms">(.*?)</ol>', fresh) == ["<li><h3>Room 1</h3></li>"]
    assert re.search(r'<button id="undo"[^>]* disabled', fresh)
    assert not re.search(r'<button id="avoid"[^>]* disabled', fresh)
