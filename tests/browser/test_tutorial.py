"""The tutorial in a real browser: by keyboard, by finger, without scripts, on every shape of screen."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Seat
from tests.test_tutorial import FOLLOWED as FOLLOWED_TEXT

FOLLOWED = FOLLOWED_TEXT.split()
SHAPES = [(390, 844), (360, 640), (320, 568), (375, 553), (844, 390), (768, 1024), (1000, 600), (1280, 800)]

# Whatever of it lies outside of its box, or over something else; and whether the page scrolls sideways.
CROWDED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const news = box(document.querySelector(".news"));
  const lines = ["#said > span:first-child", ".guide", ".tried", ".leave"]
    .map((one) => document.querySelector(one))
    // What is only heard takes no room.
    .filter((one) => one?.checkVisibility() && getComputedStyle(one).clipPath === "none");
  const wrong = [];
  for (const line of lines) {
    const at = box(line);
    if (at.bottom > news.bottom + 0.5 || at.right > innerWidth || at.left < 0) wrong.push(`${line.className} is out`);
    for (const other of lines) {
      const by = box(other);
      const beside = at.right <= by.left || by.right <= at.left;
      const apart = beside || at.bottom <= by.top + 0.5 || by.bottom <= at.top + 0.5;
      if (line !== other && !apart) wrong.push(`${line.className} over ${other.className}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("sideways");
  return wrong;
}"""


def enter(seat: Seat) -> None:
    seat.page.goto(f"{seat.address}tutorial")
    if seat.scripts:
        expect(seat.page.locator("#play[data-htmx-powered]")).to_have_count(1)


def asked(seat: Seat) -> str:
    """The id of what the guide asks to press; empty where it asks for nothing."""
    ring = seat.page.locator(".guide[data-asked]")
    return ring.get_attribute("data-asked") or "" if ring.count() else ""


def test_a_newcomer_may_begin_at_once_or_learn_first(seat: Seat):
    seat.page.goto(seat.address)
    expect(seat.page.locator("#play[data-htmx-powered]")).to_have_count(1)
    seat.page.keyboard.press("1")  # nothing is in the way of the first move
    if seat.page.locator(".chooser:popover-open").count():
        seat.page.keyboard.press("b")
    seat.expect_turn(1)
    expect(seat.page.get_by_role("link", name="learn it by playing")).to_have_count(0)


def test_the_offer_leads_to_the_tutorial_and_skipping_it_back_to_the_same_hand(seat: Seat):
    seat.page.goto(seat.address)
    hand = seat.see()["slots"]
    seat.page.get_by_role("link", name="learn it by playing").click()
    expect(seat.page).to_have_title("Tutorial, Room 1 – Scoundrel")
    seat.page.get_by_role("link", name="Skip the tutorial").click()
    assert seat.see()["slots"] == hand


def test_the_whole_tutorial_by_keyboard(seat: Seat):
    enter(seat)
    for turn, move in enumerate(FOLLOWED):
        ring = asked(seat)
        expect(seat.page.locator(f"#{ring}")).to_be_visible()
        assert seat.see()["turn"] == turn
        seat.page.keyboard.press("a" if ring == "avoid" else ring[-1])
        if seat.page.locator(".chooser:popover-open").count():
            seat.page.keyboard.press(move[-1])
        seat.expect_turn(turn + 1)
        active = seat.active()
        assert active in ("avoid", "result") or active.startswith("slot-"), (move, active)
    expect(seat.page.locator("#result")).to_be_focused()
    expect(seat.page.locator(".tried")).to_have_text("8 of 8 tried")
    expect(seat.page.get_by_role("link", name="Skip the tutorial")).to_have_count(0)
    seat.page.get_by_role("button", name="Once more").press("Enter")
    expect(seat.page.locator(".tried")).to_have_text("0 of 8 tried")


