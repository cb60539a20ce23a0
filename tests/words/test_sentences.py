"""The game in sentences: each deed's own, short enough for where it stands, and true."""

import re
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine import (
    DECK,
    PRESETS,
    Avoid,
    AvoidedOrder,
    Bonus,
    Card,
    Defeat,
    Dungeon,
    Refusal,
    Role,
    Rules,
    Run,
    Status,
    Weapon,
    can_slay,
    enter,
    play,
    refusal,
    score,
)
from app.engine.cards import BY_TEXT
from app.engine.deeds import Avoided, Beaten, Deed, Died, Drunk, Equipped, RoomDealt, Slain, Survived, Wasted
from app.engine.notation import cards, move
from app.words import AVOID_CLOSED, announcement, ending, limit, line, number, rules_in_words, tally
from tests.engine.games import EVERY_WAY, each_way, numbers, play_out

QS, JC, FOUR, AS, KC = (BY_TEXT[text] for text in ("QS", "JC", "4C", "AS", "KC"))
SIX, SEVEN, TEN = (BY_TEXT[text] for text in ("6D", "7D", "10D"))
NINE, TWO = (BY_TEXT[text] for text in ("9H", "2H"))
MONSTERS = [card for card in DECK if card.role is Role.MONSTER]
STRICT, EQUAL = Rules(), Rules(equal_counts=True)

SENTENCES: list[tuple[Deed, str]] = [
    (RoomDealt(3, (QS, SIX, None, None), (SIX,), QS, 0), "Room 3."),
    (Slain(QS, SEVEN, 5, 15), "Queen of spades fought with the 7 of diamonds: 5 damage. Health 15."),
    (Slain(FOUR, SEVEN, 0, 1), "4 of clubs fought with the 7 of diamonds: no damage. Health 1."),
    (Slain(AS, SIX, 8, -3), "Ace of spades fought with the 6 of diamonds: 8 damage. Health 0."),
    (Beaten(JC, 11, 9), "Jack of clubs fought bare-handed: 11 damage. Health 9."),
    (Beaten(KC, 13, -12), "King of clubs fought bare-handed: 13 damage. Health 0."),
    (Equipped(SIX, None), "6 of diamonds equipped."),
    (Equipped(SIX, Weapon(TEN)), "6 of diamonds equipped; the 10 of diamonds discarded."),
    (
        Equipped(SIX, Weapon(TEN, (QS, FOUR))),
        "6 of diamonds equipped; the 10 of diamonds and its 2 slain discarded.",
    ),
    (Drunk(NINE, 5, 20), "9 of hearts drunk: 5 healed. Health 20."),
    (Drunk(NINE, 0, 40), "9 of hearts drunk at full health: nothing healed. Health 40."),
    (Wasted(TWO, 12), "2 of hearts wasted: one potion a room. Health 12."),
    (Avoided((QS, SIX, NINE, AS)), "Room avoided: its 4 cards go under the dungeon."),
    (Survived(30, 10), "You survived the dungeon. Score 30."),
    (Died(KC, -188), "You are slain. Score −188."),
    (Died(KC, 0), "You are slain. Score 0."),
]

few = settings(max_examples=8)


def ended(deck: str, moves: str, **house: object) -> tuple[Dungeon, tuple[Deed, ...]]:
    dungeon, done = enter(Rules(**house), cards(deck))
    for text in moves.split():
        dungeon, done = play(dungeon, move(text))
    assert dungeon.status is not Status.PLAYING
    return dungeon, done


@pytest.mark.parametrize(("deed", "sentence"), SENTENCES)
def test_a_deed_in_a_sentence(deed: Deed, sentence: str):
    assert line(deed) == sentence


def test_every_kind_of_deed_has_its_sentence():
    assert {type(deed) for deed, _ in SENTENCES} == set(get_args(Deed))


def test_an_announcement_is_the_lines_of_all_deeds_one_after_the_other():
    _, done = ended("KC AS 2C", "KCb ASb")
    assert announcement(done) == "Ace of spades fought bare-handed: 14 damage. Health 0. You are slain. Score −9."
    assert announcement(()) == ""


