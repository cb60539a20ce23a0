"""The API's calls, played through as a bot would."""

import re

import pytest
from starlette.testclient import TestClient

from app.engine import PRESETS

from .conftest import Serve, another, begin, play, puzzle, without_deeds

CLASSIC = {
    "preset": "classic",
    "health": 20,
    "equal_counts": False,
    "defeat": "health",
    "bonus": "after",
    "avoided": "in-order",
    "undo": True,
}


def test_a_new_game_is_told_whole(client: TestClient):
    answer = client.post("/api/v1/games", json={"deck": ["QS", "6D", "9H", "5C", "2D", "3C"]})
    game = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/v1/games/{game['id']}"
    assert answer.headers["content-type"] == "application/json"
    assert re.fullmatch(r"[\w-]{22}", game.pop("id"))
    assert game == {
        "turn": 0,
        "status": "playing",
        "rules": CLASSIC,
        "practice": True,
        "health": 20,
        "room_number": 1,
        "dungeon": 2,
        "known_bottom": [],
        "room": [
            {"slot": 1, "card": "QS", "carried": False},
            {"slot": 2, "card": "6D", "carried": False},
            {"slot": 3, "card": "9H", "carried": False},
            {"slot": 4, "card": "5C", "carried": False},
        ],
        "weapon": None,
        "potion_used": False,
        "moves": ["QSb", "6D", "9H", "5Cb", "avoid"],
        "can_undo": False,
        "score": None,
        "history": [],
        "seed": None,
        "deck": None,
    }


def test_a_game_needs_no_body_at_all(client: TestClient):
    game = client.post("/api/v1/games").json()
    assert game["rules"] == CLASSIC
    assert (game["dungeon"], game["practice"], game["turn"]) == (40, False, 0)


