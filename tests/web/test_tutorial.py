"""The tutorial's pages: offered to newcomers, beside the player's own game, left and taken up again at will."""

import re
from html import unescape
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from app.tutorial import DECK
from tests.test_tutorial import FOLLOWED as FOLLOWED_TEXT

from .conftest import Serve, begin, game_of, play, sql

HTMX = {"HX-Request": "true"}
FOLLOWED = FOLLOWED_TEXT.split()


def shown(answer: Any) -> tuple[str, int]:
    """The id and the turn of the game on the table."""
    [id_] = re.findall(r'id="play"[^>]* action="/games/([\w-]{22})/moves"', answer.text)
    [turn, *_] = re.findall(r'name="turn" value="(\d+)"', answer.text)
    return id_, int(turn)


def guide(answer: Any) -> tuple[str, str, str]:
    """What the guide says, what it asks to press, and how far it has got."""
    [(asked, words, tried)] = re.findall(
        r'<span class="guide"(?: data-asked="([\w-]+)")?>(.*?)</span> <span class="tried">(.*?)</span>', answer.text
    )
    return unescape(words), asked, tried


def places(answer: Any) -> list[str]:
    """The card in each of the four slots, empty where none lies."""
    slots = re.findall(r'<li id="place-.*?</li>', answer.text, re.DOTALL)
    return ["".join(re.findall(r'data-card="(\w+)"', slot)) for slot in slots]


def post(client: TestClient, id: str, turn: int, move: str, headers: dict[str, str] | None = None) -> Any:  # noqa: A002
    return client.post(f"/games/{id}/moves", data={"turn": turn, "move": move}, headers=headers, follow_redirects=False)


def test_a_newcomer_has_a_hand_at_once_and_is_offered_the_tutorial_until_the_first_move(client: TestClient):
    for _ in range(2):
        first = client.get("/")
        assert 'href="/tutorial">learn it by playing' in first.text
        assert shown(first)[1] == 0
    id_, _ = shown(first)
    post(client, id_, 0, client.get(f"/api/v1/games/{id_}").json()["moves"][0])
    assert "learn it by playing" not in client.get("/").text
    client.post("/games")
    assert "learn it by playing" not in client.get("/").text


def test_whoever_began_the_tutorial_is_not_offered_it_again(client: TestClient):
    client.get("/")
    id_, _ = shown(client.get("/tutorial"))
    post(client, id_, 0, "6D")
    assert "learn it by playing" not in client.get("/").text


def test_it_is_a_practice_game_on_its_own_deck_beside_the_players_own(client: TestClient):
    own = shown(client.get("/"))
    lesson, turn = shown(client.get("/tutorial"))
    assert (lesson != own[0], turn) == (True, 0)
    game = game_of(client, lesson)
    assert (game.practice, game.run.deck) == (True, DECK)
    assert shown(client.get("/")) == own


def test_it_is_taken_up_where_it_was_left(client: TestClient):
    lesson, _ = shown(client.get("/tutorial"))
    for turn, move in enumerate(FOLLOWED[:4]):
        assert post(client, lesson, turn, move).status_code == 303
    assert shown(client.get("/tutorial")) == (lesson, 4)
    assert guide(client.get("/tutorial"))[2] == "5 of 8 tried"


def test_a_move_by_htmx_brings_the_guides_next_words_in_the_one_live_region(client: TestClient):
    lesson, _ = shown(client.get("/tutorial"))
    answer = post(client, lesson, 0, "6D", HTMX)
    [region] = re.findall(r'<p id="said"[^>]*>(.*?)</p>', answer.text)
    assert region.startswith("<span>6 of diamonds equipped.</span>")
    assert guide(answer) == (
        (
            "Clubs and spades are monsters and hit for their value. "
            "Slay the 7 of clubs with your weapon: only the 1 left over hurts you."
        ),
        "slot-2",
        "1 of 8 tried",
    )


def test_the_whole_of_it_without_scripts(client: TestClient):
    lesson, _ = shown(client.get("/tutorial"))
    for turn, move in enumerate(FOLLOWED):
        page = client.get("/tutorial")
        asked = guide(page)[1]
        card = move.rstrip("wb")
        expected = "avoid" if move == "avoid" else f"slot-{places(page).index(card) + 1}"
        assert asked == expected, move
        answer = post(client, lesson, turn, move)
        assert answer.headers["location"] == f"/games/{lesson}"
    end = client.get("/tutorial")
    assert shown(end) == (lesson, 15)
    assert guide(end) == (
        "That was a dungeon in small, and you know all that there is to know. The real one has 44 cards.",
        "",
        "8 of 8 tried",
    )
    assert 'href="/">Play your own dungeon' in end.text
    assert 'id="deal-again" method="post" action="/tutorial"' in end.text


def test_once_more_deals_it_anew(client: TestClient):
    lesson, _ = shown(client.get("/tutorial"))
    post(client, lesson, 0, "6D")
    answer = client.post("/tutorial", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/tutorial")
    again, turn = shown(client.get("/tutorial"))
    assert (again != lesson, turn) == (True, 0)


def test_by_the_settings_of_the_player_it_is_still_played_by_classic(client: TestClient):
    client.get("/")
    client.post("/settings/preset", data={"preset": "academy"})
    assert game_of(client, shown(client.get("/tutorial"))[0]).run.rules.preset == "classic"


def test_a_lesson_that_can_not_be_read_is_dealt_anew(serve: Serve, tmp_path: Path):
    client = serve()
    lesson, _ = shown(client.get("/tutorial"))
    post(client, lesson, 0, "6D")
    sql(tmp_path, "UPDATE games SET moves = 'nonsense' WHERE id = ?", lesson)
    again, turn = shown(client.get("/tutorial"))
    assert (again != lesson, turn) == (True, 0)


def test_dealing_it_counts_as_a_new_game(serve: Serve):
    client = serve(new_games_per_minute=2)
    assert client.get("/tutorial").status_code == 200
    assert client.post("/tutorial", follow_redirects=False).status_code == 303
    assert client.post("/tutorial", follow_redirects=False).status_code == 429
    assert client.get("/tutorial").status_code == 200  # the one that there is


def test_no_page_of_it_tells_what_is_to_come(client: TestClient):
    lesson, _ = shown(client.get("/tutorial"))
    for path in ("/tutorial", f"/games/{lesson}"):
        text = client.get(path).text
        assert [card for card in DECK if f'data-card="{card}"' in text] == list(DECK[:4])


def test_going_on_with_it_leads_to_it_and_leaves_the_own_game_on_the_table(client: TestClient):
    own = shown(client.get("/"))
    lesson, _ = shown(client.get("/tutorial"))
    post(client, lesson, 0, "6D")
    answer = client.post(f"/games/{lesson}/resume", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/tutorial")
    assert shown(client.get("/")) == own


def test_a_game_on_the_same_cards_is_no_lesson(client: TestClient):
    begin(client, deck=[str(card) for card in DECK])
    assert guide(client.get("/tutorial"))[2] == "0 of 8 tried"


def test_an_ordinary_table_has_no_guide(client: TestClient):
    game = play(client, begin(client, deck=[str(card) for card in DECK]), "6D")
    text = client.get(f"/games/{game['id']}").text
    assert "guide" not in text
    assert "css/tutorial.css" not in text
