"""The table as the server sends it: whole, with its pictures, and thin in what it tells."""

import re

from starlette.testclient import TestClient

from .conftest import begin


def test_every_tool_of_the_bar_has_its_picture(client: TestClient):
    bar = re.search(r"<header.*?</header>", client.get("/").text, re.DOTALL)
    assert bar is not None
    tools = re.findall(r'class="tool".*?</(?:a|button)>', bar[0], re.DOTALL)
    assert len(tools) == 7
    assert all("<use href=" in tool for tool in tools)
    assert "object at 0x" not in bar[0]


def test_a_move_answers_htmx_with_a_fragment_and_a_browser_with_the_way_back(client: TestClient):
    game = begin(client)
    path = f"/games/{game['id']}/moves"
    first = client.get(f"/api/v1/games/{game['id']}").json()["moves"][0]
    swapped = client.post(path, data={"turn": 0, "move": first}, headers={"HX-Request": "true"})
    assert swapped.status_code == 200
    assert "<html" not in swapped.text
    assert 'name="turn" value="1"' in swapped.text
    plain = client.post(path, data={"turn": 0, "move": first}, follow_redirects=False)
    assert plain.status_code == 409
    assert "<html" in plain.text
    after = client.get(f"/api/v1/games/{game['id']}").json()
    again = client.post(path, data={"turn": 1, "move": after["moves"][0]}, follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, f"/games/{game['id']}")


def test_a_move_the_rules_refuse_is_said_with_the_true_table(client: TestClient):
    game = begin(client)
    answer = client.post(
        f"/games/{game['id']}/moves", data={"turn": 0, "move": "nothing"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    assert "That is no move of this game." in answer.text
    assert 'name="turn" value="0"' in answer.text


def test_the_menu_leads_to_each_page_and_marks_the_one_that_is_open(client: TestClient):
    for path in ("/tutorial", "/settings"):
        text = client.get(path).text
        [menu] = re.findall(r'<ul id="menu".*?</ul>', text, re.DOTALL)
        assert re.findall(r'href="(/[a-z]+)"', menu) == ["/rules", "/tutorial", "/records", "/settings"]
        assert re.findall(r'href="(/[a-z]+)" aria-current="page"', menu) == [path]
