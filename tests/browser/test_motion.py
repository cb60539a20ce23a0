"""How cards move: 150 to 250 ms, as the setting says, and not at all for whoever asks for less motion."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Seat

DECK = "2C 3C 4C 5C 6C 7C 8C 2S 3S 4S 5S 6S".split()

PRESS = """(id) => new Promise((done) => {
  const seen = [];
  const look = () => seen.push(...document.getAnimations().map((one) => {
    const { duration, endTime } = one.effect.getComputedTiming();
    return { kind: one.constructor.name, duration, endTime };
  }));
  document.addEventListener("htmx:after:swap", () => setTimeout(look, 0), { once: true });
  document.addEventListener("htmx:finally:request",
    () => requestAnimationFrame(() => { look(); done(seen); }), { once: true });
  document.getElementById(id).click();
})"""


def moved(seat: Seat, slot: int = 1) -> list[dict[str, Any]]:
    """The animations that run after a press on this slot."""
    turn = seat.see()["turn"]
    seen = seat.page.evaluate(PRESS, f"slot-{slot}")
    seat.expect_turn(turn + 1)
    return seen


@pytest.mark.parametrize(("motion", "most"), [("normal", 250), ("fast", 150)])
def test_cards_move_for_150_to_250_ms(seat: Seat, motion: str, most: int):
    seat.page.goto(seat.address)
    seat.set_look(motion=motion)
    seat.deal(deck=DECK, health=40)
    for slot in (1, 2, 3):
        seen = moved(seat, slot)
        animations = [one for one in seen if one["kind"] == "Animation"]
        assert animations, f"nothing moved for slot {slot}"
        assert {one["kind"] for one in seen} <= {"Animation", "CSSTransition"}
        assert all(150 <= one["duration"] <= most for one in animations), animations
        assert all(one["endTime"] <= 400 for one in seen), "the last card of a room lies there soon"
    expect(seat.page.locator(".ghost")).to_have_count(0)
    expect(seat.page.locator("#health-now")).to_have_text("31")


@pytest.mark.parametrize("how", ["the system asks for less", "the setting is off"])
def test_nothing_moves(sit: Callable[..., Seat], how: str):
    seat = sit(reduced_motion="reduce" if how == "the system asks for less" else "no-preference")
    seat.page.goto(seat.address)
    seat.set_look(motion="normal" if how == "the system asks for less" else "off")
    seat.deal(deck=DECK, health=40)
    for slot in (1, 2, 3):
        assert [one for one in moved(seat, slot) if one["kind"] != "CSSTransition" or "asks" in how] == []
        expect(seat.page.locator(".ghost")).to_have_count(0)
    assert seat.page.locator("#health-now").inner_text() == "31", "shown at once"


def test_a_move_during_the_motion_of_the_last_ends_with_the_right_table(seat: Seat):
    game = seat.deal(deck=DECK, health=40)
    seat.page.evaluate(PRESS, "slot-1")
    seat.page.evaluate(PRESS, "slot-2")
    seat.page.evaluate(PRESS, "slot-3")
    seat.expect_turn(3)
    expect(seat.page.locator("#health-now")).to_have_text("31")
    expect(seat.page.locator(".ghost")).to_have_count(0)
    shown = [face.get_attribute("data-card") for face in seat.page.locator(".slot .face").all()]
    assert shown == [slot["card"] for slot in seat.told(game)["room"]]


def test_no_view_transition_blocks_a_tap(seat: Seat):
    seat.deal(deck=DECK)
    seat.page.evaluate("() => { document.startViewTransition = () => { window.transitioned = true; }; }")
    assert all(one["kind"] != "CSSAnimation" for one in moved(seat))
    assert seat.page.evaluate("() => window.transitioned ?? false") is False