def test_the_longest_lines_are_short_enough():
    stack = tuple(card for value in range(14, 1, -1) for card in MONSTERS if card.value == value)
    assert len(line(Equipped(TEN, Weapon(TEN, stack)))) <= 110
    for monster in MONSTERS:
        assert len(line(Slain(monster, TEN, 12, 40))) <= 110
        assert len(announcement((Slain(monster, TEN, 12, 0), Died(monster, -188)))) <= 140


@each_way
@few
@given(numbers, st.booleans())
def test_whatever_happens_is_said_shortly_and_without_a_health_below_none(rules: Rules, number: int, undo: bool):
    for step in play_out(Run(replace(rules, undo=undo), str(number)), number):
        said = announcement(step.deeds)
        assert len(said) <= 140
        assert "Health −" not in said
        for deed in step.deeds:
            sentence = line(deed)
            assert len(sentence) <= 110
            assert re.fullmatch(r"[A-Z0-9][^\n]*\.", sentence)
            assert not re.search(r"-\d", sentence)
            assert sentence in said


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (7, "7"), (-1, "\u22121"), (-188, "\u2212188")])
def test_a_number_below_none_has_a_true_minus_sign(value: int, text: str):
    assert number(value) == text


@pytest.mark.parametrize(
    ("rules", "stack", "words"),
    [
        (STRICT, "", "fresh: faces any monster"),
        (EQUAL, "", "fresh: faces any monster"),
        (STRICT, "KC 8S", "now only below 8"),
        (STRICT, "QS", "now only below 12"),
        (STRICT, "3C", "now only below 3"),
        (STRICT, "9S 2C", "now faces nothing"),
        (EQUAL, "KC 8S", "now only 8 or lower"),
        (EQUAL, "QS", "now only 12 or lower"),
        (EQUAL, "9S 2C", "now only 2 or lower"),
    ],
)
def test_what_a_weapon_may_still_face_in_words(rules: Rules, stack: str, words: str):
    assert limit(Weapon(SEVEN, cards(stack) if stack else ()), rules) == words


@pytest.mark.parametrize("rules", [STRICT, EQUAL], ids=["strict", "equal"])
@pytest.mark.parametrize("last", MONSTERS, ids=str)
def test_a_weapon_is_said_to_face_nothing_only_where_no_monster_is_left_to_it(rules: Rules, last: Card):
    weapon = Weapon(SEVEN, (last,))
    open_to_it = [monster for monster in MONSTERS if monster != last and can_slay(weapon, monster, rules)]
    assert limit(weapon, rules).startswith("now faces nothing") == (not open_to_it)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("health", [20, 30, 40])
def test_a_preset_is_named_with_its_health_and_what_differs(name: str, health: int):
    rules = replace(PRESETS[name], health=health)
    plain = f"{name.capitalize()}, {health} health"
    shuffled = replace(rules, avoided=AvoidedOrder.SHUFFLED)
    assert rules_in_words(rules) == plain
    assert rules_in_words(shuffled) == f"{plain}, shuffled when avoided"
    assert rules_in_words(replace(rules, undo=False)) == f"{plain}, no undo"
    assert rules_in_words(replace(shuffled, undo=False)) == f"{plain}, shuffled when avoided, no undo"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            Rules(equal_counts=True, defeat=Defeat.ZERO),
            (
                "House rules, 20 health, equal counts, a defeat scores nothing minus the monsters left, "
                "bonus when health is full after it"
            ),
        ),
        (
            Rules(health=40, defeat=Defeat.ZERO, bonus=Bonus.BEFORE, avoided=AvoidedOrder.SHUFFLED, undo=False),
            (
                "House rules, 40 health, strictly lower, a defeat scores nothing minus the monsters left, "
                "bonus when health was full before it, shuffled when avoided, no undo"
            ),
        ),
    ],
)
def test_a_mixture_is_told_rule_by_rule(rules: Rules, words: str):
    assert rules_in_words(rules) == words


