"""What tests of several folders share: an event loop, and fresh databases of both kinds.

`database_url` is a fresh, empty database, `store` the opened store on it; a test that asks for either runs twice, on
SQLite and on PostgreSQL. The server is started once a test process. Where there is no server program those tests are
reported as skipped, and under CI (the environment variable CI is set) they fail.
"""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.store import Store, open_store
from tests import postgres


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: the browser driver keeps an event loop of its own, beside which no other can run."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """The loop that the server runs on."""
    return "asyncio", {"use_uvloop": os.name != "nt"}


@pytest.fixture(scope="session")
def postgres_programs() -> Path:
    """The folder of PostgreSQL's own programs; without it the test is skipped, or fails under CI."""
    found = postgres.programs()
    if found is None:
        why = "no PostgreSQL server program was found (Debian: apt-get install postgresql)"
        if "CI" in os.environ:
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    return found


@pytest.fixture(scope="session")
def postgres_server(postgres_programs: Path) -> Iterator[postgres.Server]:
    """One running server for all tests of this process. Not to be stopped: see `tests/store/test_postgres.py`."""
    server = postgres.Server(postgres_programs)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh, empty database, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/scoundrel.db"
        return
    server: postgres.Server = request.getfixturevalue("postgres_server")
    url = server.fresh()
    yield url
    server.forget(url)


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An open store on a fresh database, once of each kind. For tests marked `anyio`."""
    opened = open_store(database_url)
    await opened.open()
    yield opened
    await opened.close()