def test_by_finger_it_is_left_in_the_middle_and_taken_up_again_from_the_menu(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    enter(seat)
    seat.page.locator(f"#{asked(seat)}").tap()
    seat.expect_turn(1)
    seat.page.get_by_role("link", name="Skip the tutorial").tap()
    expect(seat.page.locator(".guide")).to_have_count(0)
    seat.page.get_by_role("button", name="Menu").tap()
    seat.page.get_by_role("link", name="Tutorial").tap()
    expect(seat.page.locator(".tried")).to_have_text("1 of 8 tried")
    assert asked(seat) == "slot-2"


def test_it_can_be_started_over_from_the_middle(seat: Seat):
    enter(seat)
    seat.page.keyboard.press("1")
    seat.expect_turn(1)
    seat.page.keyboard.press("n")
    seat.page.get_by_role("button", name="Start the tutorial over").click()
    seat.expect_turn(0)


def test_without_scripts(sit: Callable[..., Seat]):
    seat = sit(java_script_enabled=False)
    enter(seat)
    for turn, move in enumerate(FOLLOWED):
        ring = seat.page.locator(f"#{asked(seat)}")
        opens = ring.get_attribute("popovertarget")
        ring.click()
        if opens:
            seat.page.locator(f"#{opens} [value='{move}']").click()
        expect(seat.page.locator("#play input[name=turn]")).to_have_value(str(turn + 1))
    expect(seat.page.locator("#result")).to_be_visible()
    seat.page.get_by_role("link", name="Play your own dungeon").click()
    expect(seat.page.locator(".slots")).to_be_visible()


def test_each_move_is_one_announcement_with_what_to_try_next(seat: Seat):
    enter(seat)
    region = seat.page.get_by_role("status")
    expect(region).to_have_count(1)
    seat.page.evaluate(
        """() => {
          const region = document.getElementById("said");
          window.said = [];
          new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true });
        }"""
    )
    seat.page.keyboard.press("1")
    seat.expect_turn(1)
    assert seat.page.evaluate("() => [...new Set(window.said)]") == [
        (
            "6 of diamonds equipped. Clubs and spades are monsters and hit for their value. "
            "Slay the 7 of clubs with your weapon: only the 1 left over hurts you. 1 of 8 tried"
        )
    ]


def test_a_refusal_leaves_the_guide_in_place(seat: Seat):
    enter(seat)
    seat.page.keyboard.press("u")
    expect(seat.page.locator("#said .refused")).to_have_text("There is no move to take back yet. See the rule")
    expect(seat.page.locator(".tried")).to_have_text("0 of 8 tried")
    assert asked(seat) == "slot-1"


def test_what_is_asked_for_is_ringed(seat: Seat):
    enter(seat)
    ring = "(id) => getComputedStyle(document.querySelector(`#${id}`)).outlineStyle"
    face = "(id) => getComputedStyle(document.querySelector(`#${id} .face`)).outlineStyle"
    assert [seat.page.evaluate(face, f"slot-{no}") for no in range(1, 5)] == ["solid", "none", "none", "none"]
    lesson = seat.page.locator("#play").get_attribute("action").split("/")[2]
    seat.do({"id": lesson}, *FOLLOWED[:6])
    seat.page.reload()
    seat.page.locator("#slot-1").focus()
    assert seat.page.evaluate(ring, "avoid") == "solid"
    assert [seat.page.evaluate(face, f"slot-{no}") for no in range(1, 5)] == ["none"] * 4


@pytest.mark.parametrize("longest", ["", "longest"])
def test_on_every_shape_of_screen_the_guide_is_whole_and_the_cards_can_be_used(sit: Callable[..., Seat], longest: str):
    seat = sit()
    enter(seat)
    # The longest that the guide ever says, after the longest that a move of the tutorial does.
    said = "Queen of spades fought with the 10 of diamonds: 2 damage. Health 14. Room 5."
    words = (
        "The 7 of clubs, which you left, was carried along. Your weapon has slain the 8 of spades and now only faces "
        "what is weaker. The jack of clubs is beyond it: fight it bare-handed, for all 11."
    )
    wrong: dict[Any, Any] = {}
    for width, height in SHAPES:
        seat.page.set_viewport_size({"width": width, "height": height})
        if longest:
            seat.page.evaluate(
                "([said, guide]) => { document.querySelector('#said > span').textContent = said;"
                " document.querySelector('.guide').textContent = guide; }",
                [said, words],
            )
        found = seat.page.evaluate(CROWDED)
        for no in range(1, 5):
            seat.page.locator(f"#slot-{no}").scroll_into_view_if_needed()
            seat.page.locator(f"#slot-{no}").click(trial=True)
        if seat.page.locator("#slot-1 .face").bounding_box()["width"] < 71.9:  # type: ignore[index]
            found.append("narrow cards")
        if found:
            wrong[width, height] = found
    assert wrong == {}


def test_going_on_in_the_tutorial_leaves_the_players_own_run_alone(seat: Seat):
    own = seat.deal(deck="9S 4C 5D 3H 8C 7D 6S 2H".split())
    seat.do(own, "5D")
    enter(seat)
    seat.page.keyboard.press("1")
    seat.expect_turn(1)
    seat.page.get_by_role("link", name="Skip the tutorial").click()
    seat.expect_turn(1)
    assert seat.told(own)["history"] == ["5D"]
    assert seat.see()["weapon"] == "5D"


def test_the_menu_on_a_phone_opens_and_closes_and_on_a_desk_lies_open(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    seat.page.goto(seat.address)
    menu, opener = seat.page.locator("#menu"), seat.page.get_by_role("button", name="Menu")
    expect(menu).to_be_hidden()
    opener.tap()
    expect(menu).to_be_visible()
    seat.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    desk = sit(**DESK)
    desk.page.goto(desk.address)
    expect(desk.page.locator("#menu")).to_be_visible()
    expect(desk.page.locator(".menu-opener")).to_be_hidden()
    for name in ("Rules", "Tutorial", "Records", "Settings"):
        expect(desk.page.locator("#menu").get_by_role("link", name=name)).to_be_visible()
