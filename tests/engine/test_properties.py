"""What is true of every game: under every preset, at every health, in order and shuffled, with decks of every size."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from app.engine import (
    DECK,
    Bonus,
    Card,
    Defeat,
    Dungeon,
    IllegalMove,
    Role,
    Run,
    Status,
    Step,
    at_turn,
    foresee,
    legal_moves,
    play,
    prospects,
    refusal,
    replay,
    score,
    steps,
    undo,
    undo_refusal,
)
from app.engine.deeds import Avoided, Beaten, Died, Drunk, Equipped, RoomDealt, Slain, Survived, Wasted
from app.engine.notation import parse_dungeon, parse_run, print_dungeon, print_run

from .games import ALL_MOVES, dealt_runs, deck_of, each_way, lying_anywhere, numbers, ordinary, play_out

few = settings(max_examples=12)
sizes = st.none() | st.integers(1, 44)


def game(rules, number: int, size: int | None) -> tuple[Run, list[Step]]:
    run = Run(rules, str(number), (), None if size is None else deck_of(size, number))
    played = list(play_out(run, number))
    return replace(run, moves=tuple(step.move for step in played[1:])), played


def shown(dungeon: Dungeon) -> int:
    return max(0, dungeon.health)


def kinds(step: Step) -> list[type]:
    return [type(deed) for deed in step.deeds]


@each_way
@few
@given(numbers, sizes)
def test_every_card_is_in_exactly_one_place(rules, number, size):
    run, played = game(rules, number, size)
    for step in played:
        assert sorted(map(str, lying_anywhere(step.dungeon))) == sorted(map(str, run.order))


@each_way
@few
@given(numbers)
def test_ordinary_rooms_have_four_cards_above_one_modulo_three_or_are_the_last_two(rules, number):
    _, played = game(rules, number, None)
    for step in played:
        for deed in step.deeds:
            if isinstance(deed, RoomDealt):
                there = sum(card is not None for card in deed.room)
                assert (there, deed.left % 3) == (4, 1) or (there, deed.left) == (2, 0)
                assert len(deed.drawn) == there - (deed.carried is not None)
    end = played[-1].dungeon
    assert end.avoids <= 14
    assert end.room_number - end.avoids <= 15
    assert end.room_number <= 29


@each_way
@few
@given(numbers, sizes)
def test_shown_health_is_never_below_none_nor_above_the_cap(rules, number, size):
    _, played = game(rules, number, size)
    for step in played:
        assert 0 <= shown(step.dungeon) <= rules.health
        assert (step.dungeon.health <= 0) == (step.dungeon.status is Status.SLAIN)


@each_way
@few
@given(numbers, sizes)
def test_a_room_heals_at_most_once(rules, number, size):
    _, played = game(rules, number, size)
    drunk = 0
    for step in played:
        drunk += sum(isinstance(deed, Drunk) for deed in step.deeds)
        assert drunk <= 1
        if RoomDealt in kinds(step):
            drunk = 0
        assert step.dungeon.potion_used == (drunk == 1)


@each_way
@few
@given(numbers, sizes)
def test_on_one_weapon_the_limit_never_rises(rules, number, size):
    _, played = game(rules, number, size)
    for earlier, later in pairwise(step.dungeon.weapon for step in played):
        if earlier is not None and later is not None and earlier.card == later.card and earlier.limit is not None:
            assert later.limit is not None
            assert later.limit <= earlier.limit
            assert later.stack[: len(earlier.stack)] == earlier.stack
    for weapon in (step.dungeon.weapon for step in played if step.dungeon.weapon is not None):
        values = [monster.value for monster in weapon.stack]
        assert values == sorted(values, reverse=True)
        assert rules.equal_counts or len(set(values)) == len(values)


@each_way
@few
@given(numbers, sizes)
def test_the_legal_moves_are_exactly_those_of_the_71_that_are_not_refused(rules, number, size):
    _, played = game(rules, number, size)
    for step in played[:: 1 + len(played) // 6]:
        dungeon = step.dungeon
        before = print_dungeon(dungeon)
        open_here = legal_moves(dungeon)
        assert len(set(open_here)) == len(open_here)
        assert set(open_here) == {move for move in ALL_MOVES if refusal(dungeon, move) is None}
        for move in ALL_MOVES:
            if move in open_here:
                assert play(dungeon, move) == play(dungeon, move)
            else:
                with pytest.raises(IllegalMove):
                    play(dungeon, move)
        assert print_dungeon(dungeon) == before
        assert bool(open_here) == (dungeon.status is Status.PLAYING)


@each_way
@few
@given(numbers, sizes)
def test_what_a_card_foretells_is_what_taking_it_does(rules, number, size):
    _, played = game(rules, number, size)
    for step in played[:: 1 + len(played) // 8]:
        open_here = legal_moves(step.dungeon)
        assert prospects(step.dungeon) == tuple((move, foresee(step.dungeon, move)) for move in open_here)
        for move in ALL_MOVES:
            if refusal(step.dungeon, move) is None:
                assert foresee(step.dungeon, move) == play(step.dungeon, move)[1][0]
            else:
                with pytest.raises(IllegalMove):
                    foresee(step.dungeon, move)


@each_way
@few
@given(numbers, sizes)
def test_a_replay_is_the_game_as_it_was_played_byte_for_byte(rules, number, size):
    run, played = game(rules, number, size)
    replayed = steps(parse_run(print_run(run)))
    assert replayed == tuple(played)
    for turn, step in enumerate(played):
        assert print_dungeon(replayed[turn].dungeon) == print_dungeon(step.dungeon)
    middle = len(run.moves) // 2
    assert print_dungeon(replay(at_turn(run, middle))) == print_dungeon(played[middle].dungeon)
    assert repr(replayed) == repr(tuple(played))


@each_way
@few
@given(numbers, sizes)
def test_undo_gives_the_state_before_and_only_inside_a_room(rules, number, size):
    run, played = game(rules, number, size)
    for turn, step in enumerate(played):
        settled = turn == 0 or RoomDealt in kinds(step) or step.dungeon.status is not Status.PLAYING
        assert (undo_refusal(step) is not None) == settled
    for turn in range(len(played) // 3, len(played) // 3 + 3):
        if turn < len(played):
            if undo_refusal(played[turn]) is None:
                back = undo(at_turn(run, turn))
                assert back == at_turn(run, turn - 1)
                assert print_dungeon(replay(back)) == print_dungeon(played[turn - 1].dungeon)
            else:
                with pytest.raises(IllegalMove):
                    undo(at_turn(run, turn))


def worth(cards: tuple[Card, ...]) -> int:
    return sum(card.value for card in cards if card.role is Role.MONSTER)


@each_way
@few
@given(numbers, sizes)
def test_a_defeat_scores_all_monsters_less_what_weapons_took_and_potions_gave(rules, number, size):
    run, played = game(rules, number, size)
    end = played[-1].dungeon
    done = [deed for step in played for deed in step.deeds]
    absorbed = sum(deed.monster.value - deed.damage for deed in done if isinstance(deed, Slain))
    healed = sum(deed.healed for deed in done if isinstance(deed, Drunk))
    faced = sum(deed.monster.value for deed in done if isinstance(deed, Slain | Beaten))
    assert end.health == rules.health - faced + absorbed + healed
    if end.status is Status.SLAIN:
        expected = rules.health - worth(run.order) + absorbed + healed
        assert score(end) == (expected if rules.defeat is Defeat.HEALTH else faced - worth(run.order))


@given(ordinary, numbers)
def test_a_run_with_neither_weapon_used_nor_healing_scores_minus_188_wherever_it_dies(run, number):
    dungeon, chance = replay(replace(run, rules=replace(run.rules, health=20, defeat=Defeat.HEALTH))), Random(number)
    while dungeon.status is Status.PLAYING:
        foreseen = {move: foresee(dungeon, move) for move in legal_moves(dungeon)}
        bare = [
            move for move, deed in foreseen.items() if not isinstance(deed, Slain) and not getattr(deed, "healed", 0)
        ]
        assume(bare)  # now and then nothing is left but a potion that heals
        dungeon, _ = play(dungeon, chance.choice(bare))
    assert dungeon.status is Status.SLAIN
    assert score(dungeon) == -188 == 20 - worth(DECK)


@each_way
@few
@given(numbers, st.integers(1, 6))
def test_a_victory_scores_its_health_and_the_bonus_of_a_last_potion(rules, number, size):
    _, played = game(rules, number, size)
    end, last = played[-1].dungeon, played[-1]
    if end.status is Status.WON:
        first = last.deeds[0]
        before = played[-2].dungeon.health
        full = rules.health == (end.health if rules.bonus is Bonus.AFTER else before)
        bonus = first.potion.value if isinstance(first, Drunk | Wasted) and full else 0
        assert last.deeds[-1] == Survived(end.health + bonus, bonus)
        assert score(end) == end.health + bonus <= rules.health + 10


@each_way
@few
@given(numbers, sizes)
def test_the_deeds_tell_the_whole_change(rules, number, size):
    _, played = game(rules, number, size)
    for earlier, later in pairwise(played):
        first, *rest = later.deeds
        assert isinstance(first, Slain | Beaten | Equipped | Drunk | Wasted | Avoided)
        if isinstance(first, Slain | Beaten | Drunk | Wasted):
            assert first.health == later.dungeon.health
        if isinstance(first, Slain | Beaten):
            assert first.health == earlier.dungeon.health - first.damage
            assert first.damage >= 0
        if isinstance(first, Avoided):
            assert first.cards == earlier.dungeon.cards
        match later.dungeon.status:
            case Status.SLAIN:
                assert rest == [Died(first.monster, score(later.dungeon))]
            case Status.WON:
                assert rest == [Survived(score(later.dungeon), later.dungeon.bonus)]
            case Status.PLAYING if later.dungeon.room_number > earlier.dungeon.room_number:
                (dealt,) = rest
                assert isinstance(dealt, RoomDealt)
                assert dealt.room == later.dungeon.room
                assert dealt.number == later.dungeon.room_number == earlier.dungeon.room_number + 1
                assert dealt.left == len(later.dungeon.pile)
                # The top of the pile is drawn; where that reaches down to the cards just avoided, their order is new.
                top = earlier.dungeon.pile[: len(dealt.drawn)]
                assert dealt.drawn[: len(top)] == top
                assert dealt.carried == (None if later.dungeon.carried is None else dealt.room[later.dungeon.carried])
            case _:
                assert rest == []
        assert (
            later.dungeon.just_avoided == (isinstance(first, Avoided) or (earlier.dungeon.just_avoided and rest == []))
            or later.dungeon.status is not Status.PLAYING
        )


@given(dealt_runs, numbers)
def test_a_game_carries_its_rules_with_it(run, number):
    assert {step.dungeon.rules for step in play_out(run, number)} == {run.rules}


@given(dealt_runs, numbers)
def test_every_position_of_a_game_is_written_and_read_back(run, number):
    for step in play_out(run, number):
        assert parse_dungeon(print_dungeon(step.dungeon)) == step.dungeon
