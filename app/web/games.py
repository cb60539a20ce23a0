"""What every route on games needs: the store, the player, the clock, a fresh seed, and whose game it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from app.engine import IllegalMove, Rules, Run, StaleTurn, Status
from app.store import Game, NoSuchGame, Store, UnreadableGame
from app.web.players import player


# Coroutines though they wait for nothing: FastAPI sends a plain function to a thread, which costs more than a move.
async def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


async def _player(request: Request) -> str:
    return player(request)


def seat(request: Request) -> tuple[Store, str]:
    """The store and the player, for the routes of a move: asked for directly, FastAPI's way there takes longer."""
    return request.app.state.store, player(request)


StoreDep = Annotated[Store, Depends(_store)]
PlayerDep = Annotated[str, Depends(_player)]


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


async def act(store: Store, id: str, owner: str, change: Callable[[Game], Game]) -> Game:  # noqa: A002
    """Do something in the player's own game and keep it; the game after it. This is the path of every move.

    What this process remembers of the game is tried first: that saves asking the database, and `keep` only lets it
    through if it still was the true game. Whatever is refused is judged again by the stored game, so the answer never
    depends on the memory. Raises NoSuchGame, StaleTurn or IllegalMove.
    """
    known = store.recall(id)
    if known is not None and known.owner == owner:
        try:
            return await _kept(store, known, change)
        except (NoSuchGame, StaleTurn, IllegalMove):
            pass  # judged again below
    return await _kept(store, await own_game(store, id, owner), change)


async def _kept(store: Store, game: Game, change: Callable[[Game], Game]) -> Game:
    after = change(game)
    await store.keep(game, after)
    return after


async def own_game(store: Store, id: str, owner: str) -> Game:  # noqa: A002
    """The player's own game, the only one that may be moved in. Raises NoSuchGame for anybody else's."""
    game = await store.load(id)
    if game.owner != owner:
        raise NoSuchGame(id)
    return game


async def deal_next(store: Store, owner: str, rules: Rules) -> str:
    """Deal a new dungeon; the address that shows it, and that offers the way back to a run left for it."""
    try:
        before = await store.current(owner)
    except UnreadableGame:
        before = None
    await store.deal(owner, fresh_run(rules), practice=False, now=now())
    running = before is not None and not before.untouched and before.status is Status.PLAYING
    return f"/?left={before.id}" if before is not None and running else "/"
