"""The public JSON API: the same engine, store and player as the pages, for bots, study tools and tests from outside."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Path
from starlette.requests import Request
from starlette.responses import Response

import app.web.api_examples as examples
import app.web.api_models as told
from app.engine import IllegalMove, StaleTurn
from app.engine.notation import MOVES as BY_MOVE
from app.store import Game
from app.web.errors import (
    KINDS,
    NO_SUCH_GAME,
    STALE_TURN,
    STORE_UNAVAILABLE,
    contents,
    document,
    problem,
    problem_of,
)
from app.web.games import PlayerDep, StoreDep, act, now, own_game, visible_game
from app.web.rate import limit_new_games

DESCRIPTION = """\
Play Scoundrel from a program. The server deals, keeps the game and applies the rules; a program looks at the room and \
chooses among `moves`.

## How a game goes
- `POST /api/v1/games` deals one. An empty body is a classic game at 20 health.
- Send one of the game's `moves` with its `turn` to `POST /api/v1/games/{id}/moves`, until `status` is `won` or `slain`.
- A move counts only if its `turn` is the game's own: of any number of equal requests one has an effect, and the \
others get a 409 with the true game. So a request whose answer was lost may simply be sent again.
- `POST /api/v1/games/{id}/undo` takes the last move back, inside a room.

## Who is playing
The first answer sets the cookie `scoundrel_player`. **Keep it and send it with every request**: whoever has no cookie \
is a new player each time, and another player's running game is a 404. A game that is over can be read by anyone who \
knows its id. A game begun here is the player's current one, and lies on the table at `/`.

## How things are written
- Cards: rank and suit, `2C` to `10S`, `JC`, `QS`, `KC`, `AC`, `6D`, `9H`. Clubs and spades are monsters, diamonds \
weapons, hearts potions.
- Moves: `6D` equips, `9H` drinks, `QSw` slays with the weapon, `QSb` fights bare-handed, `avoid` leaves the room.
- `turn` is the number of moves made; an undo makes it one less.

No answer ever holds a card that is not dealt yet, or the seed of a running game. `known_bottom` lists what the player \
knows anyway: the cards put under the dungeon by avoids.

