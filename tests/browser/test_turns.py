"""What goes wrong between browser and server, and must not: two presses, tabs, history, restarts, forged posts."""

import json
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.playing import DEATH, VICTORY, Seat, careful, choices, click, keys, play
from tests.serving import Served

MONSTERS = "9S 4C 5D 3H 8C 7D 6S 2H 2C 3C 4S 5S".split()
ROOM = {"deck": ["2C", "3C", "4C", "5C", "6C", "7C", "2S", "3S", "4S", "5S"]}
"""A room where each press is one bare-handed fight."""


def count_posts(page: Page) -> list[str]:
    """What the page posts from now on."""
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    return posts


def turn_of(page: Page) -> int:
    return int(page.locator("#play input[name=turn]").input_value())


def cards_in_all(told: dict[str, Any]) -> int:
    """The cards of room and dungeon, and those that a move has taken."""
    in_room = sum(slot is not None for slot in told["room"])
    return told["dungeon"] + in_room + sum(move != "avoid" for move in told["history"])


# Presses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clicks", [2, 3])
def test_a_double_or_triple_click_faces_one_card(seat: Seat, clicks: int):
    game = seat.deal(**ROOM)
    seat.page.locator("#slot-2").click(click_count=clicks)
    seat.expect_turn(1)
    expect(seat.page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    told = seat.told(game)
    assert told["history"] == ["3Cb"]


def test_a_click_meant_for_the_old_room_does_not_touch_the_new_one(seat: Seat):
    game = seat.deal(**ROOM)
    seat.do(game, "2Cb", "3Cb")
    seat.page.reload()
    x, y = seat.centre("#slot-3")
    seat.page.mouse.dblclick(x, y)
    seat.expect_turn(3)
    expect(seat.page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    assert seat.told(game)["history"] == ["2Cb", "3Cb", "4Cb"], "slot 3 holds a new card; it was not meant"


@pytest.mark.parametrize("pause", [0, 60, 200])
def test_the_second_click_of_a_double_click_never_touches_the_next_room(seat: Seat, pause: int):
    game = seat.deal(deck="2C 3C 4C 5C 2S 3S 4S 5S 6S 7S".split())
    seat.do(game, "2Cb", "3Cb")
    seat.page.reload()
    seat.page.mouse.move(*seat.centre("#slot-3"))
    seat.page.mouse.down()
    seat.page.mouse.up()
    if pause:
        seat.expect_turn(3)
        seat.page.wait_for_timeout(pause)
    seat.page.mouse.down(click_count=2)
    seat.page.mouse.up(click_count=2)
    seat.expect_turn(3)
    seat.page.wait_for_timeout(300)
    assert seat.told(game)["history"] == ["2Cb", "3Cb", "4Cb"]
    seat.page.locator("#slot-3").click()
    seat.expect_turn(4)


def test_a_double_tap_faces_one_card(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    game = seat.deal(**ROOM)
    x, y = seat.centre("#slot-1")
    seat.page.touchscreen.tap(x, y)
    seat.page.touchscreen.tap(x, y)
    seat.expect_turn(1)
    expect(seat.page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    assert seat.told(game)["history"] == ["2Cb"]


def test_a_held_key_is_one_move(seat: Seat):
    game = seat.deal(**ROOM)
    seat.page.keyboard.down("1")
    for _ in range(5):
        seat.page.keyboard.down("1")
    seat.page.keyboard.up("1")
    seat.expect_turn(1)
    seat.page.locator("#slot-2").focus()
    for _ in range(6):
        seat.page.keyboard.down("Enter")
    seat.page.keyboard.up("Enter")
    seat.expect_turn(2)
    assert seat.told(game)["history"] == ["2Cb", "3Cb"]


def test_an_avoid_and_a_card_at_once_have_one_effect(seat: Seat):
    game = seat.deal(deck=VICTORY.split())
    seat.do(game, "4D", "4H", "KSw")  # room 2
    seat.page.reload()
    seat.page.evaluate("() => { document.getElementById('avoid').click(); document.getElementById('slot-4').click(); }")
    seat.expect_turn(4)
    told = seat.told(game)
    assert told["history"][3:] == ["avoid"]
    assert (told["room_number"], cards_in_all(told)) == (3, 44)


def test_an_avoid_and_a_card_from_two_tabs_within_20_ms_have_one_effect(seat: Seat):
    game = seat.deal(deck=VICTORY.split())
    seat.allow("409")
    other = seat.another_tab()
    other.locator("#slot-1").evaluate("(slot) => setTimeout(() => slot.click(), 10)")
    seat.page.locator("#avoid").evaluate("(avoid) => setTimeout(() => avoid.click(), 10)")
    seat.expect_turn(1)
    seat.expect_turn(1, other)
    told = seat.told(game)
    assert told["history"] in (["avoid"], ["4D"])
    assert cards_in_all(told) == 44
    assert sum(slot is not None for slot in told["room"]) == (4 if told["history"] == ["avoid"] else 3)
    for page in (seat.page, other):
        expect(page.locator(".slot .take")).to_have_count(sum(slot is not None for slot in told["room"]))


# Tabs and history -------------------------------------------------------------------------------------------------


def test_the_tab_left_behind_is_told_and_shows_the_true_table(seat: Seat):
    game = seat.deal(**ROOM)
    behind = seat.another_tab()
    seat.page.locator("#slot-1").click()
    seat.expect_turn(1)
    seat.allow("409")
    behind.locator("#slot-4").click()
    seat.expect_turn(1, behind)
    expect(behind.locator("#said")).to_contain_text("moved on")
    expect(behind.locator("#slot-1")).to_have_count(0)
    expect(behind.locator("#health-now")).to_have_text("18")
    assert seat.told(game)["history"] == ["2Cb"]
    behind.locator("#slot-4").click()
    seat.expect_turn(2, behind)
    assert seat.told(game)["history"] == ["2Cb", "5Cb"]


def expect_whole(page: Page, turn: int) -> None:
    """A whole page with the table of this turn, not a bare fragment."""
    expect(page.locator("#play input[name=turn]")).to_have_value(str(turn))
    expect(page.locator("body > header .brand")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#said[role=status]")).to_have_count(1)
    expect(page.locator("head link[rel=stylesheet]")).to_have_count(3)


@pytest.mark.parametrize("scripts", [True, False])
def test_back_forward_and_reload_show_whole_pages_as_things_stand(sit: Callable[..., Seat], scripts: bool):
    seat = sit(java_script_enabled=scripts)
    page = seat.page
    seat.deal(**ROOM)
    turn = 0
    for slot in (1, 2):
        page.locator(f"#slot-{slot}").click()
        turn += 1
        seat.expect_turn(turn)
        page.reload()
        expect_whole(page, turn)
    page.goto(f"{seat.address}settings")
    page.go_back()
    expect_whole(page, turn)
    page.locator("#slot-3").click()
    turn += 1
    seat.expect_turn(turn)
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Settings") if scripts else expect_whole(page, turn)
    page.go_back()
    page.reload()
    expect_whole(page, turn)


def test_no_move_adds_to_the_history_of_the_tab(seat: Seat):
    seat.deal(**ROOM)
    before = seat.page.evaluate("() => history.length")
    seat.page.locator("#slot-1").click()
    seat.expect_turn(1)
    assert seat.page.evaluate("() => history.length") == before
    assert seat.page.url == seat.address


def test_settings_in_the_middle_of_a_room_and_a_killed_server_lose_nothing(
    sit: Callable[..., Seat], restartable: Callable[[], Served]
):
    server = restartable()
    seat = sit(address=server.address)
    seat.deal(deck=VICTORY.split())
    page = seat.page
    keys(seat, careful(seat.see()))
    seat.expect_turn(1)
    before = seat.see()
    page.goto(f"{server.address}settings")
    page.get_by_label("Paper").check()
    page.get_by_role("button", name="Save the table").click()
    expect(page.locator(".saved")).to_be_visible()

    server.stop(signal.SIGKILL)
    server = restartable()

    page.goto(server.address)
    after = seat.see()
    assert after == before
    assert after["undo"]
    expect(page.locator("html")).to_have_attribute("data-theme", "paper")
    page.locator("#undo").click()
    seat.expect_turn(0)
    expect(page.locator("#slot-1 [data-card]")).to_have_attribute("data-card", "4D")


def test_kill_9_between_moves_never_costs_a_move(sit: Callable[..., Seat], restartable: Callable[[], Served]):
    server = restartable()
    seat = sit(address=server.address)
    game = seat.deal(**ROOM)
    made = []
    for turn in (1, 2, 3):
        choice = choices(seat.see())[-1]
        click(seat, choice)
        seat.expect_turn(turn)
        made.append(choice.move)
        server.stop(signal.SIGKILL)
        server = restartable()
        assert seat.told(game)["history"] == made
    seat.page.reload()
    expect_whole(seat.page, 3)


def test_a_finished_game_opened_in_a_fresh_browser_leads_to_a_new_one(sit: Callable[..., Seat]):
    first = sit()
    game = first.deal(deck=["2C"])
    first.do(game, "2Cb")
    other = sit()
    other.page.goto(f"{other.address}games/{game['id']}")
    expect(other.page.locator("#result")).to_have_text("You survived the dungeon")
    other.page.get_by_role("button", name="New dungeon").first.click()
    expect(other.page.locator(".slot .take")).to_have_count(4)
    expect(other.page.locator(".pile-words")).to_contain_text("40 cards below")
    assert other.page.url == other.address


def test_play_this_dungeon_again_deals_the_same_order(seat: Seat):
    game = seat.deal(deck=DEATH.split())
    first_room = [slot["card"] for slot in seat.see()["slots"]]
    play(seat, click)
    assert seat.told(game)["status"] == "slain"
    seat.page.get_by_role("button", name="Play this dungeon again").click()
    seat.expect_turn(0)
    assert [slot["card"] for slot in seat.see()["slots"]] == first_room
    view = seat.see()
    assert (view["health"], view["weapon"], view["undo"], view["avoid"]) == (20, None, False, True)


# Forged and garbled requests --------------------------------------------------------------------------------------

FORGED = {
    "slot 5": {"move": "5"},
    "slot -1": {"move": "-1"},
    "the weapon on what it can't face": {"move": "9Sw"},
    "an unknown card": {"move": "1Z"},
    "a card not dealt": {"move": "2Cb"},
    "a score": {"move": "9Sb", "score": "999"},
    "no move": {},
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_move_is_refused_and_changes_nothing(seat: Seat, what: str):
    game = seat.deal(deck=MONSTERS)
    seat.do(game, "5D", "4Cw")
    seat.page.reload()
    before = seat.told(game)
    seat.allow("422")
    status = seat.page.evaluate(
        """async ([url, form]) => {
             const body = new URLSearchParams(form);
             return (await fetch(url, { method: "POST", body, headers: { "HX-Request": "true" } })).status;
           }""",
        [f"/games/{game['id']}/moves", {"turn": "2", **FORGED[what]}],
    )
    assert status == 422
    assert seat.told(game) == before
    seat.page.reload()
    expect_whole(seat.page, 2)


def test_undo_posted_by_hand_after_the_next_deal_is_refused(seat: Seat):
    game = seat.deal(**ROOM)
    seat.do(game, "2Cb", "3Cb", "4Cb")
    seat.page.reload()
    expect(seat.page.locator("#undo")).to_be_disabled()
    before = seat.told(game)
    seat.allow("422")
    status = seat.page.evaluate(
        """async (url) => (await fetch(url, { method: "POST", body: new URLSearchParams({ turn: "3" }) })).status""",
        f"/games/{game['id']}/undo",
    )
    assert status == 422
    assert seat.told(game) == before


def test_a_form_of_another_site_moves_nothing(seat: Seat):
    game = seat.deal(**ROOM)
    url = f"{seat.address}games/{game['id']}/moves"

    def evil(route: Route) -> None:
        body = (
            f'<!doctype html><form method="post" action="{url}"><input name="turn" value="0">'
            '<button name="move" value="2Cb">free cards</button></form>'
        )
        route.fulfill(body=body, content_type="text/html")

    seat.context.route("http://evil.test/", evil)
    seat.allow("403")
    seat.page.goto("http://evil.test/")
    seat.page.get_by_role("button").click()
    expect(seat.page.locator("h1")).to_be_visible()
    assert seat.told(game)["turn"] == 0


@pytest.mark.parametrize("cookie", ["garbage", "x" * 3000, "%00%ff", "../../etc/passwd"])
def test_a_garbage_cookie_gets_a_fresh_game(seat: Seat, cookie: str):
    seat.context.add_cookies([{"name": "scoundrel_player", "value": cookie, "url": seat.address}])
    answer = seat.page.goto(seat.address)
    assert answer is not None
    assert answer.status == 200
    expect_whole(seat.page, 0)
    (kept,) = seat.context.cookies()
    assert re.fullmatch(r"[\w-]{32}", kept["value"])
    assert (kept["httpOnly"], kept["sameSite"]) == (True, "Lax")


@pytest.mark.parametrize("path", ["games/nothing", "games/%00", "games/" + "A" * 22, "nowhere"])
def test_a_malformed_address_is_a_clean_page(seat: Seat, path: str):
    seat.allow("404")
    answer = seat.page.goto(seat.address + path)
    assert answer is not None
    assert answer.status == 404
    expect(seat.page.locator("h1")).to_be_visible()
    seat.page.get_by_role("link", name="To the table").click()
    expect_whole(seat.page, 0)


# Trouble with the connection --------------------------------------------------------------------------------------

DROPPED = r"htmx|Failed to fetch|ERR_|Failed to load resource|timeout"


def test_offline_a_banner_offers_retry_which_has_one_effect(seat: Seat):
    game = seat.deal(**ROOM)
    seat.allow(DROPPED)
    seat.context.set_offline(True)
    seat.page.locator("#slot-2").click()
    trouble = seat.page.get_by_role("alert")
    expect(trouble).to_be_visible()
    expect(trouble).to_contain_text("Nothing is lost")
    seat.expect_turn(0)
    expect(seat.page.locator("#slot-2")).to_be_focused()
    seat.context.set_offline(False)
    trouble.get_by_role("button", name="Retry").click()
    seat.expect_turn(1)
    expect(trouble).to_be_hidden()
    assert seat.active() != "BODY."
    assert seat.told(game)["history"] == ["3Cb"]


def test_while_an_answer_takes_2_seconds_the_press_shows_and_other_presses_wait(seat: Seat):
    game = seat.deal(**ROOM)
    held: list[Route] = []
    seat.page.route("**/moves", lambda route: held.append(route))
    posts = count_posts(seat.page)
    seat.page.locator("#slot-2").click()
    expect(seat.page.locator("#slot-2")).to_have_class(re.compile(r"\bpressed\b"))
    expect(seat.page.locator("#table")).to_have_attribute("aria-busy", "true")
    seat.page.locator("#slot-3").click()
    seat.page.locator("#avoid").click()
    seat.page.keyboard.press("1")
    seat.page.wait_for_timeout(2000)  # the delay itself
    assert len(posts) == 1
    assert len(held) == 1
    held[0].continue_()
    seat.expect_turn(1)
    expect(seat.page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    assert seat.told(game)["history"] == ["3Cb"]
    seat.page.unroute("**/moves")
    seat.page.locator("#slot-3").click()
    seat.expect_turn(2)


@pytest.mark.parametrize("way", ["a card", "a way in a chooser", "undo"])
def test_an_answer_lost_after_the_server_acted_is_no_second_effect(seat: Seat, way: str):
    deck = MONSTERS if way != "a card" else ROOM["deck"]
    game = seat.deal(deck=deck)
    if way != "a card":
        seat.do(game, "5D")
        seat.page.reload()
    seat.allow(DROPPED + "|409")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    seat.page.route(re.compile("/(moves|undo)$"), lose, times=1)
    turn, made = seat.see()["turn"], seat.told(game)["history"]
    if way == "a card":
        seat.page.locator("#slot-3").click()
        turn, made = turn + 1, [*made, "4Cb"]
    elif way == "undo":
        seat.page.locator("#undo").click()
        turn, made = turn - 1, made[:-1]
    else:
        seat.page.locator("#slot-2").click()
        seat.page.locator("#choose-2 .way.weapon").click()
        turn, made = turn + 1, [*made, "4Cw"]
    seat.page.get_by_role("alert").get_by_role("button", name="Retry").click()
    seat.expect_turn(turn)
    expect(seat.page.get_by_role("alert")).to_be_hidden()
    assert seat.told(game)["history"] == made
    if way != "undo":
        expect(seat.page.locator("#said")).to_contain_text("fought")


def test_a_server_that_fails_for_a_moment_offers_retry(seat: Seat):
    game = seat.deal(**ROOM)
    seat.allow("503|" + DROPPED)
    broken = json.dumps({"detail": "no"})
    seat.page.route("**/moves", lambda route: route.fulfill(status=503, body=broken), times=1)
    seat.page.locator("#slot-4").click()
    trouble = seat.page.get_by_role("alert")
    expect(trouble).to_contain_text("could not answer")
    seat.expect_turn(0)
    trouble.get_by_role("button", name="Retry").click()
    seat.expect_turn(1)
    assert seat.told(game)["history"] == ["5Cb"]


# New --------------------------------------------------------------------------------------------------------------


def test_new_in_the_middle_asks_first_and_the_run_can_be_taken_up_again(seat: Seat):
    game = seat.deal(**ROOM)
    page = seat.page
    page.locator("#slot-1").click()
    seat.expect_turn(1)
    page.keyboard.press("n")
    dialog = page.get_by_role("dialog", name="Leave this run?")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Keep this one")).to_be_focused()
    dialog.get_by_role("button", name="Keep this one").click()
    expect(dialog).to_be_hidden()
    assert seat.told(game)["turn"] == 1
    page.get_by_role("button", name="New", exact=True).click()
    dialog.get_by_role("button", name="New dungeon").click()
    seat.expect_turn(0)
    page.get_by_role("button", name="Go back to it").click()
    seat.expect_turn(1)
    assert seat.see()["health"] == 18


def test_new_does_not_sit_beside_undo(seat: Seat):
    game = seat.deal(**ROOM)
    seat.do(game, "2Cb")
    seat.page.reload()
    for width, height in ((360, 640), (844, 390), (1280, 800)):
        seat.page.set_viewport_size({"width": width, "height": height})
        undo, new = seat.centre("#undo"), seat.centre(".bar [popovertarget=new]")
        assert ((undo[0] - new[0]) ** 2 + (undo[1] - new[1]) ** 2) ** 0.5 > 150


# The chooser ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["escape", "elsewhere", "the same key"])
def test_a_chooser_opened_and_cancelled_leaves_everything_as_it_was(seat: Seat, how: str):
    seat.deal(deck=MONSTERS)
    page = seat.page
    page.locator("#slot-3").click()  # 5D
    seat.expect_turn(1)
    posts = count_posts(page)
    page.keyboard.press("1")
    chooser = page.locator("#choose-1")
    expect(chooser).to_be_visible()
    expect(chooser.locator(".way.weapon .amount")).to_have_text("\N{MINUS SIGN}4")
    expect(chooser.locator(".way.bare .amount")).to_have_text("\N{MINUS SIGN}9")
    if how == "escape":
        page.keyboard.press("Escape")
    elif how == "elsewhere":
        page.mouse.click(*seat.centre("#slot-4"))  # over another card, which must not be touched
    else:
        page.keyboard.press("1")
    expect(chooser).to_be_hidden()
    expect(page.locator("#slot-1")).to_be_focused()
    assert posts == []
    assert turn_of(page) == 1
    page.locator("#undo").click()
    seat.expect_turn(0)
    page.locator("#avoid").click()
    seat.expect_turn(1)


def test_after_a_room_nothing_is_selected_and_a_held_enter_does_not_act_on_it(seat: Seat):
    game = seat.deal(deck=MONSTERS)
    page = seat.page
    for slot in (1, 2):
        page.mouse.click(*seat.centre(f"#slot-{slot}"))
        seat.expect_turn(slot)
    page.locator("#slot-4").focus()  # 3H
    page.keyboard.down("Enter")
    seat.expect_turn(3)
    for _ in range(4):
        page.keyboard.down("Enter")  # still held
    page.keyboard.up("Enter")
    expect(page.locator(":popover-open, .pressed, .lifted, [aria-selected=true]")).to_have_count(0)
    told = seat.told(game)
    assert (told["room_number"], told["turn"]) == (2, 3)
