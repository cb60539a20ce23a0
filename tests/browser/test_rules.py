"""The rules page in a real browser: read on a phone and at a desk, stepped through by hand and by key, printed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Seat
from tests.browser.report import OBSERVE, Line, shift
from tests.browser.test_accessibility import violations
from tests.browser.test_screen import OVERFLOW, SMALL

STEPPED = ("forming", "last-room", "avoid-steps", "wearing", "too-worn", "replacing", "two-potions", "whole-turn")
PAGE = 90_000
"""Bytes of all that a first visit of the page fetches; the cards' pictures are more than half of it."""

HTML = 25_000

SEEN = """(figure) => [...figure.querySelectorAll(".frame")].filter((one) =>
  one.checkVisibility({ visibilityProperty: true })).length"""

CUT = """() => [...document.querySelectorAll("main p, main li, main td, main th, main dd, .felt, .bout, .bill, .order")]
  .filter((one) => !one.closest(".sr, .scroll, .fan, .slain, .contents") && !one.matches(".sr"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 50)}`)"""

OUTSIDE = """() => [...document.querySelectorAll("figure .face")].filter((face) => {
  const [box, panel] = [face.getBoundingClientRect(), face.closest("figure").getBoundingClientRect()];
  return box.right > panel.right || box.left < panel.left;
}).map((face) => `${face.dataset.card} in ${face.closest("figure").textContent.trim().slice(0, 30)}`)"""


def read(seat: Seat, anchor: str = "") -> None:
    seat.page.goto(f"{seat.address}rules{anchor}")


def seen(figure: Locator) -> int:
    """How many of its frames are in sight."""
    return int(figure.evaluate(SEEN))


def figure_of(seat: Seat, name: str) -> Locator:
    return seat.page.locator(f"#{name}")


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_the_rules(sit: Callable[..., Seat], shape: dict[str, Any], theme: str):
    seat = sit(**shape)
    read(seat)
    seat.set_look(theme=theme)
    read(seat)
    assert violations(seat) == []
    for name in STEPPED:
        figure_of(seat, name).locator(".step-all").click()
    seat.page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert violations(seat) == []


def test_without_scripts_each_figure_is_a_strip(sit: Callable[..., Seat]):
    seat = sit(java_script_enabled=False, **PHONE)
    read(seat)
    for name in STEPPED:
        figure = figure_of(seat, name)
        for frame in figure.locator(".frame").all():
            expect(frame).to_be_visible()
        expect(figure.locator(".stepper")).to_be_hidden()


def test_the_rules_never_scroll_sideways_and_nothing_is_cut(seat: Seat):
    read(seat)
    wrong: dict[str, Any] = {}
    for width in (320, 344, 360, 390, 480, 600, 640, 700, 900, 1099, 1100, 1280, 1920):
        seat.page.set_viewport_size({"width": width, "height": 800})
        over = seat.page.evaluate(OVERFLOW)["across"]
        found = seat.page.evaluate(CUT) + seat.page.evaluate(OUTSIDE)
        if over > 0 or found:
            wrong[f"{width} wide"] = (over, found)
    assert wrong == {}


@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_targets_are_large_enough(sit: Callable[..., Seat], shape: dict[str, Any]):
    seat = sit(**shape)
    read(seat)
    assert seat.page.evaluate(SMALL) == []
    links = [link.bounding_box() for link in seat.page.locator(".contents a").all()]
    assert links
    assert min(box["height"] for box in links if box) >= 44


def test_a_figure_is_stepped_through_by_mouse(seat: Seat):
    read(seat)
    for name in STEPPED:
        figure = figure_of(seat, name)
        frames, forth, back = figure.locator(".frame"), figure.locator(".step-on"), figure.locator(".step-back")
        count = frames.count()
        for at in range(count):
            expect(frames.nth(at)).to_be_visible()
            assert seen(figure) == 1
            expect(figure.locator(".step-no")).to_have_text(str(at + 1))
            if at:
                expect(forth).to_have_attribute("aria-disabled", str(at == count - 1).lower())
                expect(back).to_have_attribute("aria-disabled", "false")
            forth.click(force=True)  # at the end it is there, and does nothing
        expect(frames.nth(count - 1)).to_be_visible()
        back.click()
        expect(frames.nth(count - 2)).to_be_visible()
        assert seen(figure) == 1


def test_stepping_says_each_step_once_and_leaves_the_focus_on_the_button(seat: Seat):
    read(seat)
    figure = figure_of(seat, "wearing")
    said = figure.locator(".step-said")
    expect(said).to_have_attribute("role", "status")
    expect(said).to_have_text("")
    forth = figure.locator(".step-on")
    forth.focus()
    for at in (2, 3, 4):
        seat.page.keyboard.press("Enter")
        expect(forth).to_be_focused()
        expect(said).to_have_text(f"Step {at} of 4. " + figure.locator(".frame.now .says").inner_text())
    expect(forth).to_have_attribute("aria-disabled", "true")
    seat.page.keyboard.press("Enter")
    expect(forth).to_be_focused()
    expect(figure.locator(".step-no")).to_have_text("4")


