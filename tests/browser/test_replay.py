"""Stepping through a finished run: by links, keys, the slider, the story; with scripts and without."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import VICTORY, VICTORY_MOVES, Seat
from tests.browser.test_accessibility import violations


def look_back(seat: Seat, turn: int = 0) -> str:
    """The address of a finished run's replay, opened at that turn."""
    game = seat.deal(deck=VICTORY.split())
    seat.do(game, *VICTORY_MOVES.split())
    address = f"{seat.address}games/{game['id']}/turns"
    seat.page.goto(f"{address}/{turn}")
    return address


def expect_turn(seat: Seat, turn: int) -> None:
    expect(seat.page.locator(".scale label")).to_have_text(f"Turn {turn} of 46")
    expect(seat.page.locator("#turn")).to_have_value(str(turn))


def test_by_links_and_by_keys_the_focus_stays_and_the_address_follows(seat: Seat):
    address = look_back(seat)
    for turn in range(1, 4):
        seat.page.locator("#to-next").click()
        expect_turn(seat, turn)
        assert seat.active() == "to-next"
    assert seat.page.url == f"{address}/3"
    expect(seat.page).to_have_title("Turn 3 of 46 – Scoundrel")
    expect(seat.page.locator("#said")).to_have_text(
        "4 of hearts drunk: 4 healed. Health 15. Room 2. Next: the 2 of spades."
    )
    for key, turn in (("ArrowLeft", 2), ("End", 46), ("Home", 0), ("ArrowRight", 1)):
        seat.page.keyboard.press(key)
        expect_turn(seat, turn)
    for _ in range(6):  # quicker than the answers come
        seat.page.keyboard.press("ArrowRight")
    expect_turn(seat, 7)


def test_at_either_end_the_way_back_has_the_focus(seat: Seat):
    look_back(seat, 45)
    seat.page.locator("#to-next").press("Enter")
    expect_turn(seat, 46)
    assert seat.active() == "to-previous"
    seat.page.locator("#to-first").press("Enter")
    expect_turn(seat, 0)
    assert seat.active() == "to-next"


def test_the_slider_is_dragged_through_the_turns(seat: Seat):
    address = look_back(seat)
    box = seat.page.locator("#turn").bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    seat.page.mouse.move(box["x"] + 8, y)
    seat.page.mouse.down()
    seat.page.mouse.move(box["x"] + box["width"] / 2, y, steps=10)
    expect_turn(seat, 23)
    seat.page.mouse.move(box["x"] + box["width"] - 2, y, steps=10)
    seat.page.mouse.up()
    expect_turn(seat, 46)
    assert seat.page.url == f"{address}/46"


def test_the_story_leads_to_each_turn(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    look_back(seat)
    seat.page.get_by_role("button", name="Log").tap()
    seat.page.get_by_role("link", name="9 of clubs fought with the 4 of diamonds").tap()
    expect_turn(seat, 6)
    expect(seat.page.locator("#log [aria-current=step]")).to_contain_text("9 of clubs fought")


def test_without_scripts(sit: Callable[..., Seat]):
    seat = sit(java_script_enabled=False)
    look_back(seat, 10)
    seat.page.locator("#to-next").click()
    expect_turn(seat, 11)
    seat.page.locator("#turn").fill("30")
    seat.page.get_by_role("button", name="Go there").click()
    expect_turn(seat, 30)


def test_from_the_end_of_a_run_to_its_beginning_and_back(seat: Seat):
    game = seat.deal(deck=VICTORY.split())
    seat.do(game, *VICTORY_MOVES.split())
    seat.page.reload()
    seat.page.get_by_role("link", name="Look back").click()
    expect_turn(seat, 0)
    seat.page.get_by_role("link", name="Result").click()
    expect(seat.page.locator("#result")).to_have_text("You survived the dungeon")


@pytest.mark.parametrize("theme", ["dark", "paper"])
@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing(sit: Callable[..., Seat], shape: dict[str, Any], theme: str):
    seat = sit(**shape)
    seat.page.goto(seat.address)
    seat.set_look(theme=theme, motion="off")
    for turn in (0, 17, 46):
        look_back(seat, turn)
        assert violations(seat) == []


def test_nothing_is_wider_than_the_screen_or_lies_over_the_steps(seat: Seat):
    look_back(seat, 22)
    wrong = {}
    for width, height in ((320, 568), (360, 640), (375, 553), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        seat.page.set_viewport_size({"width": width, "height": height})
        if seat.page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            wrong[width, height] = "sideways"
        for name in ("first", "previous", "next", "last"):
            seat.page.locator(f"#to-{name}").click(trial=True)
        boxes = [seat.page.locator(f"#to-{name}").bounding_box() for name in ("first", "previous", "next", "last")]
        if any(not box or box["width"] < 43.9 or box["height"] < 43.9 for box in boxes):
            wrong[width, height] = "small"
    assert wrong == {}
