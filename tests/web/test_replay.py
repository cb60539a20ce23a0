"""Looking back at a finished run: every turn as the engine replays it, and nothing of a run that goes on."""

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine import Avoid, Run, notation, steps
from app.words import announcement
from tests.browser.playing import VICTORY, VICTORY_MOVES

from .conftest import another, begin, play, puzzle


def won(client: TestClient) -> dict[str, Any]:
    return play(client, puzzle(client, VICTORY), *VICTORY_MOVES.split())


def turn_page(client: TestClient, game: dict[str, Any], turn: int) -> str:
    answer = client.get(f"/games/{game['id']}/turns/{turn}")
    assert answer.status_code == 200
    return answer.text


def part(text: str, start: str, end: str) -> str:
    [found] = re.findall(f"{start}(.*?){end}", text, re.DOTALL)
    return found


def test_each_turn_shows_what_the_engines_replay_has(client: TestClient):
    game = won(client)
    run = steps(Run(notation.parse_rules("20 classic"), "any", notation.moves(VICTORY_MOVES), notation.cards(VICTORY)))
    assert len(run) == 47
    for turn, step in enumerate(run):
        text = turn_page(client, game, turn)
        slots = re.findall(r'<li class="slot[^"]*">.*?</li>', part(text, '<ol class="slots">', "</ol>"), re.DOTALL)
        lying = [re.findall(r'data-card="(\w+)"', slot) for slot in slots]
        assert lying == [[] if card is None else [str(card)] for card in step.dungeon.room], turn
        assert f'<b id="health-now" class="count">{step.dungeon.health}</b>' in text
        assert f"Turn {turn} of 46" in text
        assert f'<span class="pile-count" aria-hidden="true">{len(step.dungeon.pile)}</span>' in text
        assert f'<span class="sr">Discard: {len(step.dungeon.discard)} cards</span>' in text
        said = unescape(re.sub(r"<.*?>", "", part(text, '<p id="said"', "</p>").partition(">")[2]))
        words = announcement(step.deeds) if turn else "Room 1, as it was dealt."
        following = run[turn + 1].move if turn < 46 else None
        if following is None:
            then = "Here the run ended."
        elif isinstance(following, Avoid):
            then = "Next: the room is avoided."
        else:
            armed = ", with the weapon" if str(following).endswith("w") else ""
            then = f"Next: the {following.card.name}{armed}."
        assert said == f"{words} {then}"
        chosen = re.findall(r'<li class="slot chosen">.*?data-card="(\w+)"', text, re.DOTALL)
        assert chosen == ([] if following is None or isinstance(following, Avoid) else [str(following.card)])


def test_the_curve_is_the_health_of_every_turn(client: TestClient):
    game = won(client)
    run = steps(Run(notation.parse_rules("20 classic"), "any", notation.moves(VICTORY_MOVES), notation.cards(VICTORY)))
    points = part(turn_page(client, game, 3), r'class="lived" points="', '"').split()
    assert points == ["0,20", *[f"{turn},{20 - step.dungeon.health}" for turn, step in enumerate(run)], "46,20"]


def test_the_story_links_every_turn_and_marks_the_one_that_is_shown(client: TestClient):
    game = won(client)
    story = part(turn_page(client, game, 9), '<ol class="rooms">', "</ol>")
    links = [int(turn) for turn in re.findall(r'<li><a href="/games/[\w-]+/turns/(\d+)"', story)]
    assert links == list(range(1, 47))
    assert re.findall(r'turns/(\d+)" aria-current="step"', story) == ["9"]
    assert len(re.findall("<h3>", story)) == 17  # 15 faced, 2 avoided


def test_a_run_that_goes_on_can_not_be_looked_back_at(client: TestClient):
    game = play(client, puzzle(client, VICTORY), "4D")
    for path in ("turns/0", "turns/1", "turns?turn=0"):
        assert client.get(f"/games/{game['id']}/{path}").status_code == 404
    assert "turns/" not in client.get(f"/games/{game['id']}").text


def test_a_finished_run_may_be_looked_back_at_by_anybody_who_knows_its_address(client: TestClient):
    game = won(client)
    assert f'href="/games/{game["id"]}/turns/0">Look back' in client.get(f"/games/{game['id']}").text
    assert "Turn 5 of 46" in turn_page(another(client), game, 5)


@pytest.mark.parametrize("turn", ["47", "-1", "1000000000000", "x", "1.5"])
def test_a_turn_that_is_none_is_not_found(client: TestClient, turn: str):
    game = won(client)
    answer = client.get(f"/games/{game['id']}/turns/{turn}")
    assert answer.status_code in (404, 422)
    assert "<html" in answer.text


@pytest.mark.parametrize(("asked", "shown"), [("5", 5), ("999", 46), ("-3", 0)])
def test_without_scripts_the_slider_leads_to_its_turn(client: TestClient, asked: str, shown: int):
    game = won(client)
    answer = client.get(f"/games/{game['id']}/turns", params={"turn": asked}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/games/{game['id']}/turns/{shown}")


def test_a_run_of_a_single_move(client: TestClient):
    game = play(client, begin(client, deck=["2H"]), "2H")
    assert "Turn 1 of 1" in turn_page(client, game, 1)


def test_the_last_turn_is_drawn_as_the_end_it_is(client: TestClient):
    text = turn_page(client, won(client), 46)
    assert "0 cards below<" in text
    assert "potion ready" not in text


def test_looking_back_is_kept_by_no_cache(client: TestClient):
    game = won(client)
    assert client.get(f"/games/{game['id']}/turns/1").headers["cache-control"] == "no-store"
