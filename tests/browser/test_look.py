"""Themes, colours, the switch for single keys, and what keeps its own rules."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.playing import DEATH, DEATH_MOVES, Seat
from tests.browser.test_accessibility import ended

DECK = "9S 4C 5D 3H 8C 7D 6S 2H 2C 3C 4S 5S".split()

DRAWN_BY_THE_FONT = re.compile("[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")
"""Card suits, pictographs and emoji: what a phone may turn into a coloured picture."""

GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize(("theme", "dark"), [("dark", True), ("paper", False)])
@pytest.mark.parametrize("system", ["dark", "light"])
def test_the_theme_is_in_the_first_byte_and_wins_over_the_system(
    sit: Callable[..., Seat], theme: str, dark: bool, system: str
):
    seat = sit(color_scheme=system)
    seat.page.goto(seat.address)
    seat.set_look(theme=theme)
    html = seat.context.request.get(seat.address).text()
    assert f'<html lang="en" data-theme="{theme}"' in html[:120]
    assert html.index('rel="stylesheet"') < html.index("<script"), "styles come first, so nothing is drawn without them"
    seat.page.goto(seat.address, wait_until="commit")
    first = seat.page.evaluate(GROUND)
    seat.page.wait_for_load_state()
    assert seat.page.evaluate(GROUND) == first or first == "rgba(0, 0, 0, 0)", "before any style there is nothing"
    red = int(re.findall(r"\d+", seat.page.evaluate(GROUND))[0])
    assert (red < 128) == dark


def test_a_newcomers_table_follows_the_system(sit: Callable[..., Seat]):
    seat = sit(color_scheme="dark")
    seat.page.goto(seat.address)
    dark = seat.page.evaluate(GROUND)
    seat.page.emulate_media(color_scheme="light")
    assert seat.page.evaluate(GROUND) != dark


def test_settings_are_kept_for_the_player(seat: Seat):
    page = seat.page
    page.goto(f"{seat.address}settings")
    page.get_by_label("Dark table").check()
    page.get_by_label("Fast").check()
    page.get_by_label("Four colours").check()
    page.get_by_label("Single keys").uncheck()
    page.get_by_role("button", name="Save the table").click()
    expect(page.locator(".saved")).to_be_visible()
    page.goto(seat.address)
    root = page.locator("html")
    for name, value in {"theme": "dark", "motion": "fast", "suits": "four", "keys": "off"}.items():
        expect(root).to_have_attribute(f"data-{name}", value)
    page.goto(f"{seat.address}settings")
    for label in ("Dark table", "Fast", "Four colours"):
        expect(page.get_by_label(label)).to_be_checked()
    expect(page.get_by_label("Single keys")).not_to_be_checked()


def test_a_running_game_keeps_its_rules_and_the_next_has_the_new_ones(seat: Seat):
    page = seat.page
    game = seat.deal(deck=DECK)
    page.goto(f"{seat.address}settings")
    page.locator("[name=health][value='30']").check()
    page.get_by_label("Equal counts").check()
    page.get_by_role("button", name="Save the rules").click()
    expect(page.locator(".saved")).to_contain_text("the one you are in keeps its own")
    page.goto(seat.address)
    assert seat.see()["health"] == 20
    rules = seat.told(game)["rules"]
    assert (rules["health"], rules["equal_counts"]) == (20, False)
    page.goto(f"{seat.address}settings")
    expect(page.get_by_role("button", name="Patience")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Save, and deal a new dungeon by them").click()
    seat.expect_turn(0)
    assert seat.see()["health"] == 30
    expect(page.locator(".rules-words")).to_contain_text("Patience, 30 health")


@pytest.mark.parametrize("preset", ["Classic", "Ledger", "Patience", "Guide", "Academy"])
def test_each_preset_can_be_chosen(seat: Seat, preset: str):
    seat.page.goto(f"{seat.address}settings")
    button = seat.page.locator(f".preset[value={preset.lower()}]")
    expect(button).to_contain_text(preset)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(seat.page.locator(".preset[aria-pressed=true]")).to_have_count(1)


def test_with_single_keys_off_they_do_nothing_and_the_rest_still_works(seat: Seat):
    seat.page.goto(seat.address)
    seat.set_look(single_keys="")
    game = seat.deal(deck=DECK)
    for key in "1234wbaunl?":
        seat.page.keyboard.press(key)
    expect(seat.page.locator(":popover-open")).to_have_count(0)
    assert seat.told(game)["turn"] == 0
    expect(seat.page.locator(".no").first).to_be_hidden()
    seat.page.locator("#slot-3").focus()
    seat.page.keyboard.press("Enter")
    seat.expect_turn(1)


# Colours --------------------------------------------------------------------------------------------------------------


def test_no_suit_is_a_letter_that_could_turn_into_an_emoji(seat: Seat):
    seat.deal(deck=DECK)
    pages = [seat.page.content()]
    ended(seat, DEATH, DEATH_MOVES)
    pages.append(seat.page.content())
    seat.page.goto(f"{seat.address}settings")
    pages.append(seat.page.content())
    sprite = seat.context.request.get(f"{seat.address}static/cards.svg").text()
    for text in (*pages, sprite):
        assert DRAWN_BY_THE_FONT.findall(text) == []


def test_four_colours_tell_clubs_from_spades_and_diamonds_from_hearts(seat: Seat):
    page = seat.page
    colours = """() => Object.fromEntries(["c", "s", "d", "h"].map((suit) =>
      [suit, getComputedStyle(document.documentElement).getPropertyValue(`--suit-${suit}`).trim()]))"""
    pictures = {}
    for suits in ("two", "four"):
        page.goto(seat.address)
        seat.set_look(motion="off", four_colours="true" if suits == "four" else "")
        seat.deal(deck="9S 9C 9D 9H 8C".split())
        expect(page.locator("html")).to_have_attribute("data-suits", suits)
        page.mouse.move(0, 0)
        assert len(set(page.evaluate(colours).values())) == (2 if suits == "two" else 4)
        pictures[suits] = [page.locator(f"#slot-{no} .face").screenshot() for no in (1, 2, 3, 4)]
    changed = [two != four for two, four in zip(pictures["two"], pictures["four"], strict=True)]
    assert changed == [False, True, True, False], "drawn so, not only declared"


@pytest.mark.parametrize("system", ["dark", "light"])
def test_in_forced_colours_cards_are_drawn_and_buttons_have_borders(sit: Callable[..., Seat], system: str):
    seat = sit(forced_colors="active", color_scheme=system)
    page = seat.page
    game = seat.deal(deck=DECK)
    seat.do(game, "5D")
    page.reload()
    page.mouse.move(0, 0)
    sizes = [len(page.locator(f"#slot-{no} .face").screenshot()) for no in (1, 2, 4)]
    assert min(sizes) > 4000, "a picture, not one plain colour"
    page.keyboard.press("1")
    expect(page.locator("#choose-1 .ways")).to_be_visible()
    bare = page.evaluate(
        """() => [...document.querySelectorAll(".choice, .way, .discard:not(:has(.face))")].filter((one) => {
          const style = getComputedStyle(one);
          return one.checkVisibility() && (style.borderTopStyle === "none" || parseFloat(style.borderTopWidth) < 1);
        }).map((one) => one.id || one.className)"""
    )
    assert bare == []
    page.keyboard.press("Escape")
    page.locator("#slot-2").focus()
    page.keyboard.press("Tab")
    line = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert line != "none"
    page.keyboard.press("2")
    page.keyboard.press("w")
    seat.expect_turn(2)


def test_role_suit_and_value_are_told_without_any_colour(seat: Seat):
    """A greyscale page: monster, weapon and potion of one rank are three different pictures."""
    seat.page.goto(seat.address)
    seat.set_look(motion="off")
    seat.deal(deck="9S 9C 9D 9H 8C".split())
    seat.page.mouse.move(0, 0)
    seat.page.evaluate("() => { document.documentElement.style.filter = 'grayscale(1)'; }")
    pictures = {seat.page.locator(f"#slot-{no} .face").screenshot() for no in (1, 2, 3, 4)}
    assert len(pictures) == 4