## When something is refused
Every error is a problem document (RFC 9457, `application/problem+json`) with a `detail` for people and a `type` for \
programs. An illegal move is a 422 with the reason and the `game`, unchanged; a stale turn is a 409 with the `game`.
"""

router = APIRouter(prefix="/api/v1", tags=["games"])


def _refusal(model: type[told.Problem], kind: str, detail: str, path: str, **members: Any) -> dict[str, Any]:
    """How a refusal is described in OpenAPI, with an example made as the real ones are."""
    example = contents(path, problem(kind, detail, **members))
    return {"model": model, "description": KINDS[kind].title, "content": _as_json(example)}


def _as_json(example: Mapping[str, Any]) -> dict[str, Any]:
    return {"application/json": {"example": example}}


_BEGUN, _MOVED, _PLAYING = examples.BEGUN, examples.MOVED, examples.PLAYING
_GAMES = "/api/v1/games"
_ONE = f"{_GAMES}/{_PLAYING['id']}"
_NO_GAME = _refusal(told.Problem, "no-such-game", NO_SUCH_GAME, _ONE)
_TOO_MANY = _refusal(
    told.Problem, "too-many-requests", "That was a lot in a short time. Try again in 12 seconds.", _ONE
)
_TOO_MANY["headers"] = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
_NO_STORE = _refusal(told.Problem, "store-unavailable", STORE_UNAVAILABLE, _ONE)
_NO_STORE["headers"] = _TOO_MANY["headers"]
_STALE = _refusal(told.StaleTurn, "stale-turn", STALE_TURN.format(turn=4), f"{_ONE}/moves", game=_PLAYING)
_CROSS_SITE = _refusal(told.Problem, "cross-site", "This request was sent by another site. Nothing was changed.", _ONE)
_TOO_LARGE = _refusal(told.Problem, "too-large", "The body is too large: at most 16384 bytes are read.", _GAMES)
_ON_WRITES: dict[int | str, dict[str, Any]] = {403: _CROSS_SITE, 413: _TOO_LARGE, 429: _TOO_MANY, 503: _NO_STORE}

GameId = Annotated[str, Path(description="The game's `id`.", examples=[_PLAYING["id"]])]


@router.post(
    "/games",
    status_code=201,
    operation_id="begin",
    summary="Begin a game",
    response_model=told.Game,
    response_description="The game as dealt; it is the player's current one from now on.",
    responses={
        201: {
            "content": _as_json(_BEGUN),
            "headers": {"Location": {"description": "The path of the game.", "schema": {"type": "string"}}},
        },
        422: _refusal(
            told.BadRequest,
            "bad-request",
            "`health` must be 20, 30 or 40.",
            _GAMES,
            errors=[{"field": "health", "message": "`health` must be 20, 30 or 40."}],
        ),
        **_ON_WRITES,
    },
    dependencies=[Depends(limit_new_games)],
)
async def begin(
    store: StoreDep,
    owner: PlayerDep,
    response: Response,
    wish: Annotated[told.NewGame | None, Body(openapi_examples=examples.NEW_GAMES)] = None,
) -> told.Game:
    """Deal a game. Fields beside `preset` override it; whatever is left out is as in the classic game.

    Of the same `seed` and rules the same cards come in the same order.
    """
    wish = wish or told.NewGame()
    game = await store.deal(owner, wish.run(), practice=wish.practice, now=now())
    response.headers["Location"] = f"{_GAMES}/{game.id}"
    return told.Game.of(game)


@router.get(
    "/games/{id}",
    operation_id="see",
    summary="See a game",
    response_model=told.Game,
    response_description="The game as it stands.",
    responses={200: {"content": _as_json(_PLAYING)}, 404: _NO_GAME, 503: _NO_STORE},
)
async def see(id: GameId, store: StoreDep, owner: PlayerDep) -> told.Game:  # noqa: A002 - the path's own name
    """One's own game, or anybody's that is over."""
    return told.Game.of(await visible_game(store, id, owner))


@router.post(
    "/games/{id}/moves",
    operation_id="move",
    summary="Make a move",
    response_model=told.MovedGame,
    response_description="The game after the move, and what the move did.",
    responses={
        200: {"content": _as_json(_MOVED)},
        404: _NO_GAME,
        409: _STALE,
        422: _refusal(
            told.IllegalMove,
            "illegal-move",
            "The 6 of diamonds now only faces below 6.",
            f"{_ONE}/moves",
            refusal="beyond-limit",
            game=_PLAYING,
        )
        | {"model": told.IllegalMove | told.BadRequest},
        **_ON_WRITES,
    },
)
async def move(
    id: GameId,  # noqa: A002
    wish: Annotated[told.Move, Body(openapi_examples=examples.MOVES)],
    request: Request,
    store: StoreDep,
    owner: PlayerDep,
) -> told.MovedGame | Response:
    """Make one of the game's `moves`. It is kept before it is answered, and has its effect once.

    A 422 either holds the rules' refusal and the `game`, or the `errors` of a body that can't be read.
    """
    try:
        after = await act(store, id, owner, lambda game: game.play(BY_MOVE[wish.move], at_turn=wish.turn, now=now()))
    except IllegalMove as refused:
        return _illegal(request, refused, await own_game(store, id, owner))
    except StaleTurn:
        return _stale(request, await own_game(store, id, owner))
    return told.MovedGame.of(after)


@router.post(
    "/games/{id}/undo",
    operation_id="undo",
    summary="Take a move back",
    response_model=told.Game,
    response_description="The game as it was before its last move.",
    responses={
        200: {"content": _as_json(examples.TAKEN_BACK)},
        404: _NO_GAME,
        409: _refusal(told.StaleTurn, "stale-turn", STALE_TURN.format(turn=4), f"{_ONE}/undo", game=_PLAYING),
        422: _refusal(
            told.IllegalMove,
            "illegal-move",
            "There is no move to take back yet.",
            f"{_ONE}/undo",
            refusal="nothing-to-undo",
            game=_BEGUN,
        )
        | {"model": told.IllegalMove | told.BadRequest},
        **_ON_WRITES,
    },
)
async def undo(
    id: GameId,  # noqa: A002
    wish: Annotated[told.Undo, Body(openapi_examples=examples.UNDOS)],
    request: Request,
    store: StoreDep,
    owner: PlayerDep,
) -> told.Game | Response:
    """Take the last move back. A dealt room settles the one before it, and so does the end of the game."""
    try:
        after = await act(store, id, owner, lambda game: game.undo(at_turn=wish.turn, now=now()))
    except IllegalMove as refused:
        return _illegal(request, refused, await own_game(store, id, owner))
    except StaleTurn:
        return _stale(request, await own_game(store, id, owner))
    return told.Game.of(after)


def _illegal(request: Request, refused: IllegalMove, game: Game) -> Response:
    refusal = problem_of(request, refused)
    return document(request.url.path, refusal, game=told.Game.of(game).model_dump())


def _stale(request: Request, game: Game) -> Response:
    moved_on = problem("stale-turn", STALE_TURN.format(turn=game.turn))
    return document(request.url.path, moved_on, game=told.Game.of(game).model_dump())