@pytest.mark.parametrize("body", ["{}", "null", '{"preset":null,"seed":null,"deck":null}'])
def test_null_counts_as_left_out(client: TestClient, body: str):
    answer = client.post("/api/v1/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201
    assert answer.json()["rules"] == CLASSIC
    assert not answer.json()["practice"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_known_by_its_name(client: TestClient, preset: str):
    told = begin(client, preset=preset, health=40)["rules"]
    rules = PRESETS[preset]
    assert told == {
        "preset": preset,
        "health": 40,
        "equal_counts": rules.equal_counts,
        "defeat": rules.defeat,
        "bonus": rules.bonus,
        "avoided": rules.avoided,
        "undo": True,
    }


def test_fields_beside_the_preset_override_it(client: TestClient):
    told = begin(client, preset="academy", equal_counts=False, avoided="shuffled", undo=False)["rules"]
    assert told == {
        "preset": None,
        "health": 20,
        "equal_counts": False,
        "defeat": "health",
        "bonus": "before",
        "avoided": "shuffled",
        "undo": False,
    }


def test_overrides_that_make_another_preset_are_called_by_its_name(client: TestClient):
    assert begin(client, preset="academy", equal_counts=False)["rules"]["preset"] == "guide"


def test_a_seed_deals_the_same_again_and_is_practice(client: TestClient):
    first, second = (begin(client, seed="tuesday evening") for _ in range(2))
    assert first["id"] != second["id"]
    assert first["room"] == second["room"]
    assert first["practice"]
    assert first["seed"] is None


def test_two_games_without_a_seed_are_not_alike(client: TestClient):
    assert len({str(begin(client)["room"]) for _ in range(5)}) > 1


def test_a_seed_beside_a_deck_only_orders_avoided_rooms(client: TestClient):
    orders = set()
    for seed in "abcdef":
        game = puzzle(client, "2C 3C 4C 5C 6C 7C 8C 9C", seed=seed, avoided="shuffled", health=40)
        assert game["moves"] == ["2Cb", "3Cb", "4Cb", "5Cb", "avoid"]
        orders.add(str(play(client, game, "avoid", "6Cb", "7Cb", "8Cb")["room"]))
    assert len(orders) > 1


def test_a_move_answers_with_the_game_and_its_deeds(client: TestClient):
    game = puzzle(client, "JC 6D 9H 6C QS 2C 3D")
    first = play(client, game, "6D")
    assert first["deeds"] == [{"deed": "equipped", "weapon": "6D", "replaced": None}]
    second = play(client, first, "JCw")
    assert second["deeds"] == [{"deed": "slain", "monster": "JC", "weapon": "6D", "damage": 5, "health": 15}]
    third = play(client, second, "6Cw")
    assert third["deeds"] == [
        {"deed": "slain", "monster": "6C", "weapon": "6D", "damage": 0, "health": 15},
        {
            "deed": "room-dealt",
            "number": 2,
            "room": ["QS", "2C", "9H", "3D"],
            "drawn": ["QS", "2C", "3D"],
            "carried": "9H",
            "left": 0,
        },
    ]
    fourth = play(client, third, "2Cb")
    assert fourth["deeds"] == [{"deed": "beaten", "monster": "2C", "damage": 2, "health": 13}]
    fifth = play(client, fourth, "3D")
    old = {"card": "6D", "slain": ["JC", "6C"], "limit": 6}
    assert fourth["weapon"] == old
    assert fifth["deeds"] == [{"deed": "equipped", "weapon": "3D", "replaced": old}]
    assert fifth["history"] == ["6D", "JCw", "6Cw", "2Cb", "3D"]
    assert without_deeds(fifth) == client.get(f"/api/v1/games/{game['id']}").json()


def test_potions_drunk_and_wasted(client: TestClient):
    game = play(client, puzzle(client, "5C 9H 2H 3C 2C"), "5Cb", "9H")
    assert game["deeds"] == [{"deed": "drunk", "potion": "9H", "healed": 5, "health": 20}]
    assert game["potion_used"]
    wasted, dealt = play(client, game, "2H")["deeds"]
    assert wasted == {"deed": "wasted", "potion": "2H", "health": 20}
    assert dealt["carried"] == "3C"


def test_victory_tells_score_bonus_seed_and_deck(client: TestClient):
    game = play(client, puzzle(client, "5C 5H", seed="an open secret"), "5Cb", "5H")
    assert game["deeds"][1] == {"deed": "survived", "score": 25, "bonus": 5}
    assert (game["status"], game["score"], game["moves"], game["can_undo"]) == ("won", 25, [], False)
    assert (game["seed"], game["deck"]) == ("an open secret", ["5C", "5H"])


def test_defeat_tells_the_true_health_and_the_killer(client: TestClient):
    game = play(client, puzzle(client, "QS JC KS 2C 3C"), "QSb", "JCb")
    assert game["deeds"][1] == {"deed": "died", "killer": "JC", "score": -21}
    assert (game["status"], game["health"], game["score"]) == ("slain", -3, -21)


def test_an_ordinary_game_tells_its_seed_when_it_is_over_but_has_no_deck(client: TestClient):
    game = begin(client)
    while game["status"] == "playing":
        game = play(client, game, next(move for move in game["moves"] if move != "avoid"))
    assert game["seed"]
    assert game["deck"] is None
    assert begin(client, seed=game["seed"])["dungeon"] == 40


def test_an_avoid_puts_the_room_under_the_dungeon(client: TestClient):
    game = play(client, puzzle(client, "2C 3C 4C 5C 6C 7C 8C 9C 2H"), "avoid")
    assert game["deeds"][0] == {"deed": "avoided", "cards": ["2C", "3C", "4C", "5C"]}
    assert game["known_bottom"] == ["2C", "3C", "4C", "5C"]
    assert (game["room_number"], game["dungeon"]) == (2, 5)
    assert "avoid" not in game["moves"]


def test_of_cards_known_at_the_bottom_the_first_are_drawn_first(client: TestClient):
    game = play(client, puzzle(client, "2C 3C 4C 2D 2H 3H 4H 5H 3D", health=40), "avoid", "2H", "3H", "4H")
    assert [slot["card"] for slot in game["room"]] == ["3D", "2C", "3C", "5H"]
    assert game["known_bottom"] == ["4C", "2D"]


def test_where_avoided_rooms_are_shuffled_nothing_is_known_of_the_bottom(client: TestClient):
    assert play(client, begin(client, avoided="shuffled"), "avoid")["known_bottom"] == []


def test_undo_gives_the_game_before_the_move(client: TestClient):
    game = puzzle(client, "QS 6D 9H 5C 2D 3C")
    after = play(client, game, "6D")
    assert after["can_undo"]
    answer = client.post(f"/api/v1/games/{game['id']}/undo", json={"turn": 1})
    assert (answer.status_code, answer.json()) == (200, game)


def test_a_game_of_the_api_lies_on_the_players_table(client: TestClient):
    game = begin(client)
    page = client.get("/").text
    assert f"/games/{game['id']}/" in page


def test_another_players_running_game_is_no_game(client: TestClient):
    game = puzzle(client, "5C 5H")
    stranger = another(client)
    address = f"/api/v1/games/{game['id']}"
    for answer in (
        stranger.get(address),
        stranger.post(f"{address}/moves", json={"turn": 0, "move": "5Cb"}),
        stranger.post(f"{address}/undo", json={"turn": 0}),
    ):
        assert answer.status_code == 404
        assert answer.json()["type"] == "/docs#problem-no-such-game"
    assert client.get(address).json() == game


def test_a_finished_game_can_be_read_by_anyone_and_moved_in_by_no_one_else(client: TestClient):
    game = play(client, puzzle(client, "5C 5H"), "5Cb", "5H")
    stranger = another(client)
    address = f"/api/v1/games/{game['id']}"
    assert stranger.get(address).json() == without_deeds(game)
    assert stranger.post(f"{address}/moves", json={"turn": 2, "move": "5H"}).status_code == 404
    assert stranger.post(f"{address}/undo", json={"turn": 2}).status_code == 404


def test_a_game_is_the_same_after_the_server_was_started_again(serve: Serve):
    client = serve()
    game = play(client, puzzle(client, "QS 6D 9H 5C 2D 3C"), "6D")
    again = serve()
    again.cookies = client.cookies
    assert again.get(f"/api/v1/games/{game['id']}").json() == without_deeds(game)


def test_the_whole_of_it_on_both_databases(serve: Serve, database_url: str):
    client = serve(database_url=database_url)
    game = puzzle(client, "5C 5H 2D 3C 4C", seed="’tis", avoided="shuffled")
    game = play(client, game, "avoid")
    assert client.post(f"/api/v1/games/{game['id']}/undo", json={"turn": 1}).status_code == 422
    while game["status"] == "playing":
        game = play(client, game, game["moves"][0])
    assert client.get(f"/api/v1/games/{game['id']}").json() == without_deeds(game)
    assert another(client).get("/api/v1/games/%00%ff").status_code == 404
