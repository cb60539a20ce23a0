"""A real server and a real Chromium. Where no browser can be had the tests say so, and under CI they fail."""

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from tests.browser.playing import Seat
from tests.serving import Served, serving

HERE = Path(__file__).parent
NO_LIMITS = {"new_games_per_minute": "0", "writes_per_minute": "0"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}

OPTIONS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium where there is one, else the one that Playwright has fetched."""
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    own = next((path for path in found if path), None)
    chosen = {} if own is None else {"executable_path": own}
    return {**browser_type_launch_args, **chosen, "args": [*OPTIONS]}


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[[], Browser]) -> Iterator[Browser]:
    """One browser a test process. Where none can be had the tests are skipped, or fail under CI."""
    try:
        opened = launch_browser()
    except Error as fault:
        why = (
            f"no browser: {fault.message.splitlines()[0]} (Debian: apt-get install chromium; else: playwright install)"
        )
        if "CI" in os.environ:
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A desk unless a test asks for something else."""
    return {**browser_context_args, "locale": "en-GB"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The product as anybody starts it, on a fresh SQLite file; what it logs as an error fails the run."""
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, log_level="warning", **NO_LIMITS) as served:
        yield served
        complained = served.complained()
    assert "Traceback" not in complained, complained


@pytest.fixture(scope="session")
def base_url(server: Served) -> str:
    """Ours in place of the plugin's own, which pytest deprecates in the way that it is written."""
    return server.address


@pytest.fixture
def sit(new_context: Callable[..., Any], server: Served) -> Iterator[Callable[..., Seat]]:
    """Opens a seat: a fresh player with one page. Whatever its console complains of fails the test at its end."""
    seats: list[Seat] = []

    def open_seat(*, address: str | None = None, **wishes: Any) -> Seat:
        context = new_context(**{**DESK, **wishes})
        scripts = wishes.get("java_script_enabled", True)
        seat = Seat(context, context.new_page(), address or server.address, scripts=scripts)
        seat.watch(seat.page)
        seats.append(seat)
        return seat

    yield open_seat
    assert [line for seat in seats for line in seat.unexpected()] == []


@pytest.fixture
def seat(sit: Callable[..., Seat]) -> Seat:
    """One seat at a desk."""
    return sit()


@pytest.fixture
def restartable(tmp_path: Path) -> Iterator[Callable[[], Served]]:
    """Starts a server on one port and one database, again and again: it is the same address each time."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with ExitStack() as running:
        yield lambda: running.enter_context(serving(tmp_path, port=str(port), **NO_LIMITS))
