"""The floor that a move is measured against: a route of the same application that does everything but the work.

It goes through the same middleware, reads the same form, and answers the bytes of a real table.
"""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import FastAPI, Form
from fastapi.responses import HTMLResponse

from app.engine import steps
from app.store import Game
from app.web import app_from_environment
from app.web.drawing import draw
from app.web.table import MoveForm
from app.web.views import table_view
from bench.runs import lasting_run

TYPICAL = 22
"""At which turn the answer is typical: half way through a run."""


def typical_answer() -> str:
    """The fragment that a move half way through a run answers."""
    run = lasting_run("floor", moves=TYPICAL)
    then = datetime(2026, 1, 1, tzinfo=UTC)
    game = Game("x" * 22, "owner", run, steps(run), False, 0, False, then, then, None)
    return draw(table_view(game), swapped=True)


def app() -> FastAPI:
    """The product with the floor beside it, as the environment's settings describe it."""
    product = app_from_environment()
    answer = typical_answer()

    @product.post("/floor/{id}/moves", include_in_schema=False)
    async def floor(id: str, form: Annotated[MoveForm, Form()]) -> HTMLResponse:  # noqa: A002, ARG001
        return HTMLResponse(answer)

    return product
