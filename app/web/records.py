"""`/records`: a player's statistics and past runs, all of them to take along, and the way to have them forgotten."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from app.engine import Run, Status, notation
from app.store import Record
from app.web.games import PlayerDep, StoreDep, now
from app.web.players import cookie_to_forget, is_new
from app.web.preferences import preferences_of
from app.web.record_views import records_view
from app.web.templating import page

router = APIRouter(include_in_schema=False)

EXPORTED = "scoundrel-runs.jsonl"


@router.get("/records")
async def show(request: Request, store: StoreDep, owner: PlayerDep) -> Response:
    """The figures of one set of rules at one difficulty, all the player's books, and the runs by these rules.

    What is wrong in the query counts as not asked for: the page is then that of the rules played last.
    """
    asked: Mapping[str, str] = request.query_params
    mine = await preferences_of(store, owner)
    records = await store.records(owner)
    # Of ten thousand runs this takes a tenth of a second, in which other players shall not wait.
    view = await asyncio.to_thread(records_view, records, asked, now=now())
    forgotten = is_new(request.scope) and "forgotten" in asked
    return page(request, "records/page.html", {"view": view, "forgotten": forgotten}, look=mine.look)


@router.get("/records/export")
async def export(store: StoreDep, owner: PlayerDep) -> Response:
    """Every run of the player as JSON lines, newest first, each in the run notation (docs/notation.md)."""
    pages = store.runs(owner)
    # The first page before anything is sent: a store that can't be reached is a 503 and no broken file.
    first = await anext(pages, ())

    async def lines() -> AsyncIterator[str]:
        yield _lines(first)
        async for further in pages:
            yield _lines(further)

    return StreamingResponse(
        lines(),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{EXPORTED}"'},
    )


@router.post("/records/forget")
async def forget(request: Request, store: StoreDep, owner: PlayerDep) -> Response:
    """Delete all that is kept of the player, and have the browser forget who it was. Repeated, it does no more."""
    await store.forget(owner)
    told = RedirectResponse("/records?forgotten=1", status_code=303)
    if not is_new(request.scope):
        told.headers["Set-Cookie"] = cookie_to_forget(request.scope)
    return told


def _lines(runs: tuple[tuple[Record, Run], ...]) -> str:
    return "".join([f"{json.dumps(exported(record, run), separators=(',', ':'))}\n" for record, run in runs])


def exported(record: Record, run: Run) -> dict[str, Any]:
    """A run as its owner may take it along; of one still being played no seed and no deck, which tell its cards."""
    over = record.status is not Status.PLAYING
    return {
        "id": record.id,
        "run": notation.print_run(run) if over else None,
        "rules": notation.print_rules(run.rules),
        "moves": notation.spaced(run.moves),
        "status": str(record.status),
        "score": record.score,
        "practice": record.practice,
        "own_deck": record.own_deck,
        "undos": record.undos,
        "helped": record.helped,
        "dealt_at": record.dealt_at.isoformat(),
        "moved_at": record.moved_at.isoformat(),
        "ended_at": None if record.ended_at is None else record.ended_at.isoformat(),
    }
