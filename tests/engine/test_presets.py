"""The five readings of the game, each of which can be played exactly as its source has it."""

from dataclasses import replace
from itertools import combinations

import pytest

from app.engine import PRESETS, AvoidedOrder, Bonus, Defeat, Rules, score
from app.engine.notation import print_rules

from .positions import after, open_in

EQUAL = {"classic": False, "ledger": False, "patience": True, "guide": False, "academy": True}
DEFEAT = {"classic": -22, "ledger": -10, "patience": -22, "guide": -22, "academy": -22}
FILLED = {"classic": 25, "ledger": 25, "patience": 25, "guide": 20, "academy": 20}

each_preset = pytest.mark.parametrize("name", PRESETS)


def test_there_are_five_and_classic_is_what_is_played_unasked():
    assert list(PRESETS) == ["classic", "ledger", "patience", "guide", "academy"]
    assert PRESETS["classic"] == Rules()
    assert all(one != other for one, other in combinations(PRESETS.values(), 2))


@each_preset
def test_its_reading_of_an_equal_monster(name):
    offered = open_in(f"20 | 9S 4C 3H 2D | 7D>9C | - | - | - | 20 {name}")
    assert ("9Sw" in offered.split()) == EQUAL[name]


@each_preset
def test_its_score_of_a_defeat(name):
    assert score(after(f"2 | AS 2H - 4C | - | 6C 3D | - | - | 20 {name}", "ASb")) == DEFEAT[name]


@each_preset
def test_its_bonus_of_a_potion_that_fills(name):
    assert score(after(f"15 | 5H | - | - | - | - | 20 {name}", "5H")) == FILLED[name]


@each_preset
def test_its_bonus_of_a_potion_at_full_health(name):  # case 9
    assert score(after(f"20 | 7H | - | - | - | - | 20 {name}", "7H")) == 27


@each_preset
def test_avoided_cards_keep_their_order_and_moves_can_be_taken_back(name):
    assert PRESETS[name].avoided is AvoidedOrder.IN_ORDER
    assert PRESETS[name].undo


@each_preset
def test_it_is_known_by_name_at_every_health_with_and_without_undo(name):
    for health in (20, 30, 40):
        for undo in (True, False):
            assert replace(PRESETS[name], health=health, undo=undo).preset == name


@pytest.mark.parametrize(
    "mixed",
    [
        Rules(equal_counts=True, defeat=Defeat.ZERO),
        Rules(defeat=Defeat.ZERO, bonus=Bonus.BEFORE),
        Rules(avoided=AvoidedOrder.SHUFFLED),
    ],
    ids=print_rules,
)
def test_a_mixture_has_no_name(mixed):
    assert mixed.preset is None