def test_arrow_keys_step_where_the_figure_has_the_focus_and_nowhere_else(seat: Seat):
    read(seat)
    turn, other = figure_of(seat, "whole-turn"), figure_of(seat, "wearing")
    turn.focus()
    for key, at in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", 5),
        ("ArrowRight", 5),
        ("Home", 1),
        ("ArrowLeft", 1),
    ):
        seat.page.keyboard.press(key)
        expect(turn.locator(".step-no")).to_have_text(str(at))
        expect(turn).to_be_focused()
    expect(other.locator(".step-no")).to_have_text("1")


@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_from_step_to_step(sit: Callable[..., Seat], shape: dict[str, Any]):
    seat = sit(**shape)
    seat.context.add_init_script(OBSERVE)
    read(seat, "#turn")
    for name in STEPPED:
        figure = figure_of(seat, name)
        before = (figure.bounding_box() or {})["height"]
        for _ in range(figure.locator(".frame").count() - 1):
            figure.locator(".step-on").click()
            assert (figure.bounding_box() or {})["height"] == before, name
    found = seat.page.evaluate("() => window.seen")
    assert shift(found) <= 0.02, found["shifts"]


def test_all_steps_can_be_shown_and_folded_again(seat: Seat):
    read(seat)
    figure = figure_of(seat, "forming")
    show = figure.locator(".step-all")
    figure.locator(".step-on").click()
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    assert seen(figure) == figure.locator(".frame").count()
    expect(figure.locator(".step-on")).to_be_hidden()
    expect(show).to_be_focused()
    show.click()
    expect(show).to_have_attribute("aria-pressed", "false")
    assert seen(figure) == 1
    expect(figure.locator(".step-no")).to_have_text("2")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_on_paper_every_frame_and_answer_shows_and_no_button(sit: Callable[..., Seat], scripts: bool):
    seat = sit(java_script_enabled=scripts)
    read(seat)
    seat.page.emulate_media(media="print")
    for name in STEPPED:
        for frame in figure_of(seat, name).locator(".frame").all():
            expect(frame).to_be_visible()
    for answer in seat.page.locator("details p").all():
        assert (answer.bounding_box() or {"height": 0})["height"] > 10
    for button in seat.page.locator("main button").all():
        expect(button).to_be_hidden()
    expect(seat.page.locator(".bar")).to_be_hidden()
    expect(seat.page.locator(".contents")).to_be_hidden()


def test_on_paper_ink_is_dark_on_white_whatever_the_theme(seat: Seat):
    read(seat)
    seat.set_look(theme="dark")
    read(seat)
    seat.page.emulate_media(media="print")
    colours = seat.page.evaluate(
        "() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color,"
        " getComputedStyle(document.querySelector('.says')).color]"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(17, 17, 17)", "rgb(17, 17, 17)"]


def test_the_whole_page_comes_out_of_the_printer(seat: Seat):
    """To its end, where the last link to the settings stands: a box that can't be broken may swallow the rest."""
    read(seat)
    links = seat.page.locator("main a[href='/settings']").count()
    assert links == 3
    printed = seat.page.pdf(format="A4")
    assert printed.count(b"/settings)") == links
    assert printed.count(b"/Type /Page\n") <= 24


@pytest.mark.parametrize("anchor", ["degradation", "turn", "house-rules"])
def test_a_link_opens_the_page_at_its_topic_and_marks_it(seat: Seat, anchor: str):
    read(seat, f"#{anchor}")
    seat.page.wait_for_load_state("networkidle")
    top = (seat.page.locator(f"#{anchor}").bounding_box() or {})["y"]
    assert abs(top) <= 2
    marked = seat.page.evaluate(
        "() => [...document.querySelectorAll('.chapters > section')].filter((one) =>"
        " getComputedStyle(one.querySelector('h2'), '::before').content !== 'none').map((one) => one.id)"
    )
    assert marked == [anchor]


def test_the_page_is_light(seat: Seat):
    line = Line(seat)
    seat.page.goto(f"{seat.address}rules", wait_until="networkidle")
    sizes = dict(line.came)
    assert sizes[f"{seat.address}rules"] <= HTML
    assert line.total <= PAGE, line.came
    assert len(sizes) == len(line.came), "nothing is fetched twice"


def test_each_picture_of_a_card_has_its_name_beside_it(seat: Seat):
    read(seat)
    nameless = seat.page.evaluate(
        """() => [...document.querySelectorAll("figure .face, .kind .face")]
          .filter((face) => !face.matches(".back") && !face.closest("th"))
          .filter((face) => !face.parentElement.querySelector(".sr")?.textContent.trim())
          .map((face) => face.dataset.card)"""
    )
    assert nameless == []
