"""What the API refuses, and in which words. Nothing that is refused changes anything."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine import Refusal
from app.store import StoreUnavailable
from app.web.errors import KINDS

from .conftest import another, begin, play, puzzle, sql, without_deeds

JSON = {"Content-Type": "application/json"}


def refused(answer: Any, kind: str, detail: str | None = None) -> dict[str, Any]:
    """The problem document, which must be whole and of this kind."""
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert {"type", "title", "status", "detail", "instance"} <= problem.keys()
    assert problem["type"] == f"/docs#problem-{kind}", problem
    assert problem["status"] == answer.status_code == KINDS[kind].status
    assert problem["title"] == KINDS[kind].title
    assert problem["instance"] == answer.request.url.path
    if detail is not None:
        assert problem["detail"] == detail
    return problem


def moves(game: dict[str, Any]) -> str:
    return f"/api/v1/games/{game['id']}/moves"


# Illegal moves -------------------------------------------------------------------------------------------------------

PUZZLE = "JC 6D 9H 6C QS 2C 3D KS 4H 5C"

ILLEGAL = [
    ("", "KCw", "not-here", "The king of clubs is not in this room."),
    ("", "QSb", "not-here", "The queen of spades is not in this room."),
    ("", "JCw", "unarmed", "You hold no weapon: fight bare-handed."),
    ("6D 6Cw", "JCw", "beyond-limit", "The 6 of diamonds now only faces below 6."),
    ("6D", "avoid", "room-touched", "A room can only be avoided before its first card is taken."),
    ("avoid", "avoid", "twice-in-a-row", "You avoided the room before: this one must be faced."),
]


@pytest.mark.parametrize(("before", "move", "refusal", "detail"), ILLEGAL)
def test_an_illegal_move_is_refused_with_its_reason(
    client: TestClient, before: str, move: str, refusal: str, detail: str
):
    game = play(client, puzzle(client, PUZZLE), *before.split())
    problem = refused(client.post(moves(game), json={"turn": game["turn"], "move": move}), "illegal-move", detail)
    assert problem["refusal"] == refusal
    assert problem["game"] == without_deeds(game) == client.get(f"/api/v1/games/{game['id']}").json()


def test_no_avoid_in_the_last_room_and_no_move_after_the_end(client: TestClient):
    game = puzzle(client, "2C 5H")
    problem = refused(client.post(moves(game), json={"turn": 0, "move": "avoid"}), "illegal-move")
    assert problem["refusal"] == "last-room"
    over = play(client, game, "2Cb", "5H")
    problem = refused(client.post(moves(game), json={"turn": 2, "move": "5H"}), "illegal-move", "This run is over.")
    assert (problem["refusal"], problem["game"]) == ("run-over", without_deeds(over))


def test_equal_monsters_are_only_faced_where_equal_counts(client: TestClient):
    cards = "7D 10C 10S 2C"
    strict = play(client, puzzle(client, cards), "7D", "10Cw")
    assert "10Sw" not in strict["moves"]
    refused(client.post(moves(strict), json={"turn": 2, "move": "10Sw"}), "illegal-move")
    loose = play(client, puzzle(client, cards, equal_counts=True), "7D", "10Cw")
    assert "10Sw" in loose["moves"]
    after = play(client, loose, "10Sw")
    assert (after["health"], after["weapon"]["limit"]) == (14, 10)


@pytest.mark.parametrize(
    ("wish", "before", "refusal"),
    [
        ({}, "", "nothing-to-undo"),
        ({"undo": False}, "6D", "no-undo"),
        ({}, "6D JCw 6Cw", "undo-settled"),
        ({}, "avoid", "undo-settled"),
        ({}, "JCb 6D 9H 6Cb QSb", "undo-settled"),
    ],
)
def test_an_undo_is_refused_with_its_reason(client: TestClient, wish: dict[str, Any], before: str, refusal: str):
    game = puzzle(client, PUZZLE, **wish)
    game = play(client, game, *before.split())
    assert not game["can_undo"]
    answer = client.post(f"/api/v1/games/{game['id']}/undo", json={"turn": game["turn"]})
    problem = refused(answer, "illegal-move")
    assert (problem["refusal"], problem["game"]) == (refusal, without_deeds(game))


def test_every_kind_of_refusal_that_a_move_can_meet_is_tried_here():
    tried = {refusal for _, _, refusal, _ in ILLEGAL} | {"last-room", "run-over"}
    tried |= {"nothing-to-undo", "no-undo", "undo-settled"}
    # A move's text says what the card is, so that `6D` can't be drunk: these three can't be written.
    assert tried == {str(each) for each in Refusal} - {"not-a-weapon", "not-a-potion", "not-a-monster"}


# Stale turns ---------------------------------------------------------------------------------------------------------


def test_a_repeat_of_the_last_move_is_a_stale_turn_with_the_true_game(client: TestClient):
    game = puzzle(client, PUZZLE)
    once = {"turn": 0, "move": "6D"}
    after = client.post(moves(game), json=once).json()
    problem = refused(client.post(moves(game), json=once), "stale-turn", "The game has moved on: it is at turn 1 now.")
    assert problem["game"] == without_deeds(after)


@pytest.mark.parametrize("turn", [1, 7, 10**30])
def test_a_turn_that_has_not_come_is_stale_too(client: TestClient, turn: int):
    game = puzzle(client, PUZZLE)
    assert refused(client.post(moves(game), json={"turn": turn, "move": "6D"}), "stale-turn")["game"] == game
    assert refused(client.post(moves(game)[:-5] + "undo", json={"turn": turn}), "stale-turn")["game"] == game


def test_a_repeated_undo_is_a_stale_turn(client: TestClient):
    game = play(client, puzzle(client, PUZZLE), "6D", "JCw")
    address = f"/api/v1/games/{game['id']}/undo"
    assert client.post(address, json={"turn": 2}).json()["turn"] == 1
    assert refused(client.post(address, json={"turn": 2}), "stale-turn")["game"]["turn"] == 1


def test_the_winning_move_sent_twice_wins_once(client: TestClient):
    game = play(client, puzzle(client, "5C 5H"), "5Cb")
    last = {"turn": 1, "move": "5H"}
    won = client.post(moves(game), json=last).json()
    assert refused(client.post(moves(game), json=last), "stale-turn")["game"] == without_deeds(won)
    assert refused(client.post(moves(game)[:-5] + "undo", json={"turn": 2}), "illegal-move")["refusal"] == (
        "undo-settled"
    )


# Bodies --------------------------------------------------------------------------------------------------------------

A_MOVE = "`move` must be a move such as QSw, QSb, 6D, 9H or avoid."
NO_OBJECT = "The body must be a JSON object, sent as application/json."

BAD_MOVES = [
    ({}, "`turn` is missing. `move` is missing."),
    ({"turn": 0}, "`move` is missing."),
    ({"turn": 0, "move": "6D", "score": 999}, "There is no field `score`."),
    ({"turn": True, "move": "6D"}, "`turn` must be a whole number."),
    ({"turn": "0", "move": "6D"}, "`turn` must be a whole number."),
    ({"turn": 0.0, "move": "6D"}, "`turn` must be a whole number."),
    ({"turn": None, "move": "6D"}, "`turn` must be a whole number."),
    ({"turn": float("nan"), "move": "6D"}, "`turn` must be a whole number."),
    ({"turn": -1, "move": "6D"}, "`turn` must be 0 or more."),
    ({"turn": 0, "move": 1}, "`move` must be a text."),
    ({"turn": 0, "move": ["6D"]}, "`move` must be a text."),
    ([], NO_OBJECT),
    ("avoid", NO_OBJECT),
    (7, NO_OBJECT),
    *(
        ({"turn": 0, "move": move}, A_MOVE)
        for move in (
            "",
            "6d",
            "6D ",
            "6Dw",
            "QS",
            "QSx",
            "AHb",
            "AD",
            "KH",
            "1C",
            "11Sw",
            "slot5",
            "-1",
            "5",
            "AVOID",
            "avoid\0",
            "\ud800",
            "6D" * 4000,
        )
    ),
]


@pytest.mark.parametrize(("body", "detail"), BAD_MOVES)
def test_a_forged_move_is_refused_in_words_and_changes_nothing(client: TestClient, body: Any, detail: str):
    game = puzzle(client, PUZZLE)
    answer = client.post(moves(game), content=json.dumps(body), headers=JSON)
    problem = refused(answer, "bad-request", detail)
    assert " ".join(flaw["message"] for flaw in problem["errors"]) == detail
    assert client.get(f"/api/v1/games/{game['id']}").json() == game


BAD_GAMES = [
    ({"preset": "hard"}, "`preset` must be 'classic', 'ledger', 'patience', 'guide' or 'academy'."),
    ({"preset": ["classic"]}, "`preset` must be 'classic', 'ledger', 'patience', 'guide' or 'academy'."),
    *(({"health": health}, "`health` must be 20, 30 or 40.") for health in (0, 25, -20, True, "20", 20.0)),
    ({"health": 10**400}, "`health` is too large a number."),
    *(({"equal_counts": flag}, "`equal_counts` must be true or false.") for flag in (0, 1, "true", [])),
    ({"undo": "no"}, "`undo` must be true or false."),
    ({"defeat": "mercy"}, "`defeat` must be 'health' or 'zero'."),
    ({"bonus": True}, "`bonus` must be 'after' or 'before'."),
    ({"avoided": ""}, "`avoided` must be 'in-order' or 'shuffled'."),
    *(
        ({"seed": seed}, "`seed` must be 1 to 64 printable characters.")
        for seed in ("", "a" * 65, "a\0b", "tab\t", "line\n", "\ud800", "\u202e", "\x7f")
    ),
    ({"seed": 7}, "`seed` must be a text."),
    ({"deck": []}, "`deck` is no deck: a deck has at least one card."),
    ({"deck": ["QS", "6D", "QS"]}, "`deck` is no deck: a deck has no card twice."),
    ({"deck": ["AH"]}, "`deck.0` must be a card of the 44, such as QS, 10H or 6D."),
    ({"deck": ["QS", "KD"]}, "`deck.1` must be a card of the 44, such as QS, 10H or 6D."),
    ({"deck": ["QSw"]}, "`deck.0` must be a card of the 44, such as QS, 10H or 6D."),
    ({"deck": [None]}, "`deck.0` must be a text."),
    ({"deck": "QS 6D"}, "`deck` must be a list."),
    ({"deck": {"0": "QS"}}, "`deck` must be a list."),
    ({"deck": ["QS"] * 45}, "`deck` must have at most 44 entries."),
    ({"score": 30}, "There is no field `score`."),
    ({"moves": ["6D"]}, "There is no field `moves`."),
    ({"h\0öhe": 1}, "There is no field `h\0\\xf6he`."),
    ({"h\ud800he": 1}, "The body must be plain Unicode text."),
]


@pytest.mark.parametrize(("body", "detail"), BAD_GAMES)
def test_a_wish_that_can_not_be_is_refused_in_words(client: TestClient, body: Any, detail: str):
    refused(client.post("/api/v1/games", content=json.dumps(body), headers=JSON), "bad-request", detail)


def test_at_most_twenty_flaws_are_told_three_of_them_in_the_detail(client: TestClient):
    answer = client.post("/api/v1/games", json={f"field{n}": n for n in range(300)})
    problem = refused(answer, "bad-request")
    assert len(problem["errors"]) == 20
    assert problem["detail"].count("There is no field") == 3


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"{'turn': 0}",
        b'{"turn": 0, "move": "6D"',
        b"\xff\xfe",
        b'{"seed": "\xc3\x28"}',
        b"[" * 9000,
        b'{"turn": ' + b"1" * 9000 + b"}",
        b"turn=0&move=6D",
        b"\0",
    ],
)
@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "application/x-www-form-urlencoded", None])
def test_a_body_that_is_no_json_is_refused_in_words(client: TestClient, body: bytes, content_type: str | None):
    game = puzzle(client, PUZZLE)
    headers = {} if content_type is None else {"Content-Type": content_type}
    problem = refused(client.post(moves(game), content=body, headers=headers), "bad-request")
    assert problem["detail"].startswith("The body ")
    assert problem["errors"] == [{"field": "", "message": problem["detail"]}]


def test_a_missing_body_is_refused_in_words(client: TestClient):
    game = puzzle(client, PUZZLE)
    refused(client.post(moves(game)), "bad-request", "The body is missing.")


def test_json_under_another_name_is_refused(client: TestClient):
    # Also what keeps another site's plain form from ever being read as a move.
    game = puzzle(client, PUZZLE)
    body = b'{"turn": 0, "move": "6D"}'
    refused(client.post(moves(game), content=body, headers={"Content-Type": "text/plain"}), "bad-request", NO_OBJECT)


def test_a_body_of_five_megabytes_is_not_read(client: TestClient):
    game = puzzle(client, PUZZLE)
    body = b'{"turn": 0, "move": "' + b"6" * 5_000_000 + b'"}'
    told = "The body is too large: at most 16384 bytes are read."
    refused(client.post(moves(game), content=body, headers=JSON), "too-large", told)
    refused(client.post(moves(game), content=iter([body]), headers=JSON), "too-large", told)
    assert client.get(f"/api/v1/games/{game['id']}").json() == game


# Addresses -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "id",
    [
        "x",
        "a" * 22,
        "a" * 5000,
        "-1",
        "0",
        "%00",
        "%ff%fe",
        "%F0%9F%82%A1",
        "..%2f..",
        "'; DROP TABLE games; --",
        "a b",
    ],
)
def test_a_malformed_id_is_no_game(client: TestClient, id: str):  # noqa: A002
    begin(client)
    for answer in (
        client.get(f"/api/v1/games/{id}"),
        client.post(f"/api/v1/games/{id}/moves", json={"turn": 0, "move": "avoid"}),
        client.post(f"/api/v1/games/{id}/undo", json={"turn": 0}),
    ):
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/api/", "/api/v1", "/api/v1/games/x/y", "/api/v1/games/x/advice", "/api/v2/games"])
def test_an_unknown_address_of_the_api_is_a_problem_document(client: TestClient, path: str):
    refused(client.get(path), "not-found", "There is nothing at this address.")


@pytest.mark.parametrize(
    ("method", "path", "allowed", "told"),
    [
        ("GET", "/api/v1/games", "POST", "GET can't be used here; this address takes POST."),
        ("DELETE", "/api/v1/games/x", "GET, HEAD", "DELETE can't be used here; this address takes GET and HEAD."),
        ("PUT", "/api/v1/games/x/moves", "POST", "PUT can't be used here; this address takes POST."),
        ("OPTIONS", "/api/v1/games", "POST", "OPTIONS can't be used here; this address takes POST."),
        ("PATCH", "/openapi.json", "GET, HEAD", "PATCH can't be used here; this address takes GET and HEAD."),
    ],
)
def test_a_method_that_is_not_allowed(client: TestClient, method: str, path: str, allowed: str, told: str):
    answer = client.request(method, path)
    refused(answer, "method-not-allowed", told)
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("cookie", ["", "x", "a" * 31, "a" * 33, "a" * 5000, "ä" * 32, '"; drop', "a" * 31 + "%00"])
def test_a_garbage_cookie_is_a_new_player(client: TestClient, cookie: str):
    game = begin(client)
    stranger = another(client)
    headers = {"Cookie": f"scoundrel_player={cookie}".encode()}
    answer = stranger.get(f"/api/v1/games/{game['id']}", headers=headers)
    assert answer.status_code == 404
    assert answer.headers["set-cookie"].startswith("scoundrel_player=")
    assert stranger.post("/api/v1/games", headers=headers).status_code == 201


@pytest.mark.parametrize(
    ("column", "value"),
    [("moves", "6D JC"), ("moves", "KSb"), ("moves", ""), ("rules", "20 tournament"), ("seed", ""), ("deck", "QS QS")],
)
def test_a_row_that_can_not_be_replayed_is_told_so(
    alone: TestClient, tmp_path: Path, caplog: pytest.LogCaptureFixture, column: str, value: str
):
    game = puzzle(alone, PUZZLE)
    sql(tmp_path, f"UPDATE games SET {column} = ?", value)
    problem = refused(alone.get(f"/api/v1/games/{game['id']}"), "unreadable-game")
    assert "can't be read any more" in problem["detail"]
    assert any(game["id"] in line.getMessage() for line in caplog.records)
    assert alone.post("/api/v1/games").status_code == 201


# The store -----------------------------------------------------------------------------------------------------------


class Gone:
    """A store whose database can't be reached."""

    def recall(self, id: str) -> None:  # noqa: A002
        """It remembers nothing, so every call has to ask the database."""

    def __getattr__(self, name: str) -> Any:
        async def fail(*_: Any, **__: Any) -> None:
            raise StoreUnavailable("connection refused by 10.1.2.3")

        return fail


def test_without_the_store_every_call_is_a_503_that_says_when_to_come_back(alone: TestClient):
    game = begin(alone)
    alone.app.state.store = Gone()
    for answer in (
        alone.post("/api/v1/games"),
        alone.get(f"/api/v1/games/{game['id']}"),
        alone.post(moves(game), json={"turn": 0, "move": game["moves"][0]}),
        alone.post(moves(game)[:-5] + "undo", json={"turn": 0}),
    ):
        problem = refused(answer, "store-unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert "10.1.2.3" not in answer.text
        assert "try again" in problem["detail"]


class Broken(Gone):
    """A store with a mistake in it."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("the secret of it all")


def test_a_fault_is_a_500_without_details_and_one_log_line(alone: TestClient, caplog: pytest.LogCaptureFixture):
    alone.app.state.store = Broken()
    with caplog.at_level(logging.ERROR):
        answer = alone.post("/api/v1/games")
    problem = refused(answer, "server-error")
    assert "secret" not in answer.text
    assert problem.keys() == {"type", "title", "status", "detail", "instance"}
    (line,) = caplog.records
    assert line.getMessage() == "POST /api/v1/games failed"
    assert "the secret of it all" in caplog.text
