"""What fits on which screen: nothing hidden, nothing overlapping, no sideways scroll, targets large enough."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.playing import DEATH, DEATH_MOVES, VICTORY, VICTORY_MOVES, Seat
from tests.browser.test_accessibility import ended

DECK = "9S 4C 5D 3H 8C 7D 6S 2H 2C 3C 4S 5S".split()
STACKED = "10D KS QC JS 10C 9C 8S 7S 6C 5C 4S 3S 2C AS AC 10H KC".split()

SHAPES = [(375, 553), (320, 568), (360, 640), (390, 844), (844, 390), (1280, 800), (640, 400)]
"""The phones of the list, a phone on its side, a desk, and a desk at 200 % zoom (640x400 CSS pixels)."""

SCROLLS_NOT = [(360, 640), (390, 844), (1280, 800), (1920, 1080), (844, 390)]


def fresh(seat: Seat) -> None:
    seat.deal(deck=DECK)


def stacked(seat: Seat) -> None:
    """A weapon with twelve slain on it: as much as a stack ever holds, more or less."""
    game = seat.deal(deck=STACKED, health=40)
    seat.do(game, "10D", "KSw", "QCw", "JSw", "10Cw", "9Cw", "8Sw", "7Sw", "6Cw", "5Cw", "4Sw")
    seat.page.reload()


def won(seat: Seat) -> None:
    ended(seat, VICTORY, VICTORY_MOVES)


def slain(seat: Seat) -> None:
    ended(seat, DEATH, DEATH_MOVES)


STATES: dict[str, Callable[[Seat], None]] = {"fresh": fresh, "stacked": stacked, "won": won, "slain": slain}

OVERFLOW = """() => ({
  across: document.documentElement.scrollWidth - innerWidth,
  down: document.documentElement.scrollHeight - innerHeight,
})"""

UNREACHABLE = """() => {
  const controls = [...document.querySelectorAll("button:enabled, a[href], input:not([type=hidden]), summary")];
  const shown = controls.filter((one) => one.checkVisibility({ visibilityProperty: true })
    && one.getClientRects().length > 0 && !one.closest(".skip"));
  const missed = [];
  for (const one of shown) {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = one.getClientRects()[0];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    const within = x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
    if (!within || !hit || !(one.contains(hit) || hit.closest("label")?.contains(one)))
      missed.push(`${one.id || one.className || one.textContent.trim()} at ${Math.round(x)},${Math.round(y)}` +
        ` under ${hit?.id || hit?.className || hit?.tagName}`);
  }
  scrollTo(0, 0);
  return { missed, looked: shown.length };
}"""

OVERLAPS = """() => {
  const names = [".bar", "#said", ".depth", ".vitals", ".spent", "#avoid", "#undo", ".arms",
    "#slot-1", "#slot-2", "#slot-3", "#slot-4", ".end"];
  const boxes = names.map((name) => [name, document.querySelector(name)?.getBoundingClientRect()])
    .filter(([, box]) => box && box.width > 0 && box.height > 0);
  const wrong = [];
  for (const [i, [one, a]] of boxes.entries()) {
    for (const [other, b] of boxes.slice(i + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) wrong.push(`${one} and ${other} by ${across.toFixed(1)} x ${down.toFixed(1)}`);
    }
  }
  return wrong;
}"""

WORDS = "#said, .tells, .limit, .pile-words, .potion-words, .avoid-words, .health"

CUT = (
    f"""() => [...document.querySelectorAll("{WORDS}")]"""
    """
  .filter((one) => one.checkVisibility() && one.clientHeight > 0 && (one.scrollWidth > one.clientWidth + 1 ||
    (getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1)))
  .map((one) => `${one.className || one.id}: ${one.textContent.trim().slice(0, 60)}` +
    ` needs ${one.scrollWidth}x${one.scrollHeight}, has ${one.clientWidth}x${one.clientHeight}`)"""
)


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_hidden_or_overlaps(sit: Callable[..., Seat], state: str):
    seat = sit()
    STATES[state](seat)
    wrong: dict[str, list[str]] = {}
    for width, height in SHAPES:
        seat.page.set_viewport_size({"width": width, "height": height})
        found = seat.page.evaluate(UNREACHABLE)
        assert found["looked"] >= 6
        faults = found["missed"] + seat.page.evaluate(OVERLAPS) + seat.page.evaluate(CUT)
        if faults:
            wrong[f"{width}x{height}"] = faults
    assert wrong == {}


EARLY = "AS KS QS JS 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2S 3S 4S 5S 6S 7S 8S 9S 10S 2H 3H 4H".split()


def test_after_an_early_death_the_ways_on_are_in_sight(sit: Callable[..., Seat]):
    """24 monsters still ahead are a long list; it is the list that scrolls."""
    seat = sit()
    game = seat.deal(deck=EARLY)
    seat.do(game, "ASb", "KSb")
    seat.page.reload()
    hidden = {}
    for width, height in (*SHAPES, (1280, 720), (1366, 768), (1024, 768)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate("() => document.querySelector('.end').scrollTo(0, 0)")
        cut = seat.page.evaluate(
            """() => [...document.querySelectorAll(".end .choice")].filter((one) => {
              const [box, panel] = [one.getBoundingClientRect(), one.closest(".end").getBoundingClientRect()];
              return box.bottom > Math.min(panel.bottom, innerHeight) || box.top < panel.top;
            }).map((one) => one.textContent.trim())"""
        )
        if cut:
            hidden[f"{width}x{height}"] = cut
    assert hidden == {}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "x".join(map(str, shape)))
def test_the_way_back_to_a_run_left_lies_over_nothing_that_can_be_pressed(sit: Callable[..., Seat], shape):
    seat = sit(viewport={"width": shape[0], "height": shape[1]})
    game = seat.deal(deck=DECK)
    seat.do(game, "5D")
    seat.page.reload()
    seat.page.locator("[popovertarget=new]").first.click()
    seat.page.locator("#new .strong").click()
    offer = seat.page.locator(".offer")
    expect(offer).to_be_visible()
    assert seat.page.evaluate(UNREACHABLE)["missed"] == []
    assert seat.page.url == seat.address
    seat.page.locator(".take").first.click()
    seat.page.locator(".way:visible").first.click() if seat.page.locator(".way:visible").count() else None
    seat.expect_turn(1)
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("state", STATES)
def test_the_table_never_scrolls_sideways_and_needs_no_scroll_at_all(sit: Callable[..., Seat], state: str):
    seat = sit()
    STATES[state](seat)
    wrong = {}
    for width in (320, 344, 360, 375, 390, 412, 480, 600, 639, 640, 700, 768, 900, 999, 1000, 1280, 1440, 1920):
        seat.page.set_viewport_size({"width": width, "height": 800})
        over = seat.page.evaluate(OVERFLOW)
        if over["across"] > 0:
            wrong[f"{width} wide"] = over
    for width, height in SCROLLS_NOT:
        seat.page.set_viewport_size({"width": width, "height": height})
        over = seat.page.evaluate(OVERFLOW)
        if over["across"] > 0 or over["down"] > 0:
            wrong[f"{width}x{height}"] = over
    assert wrong == {}


@pytest.mark.parametrize("path", ["settings", "docs", "nowhere"])
def test_the_other_pages_never_scroll_sideways(seat: Seat, path: str):
    seat.allow("404")
    seat.page.goto(seat.address + path)
    wrong = {}
    for width in (320, 360, 640, 1000, 1920):
        seat.page.set_viewport_size({"width": width, "height": 800})
        over = seat.page.evaluate(OVERFLOW)
        if over["across"] > 0:
            wrong[width] = over["across"]
    assert wrong == {}


@pytest.mark.parametrize("layer", ["#keys", "#new", "#discarded", "#log", "#choose-1"])
def test_each_layer_can_be_closed_on_a_small_screen(sit: Callable[..., Seat], layer: str):
    seat = sit(viewport={"width": 320, "height": 568})
    game = seat.deal(deck=DECK)
    seat.do(game, "5D")
    for width, height in ((320, 568), (640, 400), (844, 390)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.reload()
        seat.page.locator(f"[popovertarget={layer[1:]}]:not([popovertargetaction])").first.click()
        expect(seat.page.locator(layer)).to_be_visible()
        over = seat.page.evaluate(
            """(layer) => [...document.querySelectorAll(`${layer} button:not(.scrim), ${layer} a`)].filter((one) => {
              one.scrollIntoView({ block: "nearest", behavior: "instant" });
              const box = one.getBoundingClientRect();
              const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              const out = box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight;
              return out || !one.contains(hit);
            }).map((one) => one.textContent.trim())""",
            layer,
        )
        assert over == [], (width, height)
        seat.page.keyboard.press("Escape")
        expect(seat.page.locator(layer)).to_be_hidden()


LONGEST = "Queen of spades fought with the 10 of diamonds: no damage. Health 20. You survived the dungeon. Score 20."
"""The longest that a move ever makes the table say."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (844, 390), (1280, 800)])
def test_a_long_message_moves_no_card_by_a_pixel_and_is_shown_whole(sit: Callable[..., Seat], width: int, height: int):
    seat = sit(viewport={"width": width, "height": height})
    seat.deal(deck=DECK)
    where = """() => [...document.querySelectorAll(".slot, .arms, .vitals, .depth, #avoid, #undo")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; })"""
    before = seat.page.evaluate(where)
    cut = {}
    for words in (LONGEST, "word " * 40, ""):
        seat.page.evaluate("(words) => { document.getElementById('said').textContent = words; }", words)
        assert seat.page.evaluate(where) == before
        cut[words] = seat.page.evaluate(CUT)
    assert cut[LONGEST] == []


