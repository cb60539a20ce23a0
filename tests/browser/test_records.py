"""The records in a real browser: readable for everybody, narrow or wide, and whole without scripts."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from secrets import token_urlsafe
from typing import Any

import pytest
from playwright.sync_api import expect

from app.engine import Rules, Run, Status, legal_moves, notation, replay
from app.store import Game, statements
from app.store.rows import to_row
from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Seat
from tests.browser.test_accessibility import contrast, violations
from tests.browser.test_screen import OVERFLOW, SMALL, UNREACHABLE
from tests.serving import Served
from tests.store.plays import VICTORIES

SHAPES = {"phone": PHONE, "desk": DESK}
MIXTURE = notation.parse_rules("40 guide equal from-zero shuffled no-undo")
"""The rules with the longest name."""


def slain(rules: Rules, seed: str) -> Run:
    """A run in which the first card is taken each time, until it ends."""
    run = Run(rules, seed)
    while replay(run).status is Status.PLAYING:
        run = replace(run, moves=(*run.moves, legal_moves(replay(run))[0]))
    return run


def remembered(seat: Seat, served: Served) -> None:
    """Give the seat's player a past: some seventy runs of many kinds, written past the server."""
    begun = seat.deal()
    games = []
    past = [(run, run.rules == Rules(40)) for run in VICTORIES]
    past += [(slain(rules, f"{each}"), each % 3 == 0) for each in range(6) for rules in (Rules(), MIXTURE)]
    past += [(slain(Rules(40), f"{each}"), each % 5 == 0) for each in range(45)]
    with closing(sqlite3.connect(served.folder / "var" / "scoundrel.db")) as database, database:
        [(owner,)] = database.execute("SELECT owner FROM games WHERE id = ?", (begun["id"],)).fetchall()
        for number, (run, aided) in enumerate(past):
            at = datetime.now(UTC) - timedelta(hours=9 * (len(past) - number))
            left = replace(run, moves=run.moves[:2]) if number % 20 == 19 else run
            game = Game.dealt(token_urlsafe(16), owner, left, practice=number % 15 == 14, now=at)
            games.append(replace(game, undos=number % 3 if aided else 0, helped=aided and number % 2 == 0))
        database.executemany(re.sub(r"\$(\d+)", r"?\1", statements.DEAL), map(to_row, games))


