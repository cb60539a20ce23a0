"""The examples in the API's description: a real game, played by the engine, so that they can't come to lie."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import app.web.api_models as told
from app.engine import DECK, Rules, Run
from app.engine.notation import cards, moves
from app.store import Game

_TOP = cards("JC 6D 9H 6C QS 2C 3D")
_DEALT_AT = datetime(2026, 1, 31, 12, tzinfo=UTC)
_RUN = Run(Rules(), "example", deck=_TOP + tuple(card for card in DECK if card not in _TOP))


def _after(played: str) -> Game:
    run = replace(_RUN, moves=moves(played))
    return Game.dealt("Yc3dR0sQ2mB7xKp4wT9LaE", "", run, practice=False, now=_DEALT_AT)


def _shown(played: str) -> dict[str, Any]:
    return told.Game.of(_after(played)).model_dump(mode="json")


BEGUN = _shown("-")
PLAYING = _shown("6D JCw 6Cw 2Cb")
TAKEN_BACK = _shown("6D JCw 6Cw")
MOVED = told.MovedGame.of(_after("6D JCw 6Cw")).model_dump(mode="json")

NEW_GAMES: dict[str, Any] = {
    "classic": {"summary": "A classic game on new cards", "value": {}},
    "house rules": {
        "summary": "A preset, and something else beside it",
        "value": {"preset": "patience", "health": 30, "avoided": "shuffled"},
    },
    "seed": {"summary": "Known cards: a practice game", "value": {"seed": "tuesday evening"}},
    "deck": {"summary": "A puzzle of four cards", "value": {"deck": ["9S", "7D", "4C", "3H"]}},
}
MOVES: dict[str, Any] = {
    "slay": {"summary": "Slay with the weapon", "value": {"turn": 2, "move": "6Cw"}},
    "fight": {"summary": "Fight bare-handed", "value": {"turn": 4, "move": "QSb"}},
    "equip": {"summary": "Take up a weapon", "value": {"turn": 0, "move": "6D"}},
    "drink": {"summary": "Drink a potion", "value": {"turn": 4, "move": "9H"}},
    "avoid": {"summary": "Leave the room", "value": {"turn": 0, "move": "avoid"}},
}
UNDOS: dict[str, Any] = {"undo": {"summary": "Take back the fourth move", "value": {"turn": 4}}}
