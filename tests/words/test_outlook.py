"""What a card says before it is taken: short under the card, whole for a screen reader, and what then happens."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine import DECK, Role, Rules, Run, Status, Weapon, play, prospects
from app.engine.cards import BY_TEXT
from app.engine.deeds import Avoided, Beaten, Drunk, Equipped, Faced, Slain, Wasted
from app.words import Outlook, outlook
from tests.engine.games import each_way, numbers, play_out

QS, FOUR, AS = (BY_TEXT[text] for text in ("QS", "4C", "AS"))
SIX, SEVEN, TEN = (BY_TEXT[text] for text in ("6D", "7D", "10D"))
NINE = BY_TEXT["9H"]
LONGEST_SHORT = 26

OUTLOOKS: list[tuple[Faced, Outlook]] = [
    (
        Slain(QS, SEVEN, 5, 15),
        Outlook("weapon", "−5", "leaves 15", "with the 7 of diamonds: 5 damage, leaving 15", left=15),
    ),
    (
        Slain(FOUR, SEVEN, 0, 15),
        Outlook("weapon", "0", "leaves 15", "with the 7 of diamonds: no damage, leaving 15", left=15),
    ),
    (
        Slain(QS, SEVEN, 5, 0),
        Outlook("weapon", "−5", "kills you", "with the 7 of diamonds: 5 damage, which kills you", fatal=True, left=0),
    ),
    (Beaten(QS, 12, 1), Outlook("bare", "−12", "leaves 1", "bare-handed: 12 damage, leaving 1", left=1)),
    (
        Beaten(AS, 14, -9),
        Outlook("bare", "−14", "kills you", "bare-handed: 14 damage, which kills you", fatal=True, left=0),
    ),
    (Equipped(SIX, None), Outlook("equip", "", "equip", "equips it")),
    (
        Equipped(SIX, Weapon(TEN)),
        Outlook("equip", "", "replaces your 10", "equips it and discards the 10 of diamonds"),
    ),
    (
        Equipped(SIX, Weapon(TEN, (QS, FOUR))),
        Outlook("equip", "", "replaces your 10, 2 slain", "equips it and discards the 10 of diamonds with its 2 slain"),
    ),
    (Drunk(NINE, 9, 15), Outlook("drink", "+9", "to 15", "heals 9, to 15")),
    (Drunk(NINE, 5, 20), Outlook("drink", "+5", "to 20", "heals 5, to 20, which is full")),
    (Drunk(NINE, 0, 20), Outlook("drink", "+0", "health is full", "heals nothing: health is full")),
    (Wasted(NINE, 12), Outlook("drink", "0", "wasted", "wasted: one potion a room heals")),
]


@pytest.mark.parametrize(("deed", "expected"), OUTLOOKS)
def test_what_taking_a_card_would_do(deed: Faced, expected: Outlook):
    assert outlook(deed) == expected


def test_every_way_to_face_a_card_has_its_outlook():
    assert {type(deed) for deed, _ in OUTLOOKS} == set(get_args(Faced))


@pytest.mark.parametrize("slain", [13, 26])
def test_a_weapon_with_all_it_could_ever_slay_still_fits_under_the_card(slain: int):
    stack = tuple(card for card in DECK if card.role is Role.MONSTER)[:slain]
    assert len(outlook(Equipped(SIX, Weapon(TEN, stack))).short) == LONGEST_SHORT


@each_way
@settings(max_examples=8)
@given(numbers, st.booleans())
def test_every_outlook_is_short_and_comes_true(rules: Rules, number: int, undo: bool):
    for step in play_out(Run(replace(rules, undo=undo), str(number)), number):
        for move, deed in prospects(step.dungeon):
            if isinstance(deed, Avoided):
                continue
            told = outlook(deed)
            after, _ = play(step.dungeon, move)
            assert 0 < len(told.short) <= LONGEST_SHORT
            assert not told.words.endswith(".")
            assert told.fatal == (after.status is Status.SLAIN)
            assert int(told.amount.replace("−", "-") or "0") == after.health - step.dungeon.health
            assert not told.short.startswith("leaves") or told.short == f"leaves {after.health}"
