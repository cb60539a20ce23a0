"""Looking back at a finished run: the table as it lay at each turn, with what was done next, and the way through."""

from dataclasses import replace
from typing import NamedTuple

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from app.engine import Avoid, Card, Slay, Status, Step, at_turn
from app.engine.deeds import RoomDealt
from app.store import Game, NoSuchGame
from app.web.games import PlayerDep, StoreDep, visible_game
from app.web.pieces import lying
from app.web.preferences import preferences_of
from app.web.templating import page, see_other
from app.web.views import TableView, said, table_view
from app.words import line

router = APIRouter(include_in_schema=False)

DEALT = "Room 1, as it was dealt."


class LineView(NamedTuple):
    """One move in the log of the run: the turn after it, and what it did in a sentence or two."""

    turn: int
    words: str


class RoomView(NamedTuple):
    """A room in the log: its number, the turn that it was dealt at, and the moves made in it, in order."""

    number: int
    turn: int
    lines: tuple[LineView, ...]


class ReplayView(NamedTuple):
    """A finished run at one turn.

    `said` is what led there, `then` what was done next. `curve` has the health at every turn, as the points of an SVG
    polyline: the turn to the right, the health lost from the cap downwards.
    """

    table: TableView
    places: Markup
    said: str
    then: str
    last: int
    rooms: tuple[RoomView, ...]
    curve: str


@router.get("/games/{id}/turns")
async def choose(store: StoreDep, owner: PlayerDep, id: str, turn: int = 0) -> Response:  # noqa: A002
    """Where the slider leads without scripts."""
    game = await _finished(store, id, owner)
    return see_other(f"/games/{game.id}/turns/{min(max(0, turn), game.turn)}")


@router.get("/games/{id}/turns/{turn}")
async def show(request: Request, store: StoreDep, owner: PlayerDep, id: str, turn: int) -> Response:  # noqa: A002
    """A finished run after that many moves; only a run that is over can be looked back at."""
    game = await _finished(store, id, owner)
    if not 0 <= turn <= game.turn:
        raise NoSuchGame(f"{id} at turn {turn}")
    mine = await preferences_of(store, owner)
    return page(request, "replay/page.html", {"replay": replay_view(game, turn)}, look=mine.look)


async def _finished(store: StoreDep, id: str, owner: str) -> Game:  # noqa: A002
    game = await visible_game(store, id, owner)
    if game.status is Status.PLAYING:
        raise NoSuchGame(id)
    return game


def replay_view(game: Game, turn: int) -> ReplayView:
    """A finished game as it stood after so many moves (0 to its last turn)."""
    then = replace(game, run=at_turn(game.run, turn), steps=game.steps[: turn + 1], ended_at=None)
    table = table_view(then if turn < game.turn else game)
    following = game.steps[turn + 1] if turn < game.turn else None
    cap = game.run.rules.health
    return ReplayView(
        table=table,
        places=lying(table.slots, _card(following)),
        said=said(game.steps[turn]) if turn else DEALT,
        then=_then(following),
        last=game.turn,
        rooms=_rooms(game.steps),
        curve=" ".join(f"{no},{cap - max(0, step.dungeon.health)}" for no, step in enumerate(game.steps)),
    )


def _then(following: Step | None) -> str:
    """What was done next, in words."""
    match following:
        case None:
            return "Here the run ended."
        case Step(move=Avoid()):
            return "Next: the room is avoided."
        case Step(move=Slay(card)):
            return f"Next: the {card.name}, with the weapon."
    chosen = _card(following)
    assert chosen is not None  # noqa: S101 - only the deal and an avoid have none, and the deal follows nothing
    return f"Next: the {chosen.name}."


def _card(following: Step | None) -> Card | None:
    """The card that is taken next; None at the end and for an avoid."""
    if following is None or following.move is None or isinstance(following.move, Avoid):
        return None
    return following.move.card


def _rooms(steps: tuple[Step, ...]) -> tuple[RoomView, ...]:
    rooms: list[RoomView] = []
    for turn, step in enumerate(steps):
        done = " ".join(line(deed) for deed in step.deeds if not isinstance(deed, RoomDealt))
        if done:
            rooms[-1] = rooms[-1]._replace(lines=(*rooms[-1].lines, LineView(turn, done)))
        rooms += [RoomView(deed.number, turn, ()) for deed in step.deeds if isinstance(deed, RoomDealt)]
    return tuple(rooms)
