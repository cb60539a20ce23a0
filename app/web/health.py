"""Whether the server can do its work, for those who watch over it."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from app.web.games import StoreDep

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def health(store: StoreDep) -> PlainTextResponse:
    """200 `ok` while the store answers; StoreUnavailable is a 503 like anywhere else."""
    await store.ping()
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})