def test_no_banner_moves_a_card(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    seat.deal(deck=DECK)
    seat.allow("htmx|Failed|ERR_")
    before = seat.page.locator("#slot-1").bounding_box()
    seat.context.set_offline(True)
    seat.page.locator("#slot-1").tap()
    expect(seat.page.get_by_role("alert")).to_be_visible()
    assert seat.page.locator("#slot-1").bounding_box() == before


SMALL = """() => {
  const inText = (one) => one.matches("a") && !one.matches(".tool, .brand, .choice");
  return [...document.querySelectorAll("button:enabled, a[href], input:not([type=hidden]), summary")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
    .filter((one) => !inText(one))
    .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.99 || box.height < 43.99)
    .map(([one, box]) => `${one.id || one.className || one.textContent.trim()}: ${box.width} x ${box.height}`);
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_every_target_is_at_least_44_by_44(sit: Callable[..., Seat], width: int, height: int):
    seat = sit(**PHONE | {"viewport": {"width": width, "height": height}})
    wrong = {}
    for name, prepare in STATES.items():
        prepare(seat)
        wrong[name] = seat.page.evaluate(SMALL)
    game = seat.deal(deck=DECK)
    seat.do(game, "5D")
    seat.page.reload()
    for layer in ("#choose-1", "#keys", "#new", "#discarded", "#log"):
        seat.page.locator(f"[popovertarget={layer[1:]}]:not([popovertargetaction])").first.click()
        expect(seat.page.locator(layer)).to_be_visible()
        wrong[layer] = seat.page.evaluate(SMALL)
        seat.page.keyboard.press("Escape")
    for path in ("settings", "tutorial"):
        seat.page.goto(f"{seat.address}{path}")
        wrong[path] = seat.page.evaluate(SMALL)
    seat.page.locator(".menu-opener").click()
    wrong["menu"] = seat.page.evaluate(SMALL)
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize(("width", "height"), [(360, 640), (360, 740), (390, 844)])
def test_cards_are_at_least_72_by_100(sit: Callable[..., Seat], width: int, height: int):
    seat = sit(viewport={"width": width, "height": height})
    for prepare in (fresh, stacked):
        prepare(seat)
        boxes: list[Any] = [face.bounding_box() for face in seat.page.locator(".slot .face").all()]
        assert boxes
        assert min(box["width"] for box in boxes) >= 72
        assert min(box["height"] for box in boxes) >= 100
