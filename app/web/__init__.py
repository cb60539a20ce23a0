"""The shell round the game: pages for people, JSON for programs, over one engine and one store."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

from fastapi import FastAPI

from app.config import Config
from app.store import Store, StoreUnavailable, open_store
from app.web.api import DESCRIPTION
from app.web.api import router as api
from app.web.errors import install as answer_errors
from app.web.health import router as health
from app.web.preferences import router as preferences
from app.web.records import router as records
from app.web.reference import router as reference
from app.web.replay import router as replay
from app.web.rules import router as rules
from app.web.security import install as guard
from app.web.static import files
from app.web.table import router as table
from app.web.tutorial import router as tutorial

log = logging.getLogger(__name__)


def create_app(config: Config) -> FastAPI:
    """The whole application. Its lifespan opens and closes the store that the settings name."""
    store = open_store(config.database_url)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await store.open()
        try:
            own = config.secret.get_secret_value() if config.secret else await store.secret()
            app.state.secret = own.encode()
            async with _sweeping(store, timedelta(hours=config.sweep_after_hours)):
                yield
        finally:
            await store.close()

    app = FastAPI(
        title="Scoundrel",
        version="1",
        summary="The solo dungeon-crawl card game by Zach Gage and Kurt Bieg (2011), for programs.",
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.config = config
    answer_errors(app)
    guard(app, config)
    for routes in (table, tutorial, replay, rules, records, preferences, health, reference, api):
        app.include_router(routes)
    app.mount("/static", files(), name="static")
    return app


def app_from_environment() -> FastAPI:
    """The application as the environment's settings describe it; what each server process calls."""
    app = create_app(Config())
    # What start-up made stays. The collector needn't look through it again and again, 30 milliseconds each time.
    gc.collect()
    gc.freeze()
    return app


@contextlib.asynccontextmanager
async def _sweeping(store: Store, age: timedelta) -> AsyncIterator[None]:
    """While the server runs, forget deals that nobody touched: at the start and every hour."""

    async def sweep() -> None:
        while True:
            try:
                swept = await store.sweep(untouched_since=datetime.now(UTC) - age)
            except StoreUnavailable as why:
                log.warning("untouched deals were not swept: %s", why)
            else:
                log.info("swept %d untouched deals", swept)
            await asyncio.sleep(3600)

    sweeper = asyncio.create_task(sweep())
    try:
        yield
    finally:
        sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sweeper
