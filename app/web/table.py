"""The table: the game as people play it, a page for a browser and a fragment for htmx from the same view."""

from typing import Annotated

from fastapi import APIRouter, Depends, Form
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.engine import IllegalMove, Run, StaleTurn, Status, notation
from app.engine.notation import NotationError
from app.store import Game, NoSuchGame, Store, UnreadableGame
from app.tutorial import is_lesson
from app.web.drawing import draw, draw_said
from app.web.games import PlayerDep, StoreDep, act, deal_next, fresh_run, now, own_game, seat, visible_game
from app.web.preferences import Look, preferences_of
from app.web.rate import count_new_game, limit_new_games
from app.web.standing import standing_of
from app.web.templating import page, see_other, wants_fragment
from app.web.topics import TOPICS
from app.web.views import TableView, said, table_view

router = APIRouter(include_in_schema=False)

MOVED_ON = "The game had moved on meanwhile, in another tab perhaps. This is how it stands."
UNREADABLE = "Your last game can't be read any more; it has been set aside. Here is a fresh dungeon."


class MoveForm(BaseModel):
    """A move as the table's forms send it: the turn that it was made from, and the move's text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turn: int = Field(ge=0, le=1000)
    move: str = Field(max_length=8)


class UndoForm(BaseModel):
    """Taking back the last move: the turn that it is taken back from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turn: int = Field(ge=0, le=1000)


@router.get("/")
async def home(request: Request, store: StoreDep, owner: PlayerDep, left: str = "") -> Response:
    """The player's game at once: the current one, running or just over, or a fresh deal.

    A newcomer is offered the tutorial over the untouched table, and may as well just begin.
    """
    mine = await preferences_of(store, owner)
    notice = None
    try:
        game = await store.current(owner)
    except UnreadableGame:
        game, notice = None, UNREADABLE
    if game is None:
        count_new_game(request)
        game = await store.deal(owner, fresh_run(mine.rules), practice=False, now=now())
    standing = await standing_of(store, game, owner)
    table = table_view(game, notice=notice, refused=notice is not None, standing=standing)
    newcomer = notice is None and game.untouched and await store.is_newcomer(owner)
    return table_page(request, table, mine.look, left=await _left(store, left, owner), newcomer=newcomer)


@router.post("/games", dependencies=[Depends(limit_new_games)])
async def new(store: StoreDep, owner: PlayerDep) -> Response:
    """Deal a new dungeon by the player's own rules. A run left on the way can be gone back to."""
    mine = await preferences_of(store, owner)
    return see_other(await deal_next(store, owner, mine.rules))


@router.get("/games/{id}")
async def show(request: Request, store: StoreDep, owner: PlayerDep, id: str) -> Response:  # noqa: A002
    """One game: one's own, or anybody's once it is over."""
    game = await visible_game(store, id, owner)
    mine = await preferences_of(store, owner)
    return table_page(request, table_view(game, standing=await standing_of(store, game, owner)), mine.look)


@router.post("/games/{id}/moves")
async def move(
    request: Request,
    id: str,  # noqa: A002
    form: Annotated[MoveForm, Form()],
) -> Response:
    """Make a move: the swapped table for htmx, else back to the game's page."""
    store, owner = seat(request)
    try:
        made = notation.move(form.move)
        after = await act(store, id, owner, lambda game: game.play(made, at_turn=form.turn, now=now()))
    except StaleTurn:
        true = await own_game(store, id, owner)
        done = _had_its_effect(true, form)
        return await _refused(request, store, true, done or MOVED_ON, refused=done is None, status_code=409)
    except IllegalMove as why:
        return await _illegal(request, store, await own_game(store, id, owner), why)
    except NotationError:
        return await _refused(
            request, store, await own_game(store, id, owner), "That is no move of this game.", status_code=422
        )
    # Only the move that ends a run may pay for a look at the others.
    ending = None if after.ended_at is None else await standing_of(store, after, owner)
    return _moved(request, after, standing=ending)


