"""Where the focus is after each thing that happens, and what a screen reader is told."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.playing import DEATH, VICTORY, Choice, Seat, careful, drag, keys, play

DECK = "9S 4C 5D 3H 8C 7D 6S 2H 2C 3C 4S 5S".split()

SENSIBLE = ("slot-1", "slot-2", "slot-3", "slot-4", "avoid", "undo", "result")


@pytest.mark.parametrize("way", [keys, drag])
def test_over_a_whole_game_the_focus_is_never_lost(seat: Seat, way: Callable[[Seat, Choice], None]):
    """46 moves, and an undo of every fourth before it is made again: over 50 changes of the table."""
    seat.deal(deck=VICTORY.split())
    page, wrong = seat.page, []
    made = 0

    def look(view: dict[str, Any], choice: Choice) -> None:
        nonlocal made
        made += 1
        expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")
        if seat.active() not in SENSIBLE:
            wrong.append((view["turn"], choice, seat.active()))
        if made % 4 == 0 and seat.see()["undo"]:
            page.keyboard.press("u")
            seat.expect_turn(view["turn"])
            expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")
            if seat.active() not in SENSIBLE:
                wrong.append((view["turn"], "undo", seat.active()))

    play(seat, way, after=look)
    assert wrong == []
    assert made > 50
    expect(page.locator("#result")).to_be_focused()


def test_the_slot_that_was_pressed_keeps_the_focus(seat: Seat):
    seat.deal(deck="2C 3C 4C 5C 6C 7C 8C 2S".split(), health=40)
    seat.page.keyboard.press("2")
    seat.expect_turn(1)
    expect(seat.page.locator("#slot-3")).to_be_focused()  # slot 2 is empty now: the next card
    seat.page.keyboard.press("1")
    seat.expect_turn(2)
    seat.page.keyboard.press("4")
    seat.expect_turn(3)
    expect(seat.page.locator("#slot-4")).to_be_focused()  # dealt anew: the same slot


def test_after_avoiding_by_the_pile_the_focus_is_on_a_card(seat: Seat):
    seat.deal(deck=DECK)
    seat.page.locator("#pile").click()
    seat.expect_turn(1)
    expect(seat.page.locator("#slot-1")).to_be_focused()


def test_after_avoiding_by_the_button_the_focus_is_on_a_card(seat: Seat):
    seat.deal(deck=DECK)
    seat.page.locator("#avoid").focus()
    seat.page.keyboard.press("Enter")
    seat.expect_turn(1)
    expect(seat.page.locator("#slot-1")).to_be_focused()


@pytest.mark.parametrize("wishes", [{}, PHONE], ids=["desk", "phone"])
def test_the_end_of_a_run_has_the_focus_and_is_in_sight(sit: Callable[..., Seat], wishes: dict[str, Any]):
    seat = sit(**wishes)
    seat.deal(deck=DEATH.split())
    play(seat, keys)
    expect(seat.page.locator("#result")).to_be_focused()
    expect(seat.page.locator("#result")).to_be_in_viewport()


@pytest.mark.parametrize("opened", ["chooser", "keys", "new", "discarded", "log"])
def test_escape_closes_the_top_layer_alone_and_gives_the_focus_back(seat: Seat, opened: str):
    game = seat.deal(deck=DECK)
    seat.do(game, "5D")
    seat.page.set_viewport_size({"width": 900, "height": 700})  # where the log is a layer too
    seat.page.reload()
    page = seat.page
    opener, layer = {
        "chooser": ("#slot-1", "#choose-1"),
        "keys": ("[popovertarget=keys]", "#keys"),
        "new": ("[popovertarget=new]", "#new"),
        "discarded": (".discard", "#discarded"),
        "log": ("[popovertarget=log]", "#log"),
    }[opened]
    page.locator(opener).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(layer)).to_be_visible()
    expect(page.locator(f"{layer} :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(layer)).to_be_hidden()
    expect(page.locator(opener).first).to_be_focused()
    seat.expect_turn(1)


def test_under_an_open_sheet_the_table_does_not_act(seat: Seat):
    game = seat.deal(deck=DECK)
    seat.page.keyboard.press("?")
    expect(seat.page.locator("#keys")).to_be_visible()
    for key in ("1", "a", "3", "u"):
        seat.page.keyboard.press(key)
    seat.page.keyboard.press("?")
    expect(seat.page.locator("#keys")).to_be_hidden()
    assert seat.told(game)["turn"] == 0


def test_keys_with_a_modifier_are_the_browsers(seat: Seat):
    game = seat.deal(deck=DECK)
    for key in ("Control+1", "Alt+a", "Meta+3"):
        seat.page.keyboard.press(key)
    expect(seat.page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    assert seat.told(game)["turn"] == 0


LISTEN = """() => {
  const said = document.getElementById("said");
  window.heard = { node: said, words: [], role: said.getAttribute("role") };
  new MutationObserver((changes) => {
    if (changes.some((change) => change.type !== "attributes")) window.heard.words.push(said.textContent.trim());
  }).observe(said, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.parametrize(("deck", "end"), [(VICTORY, "survived"), (DEATH, "slain")])
def test_each_move_is_one_announcement_of_at_most_140_characters(seat: Seat, deck: str, end: str):
    seat.deal(deck=deck.split())
    seat.page.evaluate(LISTEN)
    made = play(seat, keys, careful)
    expect(seat.page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    words = seat.page.evaluate("() => window.heard.words")
    assert len(words) == len(made)
    assert max(map(len, words)) <= 140
    assert all(words)
    assert end in words[-1].lower()
    assert (
        seat.page.evaluate("() => window.heard.node === document.getElementById('said') && window.heard.role")
        == "status"
    )
    live = "[role=status], [role=alert], [aria-live]"
    assert seat.page.locator(live).count() == 2, "one place for moves, one for trouble"


def test_the_announcement_says_what_happened(seat: Seat):
    game = seat.deal(deck="KS 7D 4H 2C 3C".split())
    seat.do(game, "7D")
    seat.page.reload()
    seat.page.keyboard.press("1")
    seat.page.keyboard.press("w")
    expect(seat.page.locator("#said")).to_have_text(
        "King of spades fought with the 7 of diamonds: 6 damage. Health 14."
    )


def test_a_card_is_spoken_with_its_role_and_what_each_way_does(seat: Seat):
    game = seat.deal(deck="QS 7D 4H 2C 3C".split())
    name = seat.page.locator("#slot-1")
    expect(name).to_have_accessible_name("Queen of spades, monster 12. Bare-handed: 12 damage, leaving 8.")
    seat.do(game, "7D")
    seat.page.reload()
    expect(name).to_have_accessible_name(
        "Queen of spades, monster 12. With the 7 of diamonds: 5 damage, leaving 15. Bare-handed: 12 damage, leaving 8."
    )


# What a key can't do, and what it opens -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "key", "why", "open_slot"),
    [
        (["5D"], "a", "A room can only be avoided before its first card is taken.", "4"),
        (["avoid"], "a", "You avoided the room before: this one must be faced.", "2"),
        ([], "u", "There is no move to take back yet.", "3"),
    ],
)
def test_a_key_that_can_do_nothing_says_why(seat: Seat, moves: list[str], key: str, why: str, open_slot: str):
    game = seat.deal(deck=DECK)
    seat.do(game, *moves)
    seat.page.reload()
    expect(seat.page.locator("#play[data-htmx-powered]")).to_have_count(1)
    seat.page.keyboard.press(key)
    expect(seat.page.locator("#said .refused")).to_have_text(f"{why} See the rule")
    assert seat.told(game)["turn"] == len(moves)
    seat.page.keyboard.press(open_slot)
    seat.expect_turn(len(moves) + 1)
    expect(seat.page.locator("#said .refused")).to_have_count(0)


def test_where_the_log_lies_open_its_key_goes_there(seat: Seat):
    seat.deal(deck=DECK)
    seat.page.set_viewport_size({"width": 1280, "height": 800})
    seat.page.keyboard.press("l")
    expect(seat.page.locator("#log")).to_be_focused()


def test_how_to_play_begins_at_its_beginning(sit: Callable[..., Seat]):
    seat = sit(**PHONE)
    seat.deal(deck=DECK)
    seat.page.locator("[popovertarget=keys]").first.tap()
    expect(seat.page.locator("#keys-title")).to_be_focused()
    assert seat.page.locator("#keys").evaluate("(sheet) => sheet.scrollTop") == 0


@pytest.mark.parametrize(
    ("equal", "words"), [(False, "monsters weaker than its last"), (True, "no stronger than its last")]
)
def test_how_to_play_tells_the_rule_of_this_run(seat: Seat, equal: bool, words: str):
    seat.deal(deck=DECK, equal_counts=equal)
    expect(seat.page.locator("#keys")).to_contain_text(words)


def test_w_on_a_monster_that_the_weapon_can_not_face_says_why(seat: Seat):
    game = seat.deal(deck="5D 2C 9S 3H 4C 6C 7C 8C".split())
    seat.do(game, "5D", "2Cw")
    seat.page.reload()
    seat.page.locator("#slot-3").focus()
    seat.page.keyboard.press("w")
    expect(seat.page.locator("#said .refused")).to_contain_text(
        "The 5 of diamonds now faces nothing: no monster is below 2."
    )
    expect(seat.page.locator("#said a")).to_have_attribute("href", "/rules#degradation")
    expect(seat.page.locator("#slot-3")).to_be_focused()
    assert seat.told(game)["turn"] == 2


@pytest.mark.parametrize(
    ("path", "moves", "answer"),
    [("", [], "Keep this one"), ("", ["5D"], "Keep this one"), ("tutorial", [], "Stay here")],
)
def test_a_question_begins_at_its_harmless_answer(seat: Seat, path: str, moves: list[str], answer: str):
    game = seat.deal(deck=DECK)
    seat.do(game, *moves)
    seat.page.goto(f"{seat.address}{path}")
    seat.page.keyboard.press("n")
    expect(seat.page.locator("#new").get_by_role("button", name=answer)).to_be_focused()
