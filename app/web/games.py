"""What every route on games needs: the store, the player, the clock, a fresh seed, and whose game it is."""

from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from app.engine import Rules, Run, Status
from app.store import Game, NoSuchGame, Store
from app.web.players import player


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


StoreDep = Annotated[Store, Depends(_store)]
PlayerDep = Annotated[str, Depends(player)]


def now() -> datetime:
    """The moment of asking, UTC."""
    return datetime.now(UTC)


def fresh_run(rules: Rules) -> Run:
    """A run on a seed that nobody has seen, 128 bits of chance: no two deals are alike."""
    return Run(rules, token_urlsafe(16))


async def visible_game(store: Store, id: str, owner: str) -> Game:  # noqa: A002
    """The game, if this player may see it: one's own, or anybody's once it is over. Raises NoSuchGame else."""
    game = await store.load(id)
    if game.owner != owner and game.status is Status.PLAYING:
        raise NoSuchGame(id)
    return game


async def own_game(store: Store, id: str, owner: str) -> Game:  # noqa: A002
    """The player's own game, the only one that may be moved in. Raises NoSuchGame for anybody else's."""
    game = await store.load(id)
    if game.owner != owner:
        raise NoSuchGame(id)
    return game