@router.post("/games/{id}/undo")
async def undo(
    request: Request,
    id: str,  # noqa: A002
    form: Annotated[UndoForm, Form()],
) -> Response:
    """Take the last move of this room back (ruling 19)."""
    store, owner = seat(request)
    try:
        after = await act(store, id, owner, lambda game: game.undo(at_turn=form.turn, now=now()))
    except StaleTurn:
        return await _refused(request, store, await own_game(store, id, owner), MOVED_ON, status_code=409)
    except IllegalMove as why:
        return await _illegal(request, store, await own_game(store, id, owner), why)
    return _moved(request, after, notice=f"Taken back. Health {after.dungeon.health}.")


@router.post("/games/{id}/again", dependencies=[Depends(limit_new_games)])
async def again(store: StoreDep, owner: PlayerDep, id: str) -> Response:  # noqa: A002
    """Play a finished dungeon again in the same order: practice, never a record. A running one is not dealt twice."""
    game = await visible_game(store, id, owner)
    if game.status is Status.PLAYING:
        return see_other(f"/games/{game.id}")
    if is_lesson(game.run):
        return see_other("/tutorial")
    same = Run(game.run.rules, game.run.seed, deck=game.run.deck)
    await store.deal(owner, same, practice=True, now=now())
    return see_other("/")


@router.post("/games/{id}/resume")
async def resume(store: StoreDep, owner: PlayerDep, id: str) -> Response:  # noqa: A002
    """Make an own game that was left the current one again; the tutorial stays beside it."""
    game = await own_game(store, id, owner)
    if is_lesson(game.run):
        return see_other("/tutorial")
    await store.make_current(game)
    return see_other("/")


def _had_its_effect(game: Game, form: MoveForm) -> str | None:
    """What the very move in the form did, if it is the last one made: a repeat of a request whose answer was lost."""
    if game.turn == form.turn + 1 and str(game.run.moves[-1]) == form.move:
        return said(game.steps[-1])
    return None


def _moved(request: Request, game: Game, *, notice: str | None = None, standing: str | None = None) -> Response:
    if wants_fragment(request):
        return HTMLResponse(draw(table_view(game, notice=notice, standing=standing), swapped=True))
    return see_other(f"/games/{game.id}")


async def _illegal(request: Request, store: Store, game: Game, why: IllegalMove) -> Response:
    return await _refused(request, store, game, why.reason, topic=TOPICS[why.refusal], status_code=422)


async def _refused(
    request: Request,
    store: Store,
    game: Game,
    notice: str,
    *,
    refused: bool = True,
    topic: str | None = None,
    status_code: int,
) -> Response:
    """The true table with a word why; whole for a browser without scripts."""
    standing = await standing_of(store, game, game.owner)
    table = table_view(game, notice=notice, refused=refused, topic=topic, standing=standing)
    if wants_fragment(request):
        return HTMLResponse(draw(table, swapped=True), status_code=status_code)
    mine = await preferences_of(store, game.owner)
    return table_page(request, table, mine.look, status_code=status_code)


def table_page(
    request: Request,
    table: TableView,
    look: Look,
    *,
    left: Game | None = None,
    newcomer: bool = False,
    status_code: int = 200,
) -> Response:
    """The table as a whole page. `left`: the run just left for it, to go back to; `newcomer`: offer the tutorial."""
    context = {
        "table": table,
        "drawn": draw(table),
        "said": draw_said(table.said),
        "left": left,
        "newcomer": newcomer,
    }
    return page(request, "table/page.html", context, look=look, status_code=status_code)


async def _left(store: Store, id: str, owner: str) -> Game | None:  # noqa: A002
    """The run just left for this one, if it is the player's and still running: the page offers the way back."""
    if not id:
        return None
    try:
        game = await own_game(store, id, owner)
    except (NoSuchGame, UnreadableGame):
        return None
    return game if game.status is Status.PLAYING else None