def test_no_two_rules_are_told_alike():
    every = [Rules(*each) for each in product((20, 30, 40), (False, True), Defeat, Bonus, AvoidedOrder, (False, True))]
    assert len({rules_in_words(rules) for rules in every}) == len(every) == 96


@pytest.mark.parametrize(
    ("deck", "moves", "house", "heading", "told"),
    [
        ("3H 2C", "3H 2Cb", {}, "You survived the dungeon", "18 health left"),
        (
            "2C 3H",
            "2Cb 3H",
            {},
            "You survived the dungeon",
            "20 health + 3 for the last potion, drunk to full health",
        ),
        ("2C 3H", "2Cb 3H", {"bonus": Bonus.BEFORE}, "You survived the dungeon", "20 health left"),
        ("5C 3H", "5Cb 3H", {}, "You survived the dungeon", "18 health left"),
        ("KC AS 2C 9S", "KCb ASb", {}, "Slain by the ace of spades", "−7 true health − 11 in monsters still ahead"),
        ("QC 8C 3S", "QCb 8Cb", {}, "Slain by the 8 of clubs", "0 health − 3 in monsters still ahead"),
        ("KC AS", "KCb ASb", {}, "Slain by the ace of spades", "−7 true health − 0 in monsters still ahead"),
        (
            "KC AS 2C 9S",
            "KCb ASb",
            {"defeat": Defeat.ZERO},
            "Slain by the ace of spades",
            "0 − 11 in monsters still ahead",
        ),
    ],
)
def test_how_a_run_ended_and_its_score_as_a_sum(
    deck: str, moves: str, house: dict[str, object], heading: str, told: str
):
    dungeon, done = ended(deck, moves, **house)
    killer = done[-1].killer if isinstance(done[-1], Died) else None
    assert ending(dungeon, killer) == heading
    assert tally(dungeon) == told


def test_a_defeat_by_nobody_known_is_still_a_defeat():
    assert ending(ended("KC AS", "KCb ASb")[0], None) == "Slain"


@each_way
@few
@given(numbers, st.integers(1, 44))
def test_the_sum_in_words_comes_to_the_score(rules: Rules, number: int, size: int):
    run = Run(rules, str(number))
    *_, last = play_out(replace(run, deck=run.order[:size]), number)
    first, *other = (int(text.replace("−", "-")) for text in re.findall(r"−?\d+", tally(last.dungeon)))
    sign = 1 if last.dungeon.status is Status.WON else -1
    assert first + sign * sum(other) == score(last.dungeon)
    assert bool(other) == (last.dungeon.status is Status.SLAIN or last.dungeon.bonus > 0)


@pytest.mark.parametrize(
    ("deck", "moves", "words"),
    [
        ("KC AS 2C", "KCb ASb", "the run is over"),
        ("2C 3C 4C 5C", "", "this is the last room"),
        ("2C 3C 4C 5C 6C", "2Cb", "a card is already taken"),
        ("2C 3C 4C 5C 6C", "avoid", "not twice in a row"),
    ],
)
def test_why_a_room_can_not_be_avoided(deck: str, moves: str, words: str):
    dungeon, _ = enter(STRICT, cards(deck))
    for text in moves.split():
        dungeon, _ = play(dungeon, move(text))
    refused = refusal(dungeon, Avoid())
    assert refused is not None
    assert AVOID_CLOSED[refused.refusal] == words


@given(st.sampled_from(EVERY_WAY), numbers)
def test_there_is_a_word_for_every_room_that_can_not_be_avoided(rules: Rules, number: int):
    assert set(AVOID_CLOSED) == {
        Refusal.RUN_OVER,
        Refusal.LAST_ROOM,
        Refusal.ROOM_TOUCHED,
        Refusal.TWICE_IN_A_ROW,
    }
    for step in play_out(Run(rules, str(number)), number):
        refused = refusal(step.dungeon, Avoid())
        assert refused is None or refused.refusal in AVOID_CLOSED
