"""The floor that a move is measured against: a route of the same application that does everything but the work.

It goes through the same middleware, reads the same form, and answers the bytes of a real table.
"""

import gzip
from datetime import UTC, datetime
from statistics import fmean
from typing import Annotated

from fastapi import FastAPI, Form
from fastapi.responses import HTMLResponse

from app.engine import at_turn
from app.store import Game
from app.web import app_from_environment
from app.web.drawing import draw
from app.web.security import GZIP_LEVEL
from app.web.table import MoveForm
from app.web.views import table_view
from bench.runs import lasting_run

RUNS = 12
MOVES = 40


def typical_answer() -> str:
    """Of all the answers in these runs, the one whose size, plain and packed, is nearest to their mean."""
    then = datetime(2026, 1, 1, tzinfo=UTC)
    answers = []
    for number in range(RUNS):
        run = lasting_run(f"floor{number}", moves=MOVES)
        for turn in range(1, MOVES + 1):
            game = Game.dealt("x" * 22, "owner", at_turn(run, turn), practice=False, now=then)
            answers.append(draw(table_view(game), swapped=True))
    plain = [len(answer.encode()) for answer in answers]
    packed = [len(gzip.compress(answer.encode(), GZIP_LEVEL)) for answer in answers]

    mean_plain, mean_packed = fmean(plain), fmean(packed)

    def off(number: int) -> float:
        return abs(plain[number] / mean_plain - 1) + abs(packed[number] / mean_packed - 1)

    return answers[min(range(len(answers)), key=off)]


def app() -> FastAPI:
    """The product with the floor beside it, as the environment's settings describe it."""
    product = app_from_environment()
    answer = typical_answer()

    @product.post("/floor/{id}/moves", include_in_schema=False)
    async def floor(id: str, form: Annotated[MoveForm, Form()]) -> HTMLResponse:  # noqa: A002, ARG001
        return HTMLResponse(answer)

    return product
