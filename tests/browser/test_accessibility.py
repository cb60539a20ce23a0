"""axe on every page and state, in both themes, on a phone and at a desk: no violation at all."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import DEATH, DEATH_MOVES, VICTORY, VICTORY_MOVES, Seat

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (tags) => {
  const options = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
  return (await axe.run(document, options)).violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.html.slice(0, 160)}`));
}"""


def violations(seat: Seat) -> list[str]:
    """What axe finds on the page as it is; its script comes through the debugger, past the page's own policy."""
    seat.page.evaluate(AXE_SCRIPT)
    return seat.page.evaluate(RUN, TAGS)


def ended(seat: Seat, deck: str, moves: str) -> None:
    """Show the end of this run."""
    game = seat.deal(deck=deck.split())
    seat.do(game, *moves.split())
    seat.page.reload()
    expect(seat.page.locator("#result")).to_be_visible()


def states(seat: Seat) -> Iterator[str]:
    """Each state of the table and each page, by name."""
    page = seat.page
    game = seat.deal(deck="9S 4C 5D 3H 8C 7D 6S 2H 2C 3C 4S 5S KS 9H".split())
    yield "a fresh deal"
    seat.do(game, "5D")
    page.reload()
    page.keyboard.press("1")
    expect(page.locator("#choose-1")).to_be_visible()
    yield "a chooser"
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    page.keyboard.press("w")
    seat.expect_turn(2)
    yield "the middle of a room"
    for key, layer in (("?", "#keys"), ("n", "#new")):
        page.keyboard.press(key)
        expect(page.locator(layer)).to_be_visible()
        yield f"{layer} open"
        page.keyboard.press("Escape")
    page.locator(".discard").click()
    expect(page.locator("#discarded")).to_be_visible()
    yield "the discard open"
    page.keyboard.press("Escape")
    opener = page.locator("[popovertarget=log]").first
    if opener.is_visible():
        opener.click()
        expect(page.locator("#log")).to_be_visible()
        yield "the log open"
        page.keyboard.press("Escape")
    page.keyboard.press("u")
    seat.expect_turn(1)
    page.keyboard.press("u")
    seat.expect_turn(0)
    page.keyboard.press("u")
    expect(page.locator("#said").get_by_role("link", name="See the rule")).to_be_visible()
    yield "a refusal with its rule"
    opener = page.locator(".menu-opener")
    if opener.is_visible():
        opener.click()
        expect(page.locator("#menu")).to_be_visible()
        yield "the menu open"
    page.goto(f"{seat.address}tutorial")
    yield "the tutorial"


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_the_table(sit: Callable[..., Seat], shape: dict[str, Any], theme: str):
    seat = sit(**shape)
    seat.page.goto(seat.address)
    seat.set_look(theme=theme, motion="off")
    found = {state: violations(seat) for state in states(seat)}
    expect(seat.page.locator("html")).to_have_attribute("data-theme", theme)
    assert len(found) >= 6
    assert {state: wrong for state, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_at_the_end_of_a_run(sit: Callable[..., Seat], shape: dict[str, Any], theme: str):
    seat = sit(**shape)
    seat.page.goto(seat.address)
    seat.set_look(theme=theme, motion="off")
    for deck, moves in ((VICTORY, VICTORY_MOVES), (DEATH, DEATH_MOVES)):
        ended(seat, deck, moves)
        assert violations(seat) == []


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_the_other_pages(sit: Callable[..., Seat], shape: dict[str, Any], theme: str):
    # An error's page doesn't know the player: it follows the system.
    seat = sit(color_scheme="dark" if theme == "dark" else "light", **shape)
    seat.allow("404")
    seat.page.goto(seat.address)
    seat.set_look(theme=theme, motion="off")
    found = {}
    for path in ("settings", "settings?saved=look", "docs", "nowhere"):
        seat.page.goto(seat.address + path)
        found[path] = violations(seat)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_axe_would_find_something(seat: Seat):
    """That an empty list means something: the same run on a page with a fault in it."""
    seat.page.goto(seat.address)
    seat.page.evaluate("() => document.querySelector('.discard').removeAttribute('aria-label')")
    seat.page.evaluate("() => document.querySelector('.discard').replaceChildren()")
    assert "button-name" in json.dumps(violations(seat))


RING = """() => {
  const tone = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const style = getComputedStyle(document.activeElement);
  const root = getComputedStyle(document.documentElement);
  const probe = document.createElement("i");
  document.body.append(probe);
  const under = ["--ground", "--ground-deep", "--raised"].map((name) => {
    probe.setAttribute("class", "probe");
    probe.style.color = root.getPropertyValue(name);
    return tone(getComputedStyle(probe).color);
  });
  probe.remove();
  return { ring: tone(style.outlineColor), width: parseFloat(style.outlineWidth), line: style.outlineStyle, under };
}"""


def luminance(rgb: list[float]) -> float:
    parts = [part / 255 for part in rgb]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["dark", "paper"])
def test_the_focus_ring_stands_out_three_to_one(seat: Seat, theme: str):
    seat.page.goto(seat.address)
    seat.set_look(theme=theme)
    game = seat.deal(deck="9S 4C 5D 3H 8C 7D 6S 2H".split())
    seat.do(game, "5D")
    for path, stops in (("", 10), ("settings", 14)):
        seat.page.goto(seat.address + path)
        for _ in range(stops):
            seat.page.keyboard.press("Tab")
            seen = seat.page.evaluate(RING)
            where = seat.active()
            assert seen["line"] not in ("none", "hidden"), where
            assert seen["width"] >= 2, where
            assert min(contrast(seen["ring"], under) for under in seen["under"]) >= 3, where
