"""The figures of the rules page against the rules: each number worked out once more, from what the figure shows."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from app.engine import DECK, PRESETS, AvoidedOrder, Bonus, Card, Defeat, Rules, notation, refusal, replay, score, steps
from app.engine.deeds import Survived, Wasted
from app.web.bouts import Bout, bout
from app.web.figures import Figures, figures
from app.web.figures.scores import BEST, Reckoning, best_run
from app.web.questions import questions
from app.web.scenes import Frame, Shot, ended, follow, lay, may
from tests.engine.shuffling import shuffle

EVERY = [
    replace(rules, health=health, avoided=avoided, undo=undo)
    for rules in PRESETS.values()
    for health in (20, 30, 40)
    for avoided in AvoidedOrder
    for undo in (True, False)
]

every = pytest.mark.parametrize("rules", EVERY, ids=lambda rules: notation.print_rules(rules).replace(" ", "-"))


def strips(shown: Figures) -> dict[str, tuple[Frame, ...]]:
    rooms, fights = shown.rooms, shown.fights
    return {
        "forming": rooms.forming,
        "last": rooms.last,
        "avoiding": rooms.avoiding,
        "wearing": fights.wearing,
        "refused": fights.refused,
        "replacing": fights.replacing,
        "two potions": fights.two_potions,
        "turn": fights.turn,
    }


def bouts(shown: Figures) -> Iterator[Bout]:
    fights = shown.fights
    yield from (fights.bare, fights.armed, fights.equal_value, fights.weaker, *fights.sips)
    for order in fights.orders:
        yield from order.bouts


def reckonings(shown: Figures) -> tuple[Reckoning, ...]:
    scores = shown.scores
    return scores.survived, scores.bonus, scores.slain, scores.best, scores.worst


def lying(frame: Frame) -> list[Card]:
    return [spot.card for spot in frame.spots if spot.card is not None and not spot.gone]


def pressed(frame: Frame) -> list[Card]:
    return [spot.card for spot in frame.spots if spot.card is not None and spot.now]


def health_after(before: Frame, frame: Frame) -> int:
    """What the rules make of the card under the finger, from what the two frames show alone."""
    [spot] = [spot for spot in frame.spots if spot.now]
    assert spot.card is not None
    match spot.mark:
        case "slain":
            assert before.weapon is not None
            return before.health - max(0, spot.card.value - before.weapon.card.value)
        case "fought":
            return before.health - spot.card.value
        case "drunk":
            return min(frame.cap, before.health + spot.card.value)
    return before.health


@every
def test_each_frame_follows_from_the_one_before(rules: Rules):
    for name, frames in strips(figures(rules)).items():
        assert len(frames) >= 3, name
        for before, frame in pairwise(frames):
            where = f"{name}: {frame.title}"
            assert (frame.before, frame.cap) == (before.health, rules.health), where
            if frame.refused:
                assert (frame.health, frame.weapon, frame.left) == (before.health, before.weapon, before.left), where
            elif not frame.moved:
                assert frame.left == before.left - sum(spot.mark == "new" for spot in frame.spots) + (
                    4 if before.spots[0].mark == "avoided" else 0
                ), where
                stayed = [spot.card for spot in before.spots if spot.mark == "stays"]
                assert [spot.card for spot in frame.spots if spot.mark == "carried"] == stayed, where
            elif len(pressed(frame)) == 1:
                assert frame.health == health_after(before, frame), where
                assert frame.left == before.left, where
            else:
                assert [spot.mark for spot in frame.spots] == ["avoided"] * 4, where


@every
def test_the_weapon_shown_is_the_one_that_was_taken_with_what_it_has_slain(rules: Rules):
    for name, frames in strips(figures(rules)).items():
        for before, frame in pairwise(frames):
            if not frame.moved or len(pressed(frame)) != 1:
                assert frame.weapon == before.weapon
                continue
            [card], [mark] = pressed(frame), [spot.mark for spot in frame.spots if spot.now]
            assert mark in {"slain", "fought", "equipped", "drunk", "wasted"}, name
            if mark == "slain":
                assert before.weapon is not None
                assert frame.weapon is not None
                assert frame.weapon.stack == (*before.weapon.stack, card)
                last = f"{card.value} or lower" if rules.equal_counts else f"below {card.value}"
                assert frame.weapon.limit == f"now only {last}"
            elif mark == "equipped":
                assert frame.weapon is not None
                assert (frame.weapon.card, frame.weapon.stack) == (card, ())
                spent = 0 if before.weapon is None else 1 + len(before.weapon.stack)
                assert frame.spent == before.spent + spent
            else:
                assert frame.weapon == before.weapon
                assert frame.spent == before.spent + 1


@every
def test_a_taken_card_stays_in_sight_till_the_next_room_and_is_marked(rules: Rules):
    for frames in strips(figures(rules)).values():
        for before, frame in pairwise(frames):
            if frame.moved and before.moved:
                gone = {spot.card: spot.mark for spot in frame.spots if spot.gone}
                assert gone == {spot.card: spot.mark for spot in before.spots if spot.gone or spot.now}


def test_the_sums_shown_are_right():
    counted = 0
    for rules in EVERY:
        shown = figures(rules)
        sums = [frame.sum for frames in strips(shown).values() for frame in frames] + [one.sum for one in bouts(shown)]
        for text in filter(None, sums):
            found = re.fullmatch(r"(\d+) ([−+]) (\d+) = (\d+)(?: damage)?", text)
            if found:
                first, sign, second, result = found.groups()
                assert int(result) == int(first) + int(second) * (1 if sign == "+" else -1), text
                counted += 1
            elif capped := re.fullmatch(r"(\d+) \+ (\d+), capped at (\d+)", text):
                first, second, cap = map(int, capped.groups())
                assert (cap, first + second > cap) == (rules.health, True), text
            elif against := re.fullmatch(r"(\d+) against (\d+): 0 damage", text):
                assert int(against[1]) < int(against[2]), text
            else:
                assert re.fullmatch(r"\d+ damage, its whole value|nothing healed", text), text
    assert counted > 10 * len(EVERY)


@every
def test_each_sum_in_pictures_says_what_its_cards_come_to(rules: Rules):
    for one in bouts(figures(rules)):
        taken = one.weapon.value if one.weapon is not None else 0
        if one.how == "drink":
            assert one.health == min(one.cap, one.before + one.card.value)
            assert one.amount == f"+{one.health - one.before}"
        else:
            hurt = max(0, one.card.value - taken)
            assert one.health == one.before - hurt
            assert one.amount == (f"−{hurt}" if hurt else "0")
        assert f"Health {one.health}." in one.said
        assert one.said.lower().startswith(one.card.name)


@every
def test_bare_hands_and_the_weapon_meet_the_same_king_at_full_health(rules: Rules):
    fights = figures(rules).fights
    assert fights.bare.card == fights.armed.card
    assert fights.bare.before == fights.armed.before == rules.health
    assert (fights.bare.before - fights.bare.health, fights.armed.before - fights.armed.health) == (13, 6)
    assert fights.equal_value.health == fights.equal_value.before == fights.weaker.health


@every
def test_a_second_ten_is_refused_unless_equal_counts(rules: Rules):
    fights = figures(rules).fights
    held = notation.parse_dungeon(
        f"{fights.wearing[-2].health} | - - 10S 2H | 7D>KS>10C | - | - | - | {notation.print_rules(rules)}"
    )
    refused = refusal(held, notation.move("10Sw"))
    assert [frame.refused for frame in fights.wearing] == [False, False, False, not rules.equal_counts]
    equal = fights.wearing[-1]
    strict, loose = (fights.other_equal, equal.said) if rules.equal_counts else (equal.said, fights.other_equal)
    assert strict == "The 7 of diamonds now only faces below 10."
    assert loose.startswith("10 of spades fought with the 7 of diamonds: 3 damage.")
    if refused is not None:
        assert equal.said == refused.reason


@every
def test_a_queen_after_a_six_is_refused_and_bare_hands_keep_the_weapon(rules: Rules):
    held, with_it, bare, weaker = figures(rules).fights.refused
    assert with_it.refused
    assert with_it.said == f"The 5 of diamonds now only faces {'6 or lower' if rules.equal_counts else 'below 6'}."
    assert bare.weapon == with_it.weapon == held.weapon
    assert bare.before - bare.health == 12
    assert weaker.weapon is not None
    assert weaker.weapon.stack[-1] == notation.card("4C")


@every
def test_a_new_weapon_is_fresh_and_sends_the_old_one_away(rules: Rules):
    _, taken, ace = figures(rules).fights.replacing
    assert taken.said == "4 of diamonds equipped; the 10 of diamonds and its 2 slain discarded."
    assert taken.weapon is not None
    assert taken.weapon.limit == "fresh: faces any monster"
    assert not ace.refused


@every
def test_the_better_order_of_the_same_kills_costs_less(rules: Rules):
    good, bad = figures(rules).fights.orders
    assert {one.card for one in good.bouts} == {one.card for one in bad.bouts}
    assert [order.damage for order in (good, bad)] == [
        sum(one.before - one.health for one in order.bouts) for order in (good, bad)
    ]
    assert (good.damage, bad.damage) == (4 + 1 + 0, 0 + 8 + 11)
    assert good.health == rules.health - good.damage
    # Bare hands stand there because the blade is refused, not by choice.
    held = lay(rules, rules.health, "8C JS - 2H", "7D>5S")
    assert [may(held, f"{one.card}w") for one in bad.bouts[1:]] == [False, False]


@every
def test_one_potion_a_room_never_above_the_cap(rules: Rules):
    fights = figures(rules).fights
    assert [one.amount for one in fights.sips] == ["+8", "+4", "+0"]
    _, first, second = fights.two_potions
    assert (first.health - first.before, second.health - second.before) == (4, 0)
    assert second.said == f"5 of hearts wasted: one potion a room. Health {rules.health}."


@every
def test_a_whole_turn_carries_a_jack_that_the_blade_may_still_face(rules: Rules):
    turn = figures(rules).fights.turn
    assert [frame.health - rules.health for frame in turn] == [0, 0, -4, -1, -1]
    assert [(frame.room, frame.left) for frame in turn] == [(1, 40)] * 4 + [(2, 37)]
    last = turn[-1]
    assert sorted(spot.mark for spot in last.spots) == ["carried", "new", "new", "new"]
    held = lay(rules, last.health, " ".join(map(str, lying(last))), "8D>QS")
    assert may(held, "JCw")


@every
def test_a_room_is_formed_of_four_and_the_last_one_of_two(rules: Rules):
    rooms = figures(rules).rooms
    assert rooms.start.left == 40
    assert [len(lying(frame)) for frame in rooms.forming] == [4, 4, 3, 2, 4]
    assert [frame.left for frame in rooms.forming] == [40, 40, 40, 40, 37]
    assert [frame.room for frame in rooms.last] == [14, 14, 15, 15, 15, 15]
    assert [frame.left for frame in rooms.last] == [1, 1, 0, 0, 0, 0]
    assert len(lying(rooms.last[2])) == 2
    assert [frame.refused for frame in rooms.last] == [False, False, False, True, False, False]
    assert rooms.last[3].said == "This is the last room: there is nowhere left to go."
    assert "You survived the dungeon. Score 16." in rooms.last[-1].said


@every
def test_a_room_is_avoided_whole_never_twice_in_a_row_and_goes_under_as_the_rules_say(rules: Rules):
    rooms = figures(rules).rooms
    first, avoided, other, again = rooms.avoiding
    assert [first.refused, avoided.refused, other.refused, again.refused] == [False, False, False, True]
    assert again.said == "You avoided the room before: this one must be faced."
    assert avoided.said == "Room avoided: its 4 cards go under the dungeon."
    assert not set(lying(first)) & set(lying(other))
    assert other.left == first.left
    slots = [str(card) for card in lying(first)]
    assert [str(card) for card in rooms.in_order] == slots
    mixed = rules.avoided is AvoidedOrder.SHUFFLED
    assert [str(card) for card in rooms.under] == (shuffle(slots, "avoid 1", "gate") if mixed else slots)
    assert mixed == (rooms.under != rooms.in_order)
    assert [gate.allowed for gate in rooms.gates] == [True, False, True, False, False]
    assert len({gate.said for gate in rooms.gates}) == 4


@every
def test_what_may_be_taken_back_is_what_the_rules_say(rules: Rules):
    rows = figures(rules).rooms.undoing
    assert [row.allowed for row in rows] == [rules.undo, False, False, False]
    if rules.undo:
        assert rows[1].said == rows[2].said == "The next room is dealt and seen: the last one is settled."
        assert rows[3].said == "The run is over: its last move is settled."
    else:
        assert {row.said for row in rows} == {"This run is played without undo."}


@every
def test_each_score_is_the_sum_that_is_shown(rules: Rules):
    for one in reckonings(figures(rules)):
        points = int(one.score.replace("−", "-"))
        assert one.total == sum(card.value for card in one.below)
        if one.won:
            assert points == one.health + one.bonus
        else:
            assert one.health <= 0
            assert points == (0 if rules.defeat is Defeat.ZERO else one.health) - one.total


@every
def test_the_bonus_and_a_defeat_are_scored_by_the_players_rules(rules: Rules):
    scores = figures(rules).scores
    with_it, without = f"{rules.health + 5}", f"{rules.health}"
    after = rules.bonus is Bonus.AFTER
    assert (scores.bonus.score, scores.other_bonus) == ((with_it, without) if after else (without, with_it))
    zero = rules.defeat is Defeat.ZERO
    assert (scores.slain.score, scores.other_defeat) == (("−10", "−22") if zero else ("−22", "−10"))


@every
def test_the_best_and_the_worst_are_real_runs(rules: Rules):
    scores = figures(rules).scores
    highest = max(card.value for card in DECK if card.suit == "H")
    assert scores.best.score == str(rules.health + highest)
    assert scores.worst.score == f"−{208 - rules.health}"
    run = best_run(rules)
    assert sorted(map(str, run.deck or ())) == sorted(map(str, DECK)) == sorted(BEST.split())
    assert score(replay(run)) == rules.health + highest
    final = steps(run)[-1]
    assert final.deeds == (Wasted(notation.card("10H"), rules.health), Survived(rules.health + highest, highest))
    assert scores.best_moves == len(run.moves) == len(DECK)
    assert scores.rooms == 15


def test_nothing_scores_lower_than_the_worst_that_is_shown():
    """Whoever dies has lost at least the starting health to monsters, which are not ahead any more."""
    for rules in EVERY:
        worst = figures(rules).scores.worst
        assert worst.health == 0
        assert worst.total == sum(card.value for card in DECK if card.suit in "CS") - rules.health


def test_the_deck_is_what_is_left_of_a_pack_with_jokers():
    deck = figures(Rules()).deck
    assert deck.pack == 54
    assert deck.removed == 10
    assert [str(card) for card in deck.out] == ["JH", "QH", "KH", "AH", "JD", "QD", "KD", "AD"]
    assert deck.pack - deck.removed == deck.size == 44
    assert sorted(str(card) for lot in deck.lots for card in lot.cards) == sorted(map(str, DECK))
    assert [(kind.many, kind.together, kind.lowest, kind.highest) for kind in deck.kinds] == [
        (26, 208, 2, 14),
        (9, 54, 2, 10),
        (9, 54, 2, 10),
    ]
    assert [(worth.rank, worth.value) for worth in deck.values] == [
        ("2 to 10", "its number"),
        ("Jack", "11"),
        ("Queen", "12"),
        ("King", "13"),
        ("Ace", "14"),
    ]


@every
def test_answers_with_a_verdict_are_the_engines(rules: Rules):
    asked = questions(rules, figures(rules))
    answers = {question.asked: question.answer for question in asked}
    assert len(answers) == len(asked) >= 9
    nine = answers["My weapon has just killed a 9. Can it take another 9?"]
    assert nine.startswith("Yes" if rules.equal_counts else "No")
    assert ("now only faces below 9" in nine) != rules.equal_counts
    assert "3 damage with a 5 in hand" in nine
    assert "only 15 rooms to face" in answers["How long does a game take?"]
    cards = answers["How many cards do I need, and which ones come out?"]
    assert cards.startswith("44. From a pack of 54, take out 10: the 2 jokers, and the 8 red jacks,")
    potions = answers["Can I drink two potions in one room?"]
    assert "At 5 health a 4 brings you to 9, and a 6 after it leaves you at 9." in potions
    assert f"You play with {rules.health} at present" in answers["Is there an easier game?"]
    assert answers["Can the very last card kill me?"].endswith("bare-handed at 7 health: slain.")
    assert "You avoided the room before" in answers["Can I avoid two rooms in a row?"]


def test_a_move_that_the_engine_refuses_changes_no_frame():
    dungeon = lay(Rules(), 20, "QS 4C 3H 8S", "5D>QC>6C")
    [frame], after = follow(dungeon, Shot("QSw", "No"))
    assert after is dungeon
    assert frame.refused
    assert [spot.mark for spot in frame.spots] == ["refused", "", "", ""]


def test_a_position_has_all_44_cards_the_unnamed_ones_spent():
    dungeon = lay(Rules(), 10, "7S - - 6H*", "9D>JS", "5S")
    assert (len(dungeon.discard), len(dungeon.cards), dungeon.pile) == (39, 2, (notation.card("5S"),))
    assert {*dungeon.discard, *dungeon.cards, *dungeon.pile, *map(notation.card, ("9D", "JS"))} == set(DECK)


def test_an_end_must_be_an_end():
    with pytest.raises(ValueError, match="does not end the run"):
        ended(lay(Rules(), 20, "2S 3S 4H 5D"), "2Sb")


def test_a_sum_in_pictures_is_of_a_card():
    assert bout("", lay(Rules(), 12, "8H 2C"), "8H").sum == "12 + 8 = 20"
    assert bout("", lay(Rules(), 12, "8D 2C"), "8D").sum == ""
