"""Mouse and finger on the cards: drags to the places that light up, corners, taps while cards still move."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.playing import Seat, finger, mouse_drag, touch_drag

DECK = "9S 4C 5D 3H 8C 7D 6S 2H 2C 3C 4S 5S".split()
SHAPES = [(390, 844), (360, 640), (844, 390), (1280, 800)]


def armed(seat: Seat) -> dict:
    """A game with the 5 of diamonds held and slots 1 (9S), 2 (4C) and 4 (3H) left."""
    game = seat.deal(deck=DECK)
    seat.do(game, "5D")
    seat.page.reload()
    return game


def expect_nothing_dragged(seat: Seat) -> None:
    expect(seat.page.locator(".ghost, .lifted, .target, .over, .dragging")).to_have_count(0)


@pytest.mark.parametrize(
    ("slot", "place", "says", "move"),
    [
        (1, "weapon", "\N{MINUS SIGN}4", "9Sw"),
        (1, "health", "\N{MINUS SIGN}9", "9Sb"),
        (4, "health", "+0", "3H"),
    ],
)
@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_legal_targets_light_up_with_the_number_and_take_the_drop(
    sit: Callable[..., Seat], hand: str, slot: int, place: str, says: str, move: str
):
    seat = sit(**(PHONE if hand == "finger" else {}))
    game = armed(seat)
    start, end = seat.centre(f"#slot-{slot}"), seat.centre(f"#{place}")
    if hand == "mouse":
        mouse_drag(seat, start, end, drop=False)
    else:
        touch = finger(seat)
        touch_drag(touch, start, end, drop=False)
    expect(seat.page.locator(f"#{place}.target.over .drop-says")).to_have_text(says)
    expect(seat.page.locator(f"#{place} .drop-says")).to_be_visible()
    expect(seat.page.locator(".target")).to_have_count(2 if slot == 1 else 1)
    if hand == "mouse":
        seat.page.mouse.up()
    else:
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    seat.expect_turn(2)
    assert seat.told(game)["history"] == ["5D", move]
    expect_nothing_dragged(seat)


def test_a_weapon_is_dragged_on_the_weapons_place(seat: Seat):
    game = seat.deal(deck=DECK)
    mouse_drag(seat, seat.centre("#slot-3"), seat.centre("#weapon"))
    seat.expect_turn(1)
    assert seat.told(game)["weapon"]["card"] == "5D"


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_drop_elsewhere_is_no_move_and_no_tap(sit: Callable[..., Seat], hand: str):
    seat = sit(**(PHONE if hand == "finger" else {}))
    game = armed(seat)
    slot, brand = seat.centre("#slot-4"), seat.centre(".bar .brand")
    places = [brand, seat.centre("#slot-2"), (slot[0] + 30, slot[1])]
    for place in places:
        if hand == "mouse":
            mouse_drag(seat, slot, place)
        else:
            touch_drag(finger(seat), slot, place)
        expect_nothing_dragged(seat)
    # And a potion on the weapon.
    if hand == "mouse":
        mouse_drag(seat, slot, seat.centre("#weapon"))
    else:
        touch_drag(finger(seat), slot, seat.centre("#weapon"))
    expect_nothing_dragged(seat)
    expect(seat.page.locator(":popover-open")).to_have_count(0)
    assert seat.told(game)["turn"] == 1
    # The next press is a press again.
    seat.page.locator("#slot-4").click()
    seat.expect_turn(2)


def test_escape_puts_the_card_back(seat: Seat):
    game = armed(seat)
    mouse_drag(seat, seat.centre("#slot-1"), seat.centre("#weapon"), drop=False)
    expect(seat.page.locator(".ghost")).to_have_count(1)
    seat.page.keyboard.press("Escape")
    expect_nothing_dragged(seat)
    seat.page.mouse.up()
    assert seat.told(game)["turn"] == 1


def test_a_press_that_moves_a_little_is_still_a_press(seat: Seat):
    seat.deal(deck=DECK)
    x, y = seat.centre("#slot-3")
    seat.page.mouse.move(x, y)
    seat.page.mouse.down()
    seat.page.mouse.move(x + 4, y + 4)
    seat.page.mouse.up()
    seat.expect_turn(1)


def test_a_finger_still_scrolls_what_can_be_scrolled(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    seat.page.goto(f"{seat.address}settings")
    touch = finger(seat)
    for _ in range(3):
        touch_drag(touch, (30, 800), (30, 60))
    expect(seat.page.locator("#look-title")).to_be_in_viewport()
    assert seat.page.evaluate("() => scrollY") > 200


@pytest.mark.parametrize(("width", "height"), SHAPES)
def test_the_four_corners_of_each_card_can_be_pressed(sit: Callable[..., Seat], width: int, height: int):
    seat = sit(viewport={"width": width, "height": height})
    seat.deal(deck=DECK)
    missed = seat.page.evaluate(
        """() => [1, 2, 3, 4].flatMap((no) => {
          const take = document.getElementById(`slot-${no}`);
          const { left, right, top, bottom } = take.querySelector(".face").getBoundingClientRect();
          const inset = (right - left) * 0.04;
          return [[left + inset, top + inset], [right - inset, top + inset],
                  [left + inset, bottom - inset], [right - inset, bottom - inset]]
            .filter(([x, y]) => document.elementFromPoint(x, y)?.closest(".take") !== take)
            .map((at) => [no, ...at]);
        })"""
    )
    assert missed == []


def test_each_corner_takes_the_card(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    for right, bottom in ((0, 0), (0, 1), (1, 0), (1, 1)):
        game = seat.deal(deck=DECK)
        box = seat.page.locator("#slot-3 .face").bounding_box()
        assert box
        x = box["x"] + (box["width"] - 5 if right else 5)
        y = box["y"] + (box["height"] - 5 if bottom else 5)
        seat.page.touchscreen.tap(x, y)
        seat.expect_turn(1)
        assert seat.told(game)["history"] == ["5D"]


def test_a_tap_during_the_motion_takes_the_card_that_lies_there(sit: Callable[..., Seat]):
    """As soon as the new room is dealt, its cards still on their way, presses count, each for its own slot."""
    seat = sit()
    page = seat.page
    game = seat.deal(deck="2C 3C 4C 5C 6C 7C 8C 2S 3S 4S 5S 6S".split(), health=40)
    seat.do(game, "2Cb", "3Cb")
    page.reload()
    # A press on each slot in the very frame after the deal, while all four faces are somewhere else.
    hits = page.evaluate(
        """() => new Promise((done) => {
          document.addEventListener("htmx:finally:request", () => requestAnimationFrame(() => {
            done([1, 2, 3, 4].map((no) => {
              const box = document.getElementById(`slot-${no}`).getBoundingClientRect();
              const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
              return hit?.closest(".take")?.id;
            }).concat(document.getAnimations().length > 0));
          }), { once: true });
          document.getElementById("slot-3").click();
        })"""
    )
    assert hits == ["slot-1", "slot-2", "slot-3", "slot-4", True]
    expect(page.locator("#slot-4 [data-card]")).to_have_attribute("data-card", "5C")
    page.mouse.click(*seat.centre("#slot-4"))
    seat.expect_turn(4)
    assert seat.told(game)["history"][-1] == "5Cb"


def test_the_pile_avoids_the_room(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    game = seat.deal(deck=DECK)
    seat.page.locator("#pile").tap()
    seat.expect_turn(1)
    assert seat.told(game)["history"] == ["avoid"]
    seat.page.locator("#pile").tap()
    assert seat.told(game)["turn"] == 1, "not twice in a row"


@pytest.mark.parametrize(
    ("moves", "why"),
    [([], "You hold no weapon"), (["5D", "2Cw"], "5 of diamonds now faces nothing: no monster is below 2")],
)
def test_a_monster_dropped_on_a_weapon_that_can_not_face_it_says_why(seat: Seat, moves: list[str], why: str):
    game = seat.deal(deck="5D 2C 9S 3H 4C 6C 7C 8C".split())
    seat.do(game, *moves)
    seat.page.reload()
    expect(seat.page.locator("#play[data-htmx-powered]")).to_have_count(1)
    seat.page.mouse.move(*seat.centre("#slot-3 .face"))
    seat.page.mouse.down()
    seat.page.mouse.move(*seat.centre("#weapon"), steps=8)
    expect(seat.page.locator("#weapon.target")).to_have_count(0)
    seat.page.mouse.up()
    expect(seat.page.locator("#said .refused")).to_contain_text(why)
    expect(seat.page.locator("#said .refused a")).to_have_attribute(
        "href", "/rules#degradation" if moves else "/rules#fighting"
    )
    assert seat.told(game)["turn"] == len(moves)
