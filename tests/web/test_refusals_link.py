"""What is refused says why, and where on the page of rules that is explained."""

import re

import pytest
from starlette.testclient import TestClient

from app.engine import Refusal
from app.web.topics import TOPICS

from .conftest import play, puzzle

HTMX = {"HX-Request": "true"}


def test_every_kind_of_refusal_has_a_topic():
    assert set(TOPICS) == set(Refusal)


@pytest.mark.parametrize(
    ("moves", "forged", "words", "topic"),
    [
        ("7D 10Cw", "10Sw", "The 7 of diamonds now only faces below 10.", "degradation"),
        ("", "10Cw", "You hold no weapon: fight bare-handed.", "fighting"),
        ("7D", "avoid", "A room can only be avoided before its first card is taken.", "avoiding"),
        ("avoid", "avoid", "You avoided the room before: this one must be faced.", "avoiding"),
    ],
)
def test_a_refused_move_links_to_its_rule(client: TestClient, moves: str, forged: str, words: str, topic: str):
    game = play(client, puzzle(client, "7D 10C 10S 2H 3C 4C 5C 6C"), *moves.split())
    answer = client.post(f"/games/{game['id']}/moves", data={"turn": game["turn"], "move": forged}, headers=HTMX)
    assert answer.status_code == 422
    [said] = re.findall(r'<p id="said"[^>]*>(.*?)</p>', answer.text)
    assert said == f'<span class="refused">{words} <a href="/rules#{topic}">See the rule</a></span>'


def test_what_is_no_move_at_all_has_no_rule(client: TestClient):
    game = puzzle(client, "7D 10C 10S 2H")
    answer = client.post(f"/games/{game['id']}/moves", data={"turn": 0, "move": "AS"}, headers=HTMX)
    assert '<span class="refused">That is no move of this game.</span></p>' in answer.text


def test_a_refused_undo_links_to_its_rule(client: TestClient):
    game = puzzle(client, "7D 10C 10S 2H 3C 4C 5C 6C")
    answer = client.post(f"/games/{game['id']}/undo", data={"turn": 0}, headers=HTMX)
    assert 'There is no move to take back yet. <a href="/rules#undo">See the rule</a>' in answer.text


def test_a_monster_that_the_weapon_can_not_face_carries_the_reason(client: TestClient):
    game = puzzle(client, "7D 10C 10S 2H 3C 4C 5C 6C")
    why = re.compile(r'value="(\w+)"[^>]*data-why="(The|You)([^"]*)" data-topic="(\w+)"')
    unarmed = "hold no weapon: fight bare-handed."
    found = why.findall(client.get(f"/games/{game['id']}").text)
    assert found == [(f"{card}b", "You", f" {unarmed}", "fighting") for card in ("10C", "10S")]
    play(client, game, "7D", "10Cw")
    found = why.findall(client.get(f"/games/{game['id']}").text)
    assert found == [("10Sb", "The", " 7 of diamonds now only faces below 10.", "degradation")]
