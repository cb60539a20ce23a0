"""Whole games of 44 cards, to victory and to death, by each way there is to play."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.playing import DEATH, VICTORY, Hands, Seat, click, drag, finger_drag, keys, play, tabs, tap

WAYS: dict[str, tuple[Callable[[], Hands], dict[str, Any]]] = {
    "click": (lambda: click, {}),
    "touch": (lambda: tap, PHONE),
    "keys": (lambda: keys, {}),
    "tab and enter": (lambda: tabs, {}),
    "mouse drag": (lambda: drag, {}),
    "touch drag": (finger_drag, PHONE),
    "no scripts": (lambda: click, {"java_script_enabled": False}),
}

WON = pytest.param(VICTORY.split(), "won", id="victory")
SLAIN = pytest.param(DEATH.split(), "slain", id="death")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("deck", "status"), [WON, SLAIN])
def test_a_whole_game(sit: Callable[..., Seat], way: str, deck: list[str], status: str):
    hands, wishes = WAYS[way]
    seat = sit(**wishes)
    game = seat.deal(deck=deck)

    made = play(seat, hands())

    told = seat.told(game)
    assert told["history"] == made, "one press, one move, and the one that was meant"
    assert told["status"] == status
    page = seat.page
    shown = page.locator(".end .final b").inner_text().replace("\N{MINUS SIGN}", "-")
    assert int(shown) == told["score"]
    if status == "won":
        assert page.locator("#result").inner_text() == "You survived the dungeon"
        expect(page.locator(".pile-words")).to_have_text("0 cards below")
    else:
        assert page.locator("#result").inner_text().startswith("Slain by the ")
        below = len(page.locator(".below li").all())
        assert below == sum(card[-1] in "CS" for card in deck) - sum(move[-1] in "wb" for move in made)
    if wishes.get("java_script_enabled", True):
        expect(page.locator("#result")).to_be_focused()
