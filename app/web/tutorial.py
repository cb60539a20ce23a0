"""The tutorial: a guided dungeon beside the player's own game, which it never touches and never is in the way of."""

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from app.store import Game, Store, UnreadableGame
from app.tutorial import lesson
from app.web.games import PlayerDep, StoreDep, now
from app.web.preferences import preferences_of
from app.web.rate import count_new_game, limit_new_games
from app.web.table import table_page
from app.web.templating import see_other
from app.web.views import table_view

router = APIRouter(include_in_schema=False)


@router.get("/tutorial")
async def show(request: Request, store: StoreDep, owner: PlayerDep) -> Response:
    """The guided dungeon where it was left, or dealt for the first time."""
    mine = await preferences_of(store, owner)
    try:
        game = await store.latest(owner, lesson())
    except UnreadableGame:
        game = None
    if game is None:
        count_new_game(request)
        game = await _deal(store, owner)
    return table_page(request, table_view(game), mine.look)


@router.post("/tutorial", dependencies=[Depends(limit_new_games)])
async def begin(store: StoreDep, owner: PlayerDep) -> Response:
    """Deal the guided dungeon anew."""
    await _deal(store, owner)
    return see_other("/tutorial")


async def _deal(store: Store, owner: str) -> Game:
    return await store.deal(owner, lesson(), practice=True, now=now(), current=False)