def sit_down(sit: Callable[..., Seat], server: Served, *, theme: str = "dark", **shape: Any) -> Seat:
    """A seat whose player has a past, on the page of its records."""
    seat = sit(**shape)
    seat.page.goto(seat.address)
    seat.set_look(theme=theme, motion="off")
    remembered(seat, server)
    seat.page.goto(f"{seat.address}records")
    return seat


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", SHAPES)
def test_axe_finds_nothing_on_the_records(sit: Callable[..., Seat], server: Served, shape: str, theme: str):
    seat = sit_down(sit, server, theme=theme, **SHAPES[shape])
    found = {}
    for query in ("", "?rules=classic&health=40&page=2", "?days=7&rules=ledger&health=30"):
        seat.page.goto(f"{seat.address}records{query}")
        seat.page.locator("summary").click()
        found[query] = violations(seat)
    expect(seat.page.locator("html")).to_have_attribute("data-theme", theme)
    assert {query: wrong for query, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", SHAPES)
def test_axe_finds_nothing_on_a_newcomers_records(sit: Callable[..., Seat], shape: str, theme: str):
    seat = sit(color_scheme="dark" if theme == "dark" else "light", **SHAPES[shape])
    for path in ("records", "records?forgotten=1"):
        seat.context.clear_cookies()
        seat.page.goto(seat.address + path)
        expect(seat.page.locator(".empty")).to_be_visible()
        assert violations(seat) == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_records_never_scroll_sideways_and_everything_can_be_pressed(
    sit: Callable[..., Seat], server: Served, width: int
):
    seat = sit_down(sit, server, viewport={"width": width, "height": 800})
    mixture = notation.print_rules(MIXTURE).removeprefix("40 ")
    for query in ("", f"?health=40&rules={mixture}", "?health=40&rules=classic"):
        seat.page.goto(f"{seat.address}records{query}")
        seat.page.locator("summary").click()
        assert seat.page.evaluate(OVERFLOW)["across"] <= 0
        assert seat.page.evaluate(UNREACHABLE)["missed"] == []
        assert seat.page.evaluate(SMALL) == []
    letters = seat.page.locator(".histogram text").evaluate_all(
        "(all) => all.map((one) => { const box = one.getBoundingClientRect();"
        " return [parseFloat(getComputedStyle(one).fontSize), box.left, box.right]; })"
    )
    assert len(letters) >= 4
    assert min(size for size, *_ in letters) >= 12, "letters keep their size however narrow the page"
    assert min(left for _, left, _ in letters) >= 0
    assert max(right for *_, right in letters) <= width


@pytest.mark.parametrize("theme", ["dark", "paper"])
def test_bars_are_told_apart_by_pattern_and_stand_out_three_to_one(
    sit: Callable[..., Seat], server: Served, theme: str
):
    seat = sit_down(sit, server, theme=theme)
    seat.page.goto(f"{seat.address}records?health=40&rules=classic")

    def fills(selector: str) -> set[str]:
        every = "(all) => all.map((one) => getComputedStyle(one).fill)"
        return set(seat.page.locator(f".histogram {selector}").evaluate_all(every))

    [striped], [solid], [stripe], [between] = map(fills, (".bar.slain", ".bar.won", ".stripe", ".between"))
    assert "stripes" in striped
    for drawn in (solid, stripe):
        assert contrast(tone(drawn), tone(between)) >= 3


def tone(colour: str) -> list[float]:
    """Red, green and blue of `rgb(1, 2, 3)`."""
    return [float(part) for part in re.findall(r"[\d.]+", colour)[:3]]


def test_the_filters_and_the_pages_of_the_list_work_without_scripts(sit: Callable[..., Seat], server: Served):
    seat = sit_down(sit, server, java_script_enabled=False)
    page = seat.page
    page.get_by_label("Rules", exact=True).select_option("classic")
    page.get_by_label("Difficulty").select_option("40")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Classic, 40 health")).to_be_visible()
    expect(page.locator(".run")).to_have_count(50)
    page.get_by_role("link", name="Older runs").click()
    expect(page.get_by_role("heading", name="Classic, 40 health")).to_be_visible()
    expect(page.locator(".run")).not_to_have_count(50)
    page.get_by_role("link", name="Newer runs").click()
    expect(page.locator(".run")).to_have_count(50)
    page.get_by_label("Ended").select_option("7")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Ended")).to_have_value("7")
    assert 0 < page.locator(".run").count() < 50
    page.get_by_role("link", name="Ledger, 40 health").click()
    expect(page.get_by_label("Rules", exact=True)).to_have_value("ledger")


def test_a_run_that_was_left_is_gone_on_with_from_the_list(seat: Seat):
    game = seat.deal()
    seat.do(game, game["moves"][0])
    seat.context.request.post(f"{seat.address}games")
    seat.page.goto(f"{seat.address}records")
    expect(seat.page.locator(".run-words")).to_contain_text("Abandoned in room 1")
    seat.page.get_by_role("button", name="Go on with this run").click()
    expect(seat.page).to_have_url(seat.address)
    seat.expect_turn(1)


def test_everything_is_deleted_without_scripts_after_being_asked(sit: Callable[..., Seat], server: Served):
    seat = sit_down(sit, server, theme="paper", java_script_enabled=False)
    page = seat.page
    forget = page.get_by_role("button", name="Delete everything for good")
    expect(forget).to_be_hidden()
    page.get_by_text("Delete everything", exact=True).click()
    forget.click()
    expect(page.get_by_role("status")).to_contain_text("Your runs and your settings are deleted")
    expect(page.locator(".empty")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "system")
    page.reload()
    expect(page.get_by_role("status")).to_have_count(0)


def test_the_runs_can_be_downloaded(sit: Callable[..., Seat], server: Served):
    seat = sit_down(sit, server)
    with seat.page.expect_download() as coming:
        seat.page.get_by_role("link", name="Download all").click()
    assert coming.value.suggested_filename == "scoundrel-runs.jsonl"
    lines = coming.value.path().read_text().splitlines()
    assert len(lines) == len(VICTORIES) + 57
