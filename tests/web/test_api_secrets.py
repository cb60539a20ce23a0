"""No answer holds a card that is not dealt yet, or the seed of a running game (docs/faults.md 27)."""

import json
import random
import re
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.engine import DECK, PRESETS, AvoidedOrder, Card, Rules, Run, Status, follow, legal_moves, steps
from app.engine.cards import BY_TEXT
from app.engine.deeds import RoomDealt
from app.store import Game
from app.web.api_models import known_bottom

from .conftest import begin, game_of

CARD = re.compile(r"(?<![A-Za-z0-9])((?:10|[2-9JQKA])[CSDH])(?=[wb]?(?![A-Za-z0-9]))")
NAME = re.compile(r"\b(\d+|jack|queen|king|ace) of (clubs|spades|diamonds|hearts)", re.IGNORECASE)
NAMED = {card.name: card for card in DECK}


def shown(game: Game) -> set[Card]:
    """Every card that has lain in a room so far."""
    return {
        card
        for step in game.steps
        for deed in step.deeds
        if isinstance(deed, RoomDealt)
        for card in deed.room
        if card is not None
    }


def raw(answer: httpx.Response, game: Game) -> str:
    """Headers and body as they went over the wire, without what is random: the id and the player's cookie."""
    text = "\n".join(f"{name}: {value}" for name, value in answer.headers.multi_items()) + "\n" + answer.text
    return re.sub(r"scoundrel_player=[\w-]+", "", text).replace(game.id, "")


def cards_in(text: str) -> set[Card]:
    by_name = {NAMED[f"{rank} of {suit}".lower()] for rank, suit in NAME.findall(text)}
    return {BY_TEXT[found] for found in CARD.findall(text) if found in BY_TEXT} | by_name


def hold_the_secret(answer: httpx.Response, game: Game) -> None:
    """Nothing in the answer that its player can't know."""
    if game.status is not Status.PLAYING:
        return
    text = raw(answer, game)
    unseen = set(game.dungeon.pile) - shown(game)
    assert not cards_in(text) & unseen
    assert game.run.seed not in text
    if answer.headers["content-type"].startswith("application/"):
        known = json.loads(answer.text)
        known = known.get("game", known)
        bottom = known.pop("known_bottom")
        assert bottom == [str(card) for card in known_bottom(game.steps)]
        # What was avoided is told by the avoid itself, and from then on as the known bottom alone.
        known["deeds"] = [deed for deed in known.get("deeds", []) if deed["deed"] != "avoided"]
        assert not cards_in(json.dumps(known)) & set(game.dungeon.pile)


WISHES: list[dict[str, Any]] = [
    *({"preset": preset} for preset in PRESETS),
    {"avoided": "shuffled"},
    {"undo": False, "health": 40, "avoided": "shuffled"},
    {"health": 40, "seed": "a seed of one's own"},
    {"health": 30, "deck": [str(card) for card in DECK[::-1]]},
    {"health": 40, "seed": "seed and deck", "deck": [str(card) for card in DECK[::2]], "avoided": "shuffled"},
]


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_no_answer_to_a_random_game_tells_what_is_to_come(client: TestClient, wish: dict[str, Any]):
    chance = random.Random(str(wish))
    games = undone = avoided = 0
    while games < 3 or not avoided or not (undone or wish.get("undo") is False):
        games += 1
        answer = client.post("/api/v1/games", json=wish)
        address = answer.headers["location"]
        game = game_of(client, answer.json()["id"])
        hold_the_secret(answer, game)
        while game.status is Status.PLAYING:
            legal = [str(move) for move in legal_moves(game.dungeon)]
            # Avoid whenever it can be, and drink before fighting: games that see much of the dungeon.
            move = "avoid" if "avoid" in legal and chance.random() < 0.6 else chance.choice(legal)
            answer = client.post(f"{address}/moves", json={"turn": game.turn, "move": move})
            avoided += move == "avoid"
            game = game_of(client, game.id)
            hold_the_secret(answer, game)
            hold_the_secret(client.get(address), game)
            stale = client.post(f"{address}/moves", json={"turn": 99, "move": "avoid"})
            assert stale.status_code == 409
            hold_the_secret(stale, game)
            hidden = chance.choice(game.dungeon.pile or DECK)
            forged = client.post(f"{address}/moves", json={"turn": game.turn, "move": f"{hidden}b"})
            if game.dungeon.pile and forged.json().get("refusal"):
                assert forged.json()["game"]["turn"] == game.turn
                # It names the card that was asked for, which tells nothing of where that is.
                known = forged.json() | {"detail": ""}
                hold_the_secret(httpx.Response(422, json=known), game)
            if game.status is Status.PLAYING and chance.random() < 0.25:
                back = client.post(f"{address}/undo", json={"turn": game.turn})
                game = game_of(client, game.id)
                undone += back.status_code == 200
                hold_the_secret(back, game)


def test_a_hidden_card_is_refused_in_the_same_words_wherever_it_lies(client: TestClient):
    game = begin(client, deck=["2C", "3C", "4C", "5C", "6C"])
    address = f"/api/v1/games/{game['id']}/moves"
    there, nowhere = (client.post(address, json={"turn": 0, "move": move}).json()["detail"] for move in ("6Cb", "7Cb"))
    assert there.replace("6", "7") == nowhere


def test_no_page_of_a_running_game_tells_what_is_to_come(client: TestClient):
    chance = random.Random(27)
    for _ in range(3):
        id = begin(client, health=40, avoided=chance.choice(["in-order", "shuffled"]))["id"]  # noqa: A001
        game = game_of(client, id)
        while game.status is Status.PLAYING:
            for answer in (client.get("/"), client.get(f"/games/{id}"), client.get("/settings")):
                assert answer.status_code == 200
                hold_the_secret(answer, game)
            move = str(chance.choice(legal_moves(game.dungeon)))
            sent = {"turn": game.turn, "move": move}
            swapped = client.post(f"/games/{id}/moves", data=sent, headers={"HX-Request": "true"})
            game = game_of(client, id)
            hold_the_secret(swapped, game)
            refused = client.post(f"/games/{id}/moves", data=sent, headers={"HX-Request": "true"})
            hold_the_secret(refused, game)


@settings(deadline=None)
@given(
    seed=st.text("abcdef", min_size=1, max_size=8),
    size=st.integers(1, 44),
    choices=st.lists(st.integers(0, 99), max_size=80),
    order=st.sampled_from(AvoidedOrder),
)
def test_the_known_bottom_is_the_end_of_the_pile_and_made_of_cards_that_were_seen(
    seed: str, size: int, choices: list[int], order: AvoidedOrder
):
    run = Run(Rules(health=40, avoided=order), seed)
    run = Run(run.rules, seed, deck=run.order[:size])
    replay = list(steps(run))
    seen = set(replay[0].dungeon.cards)
    under = 0
    for choice in choices:
        legal = legal_moves(replay[-1].dungeon)
        if not legal:
            break
        move = legal[-1] if choice % 3 == 0 else legal[choice % len(legal)]
        replay.append(follow(replay[-1], move))
        dungeon = replay[-1].dungeon
        seen |= set(dungeon.cards)
        under += 4 * (str(move) == "avoid")
        known = known_bottom(replay)
        if order is AvoidedOrder.SHUFFLED:
            assert known == ()
        else:
            assert known == dungeon.pile[len(dungeon.pile) - len(known) :]
            assert set(known) <= seen
            assert len(known) == min(under, len(dungeon.pile))
