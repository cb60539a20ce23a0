"""The course of a game: 40, 37, ... 4, 1 cards left, then room 15 with two; always fifteen faced rooms."""

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import DECK, Avoid, Dungeon, Rules, Status, enter, legal_moves, play
from app.engine.deeds import Avoided, RoomDealt
from app.engine.notation import cards, parse_dungeon

from .games import deck_of, every_way, lying_anywhere, numbers


def drive(dungeon: Dungeon, avoids: list[bool], takes: list[int]) -> tuple[list[Dungeon], Dungeon]:
    """Play on to the end, healed after every card so that nothing kills: the rooms as dealt, and the end.

    One of `avoids` is for each faced room: whether the room dealt in its stead is avoided first.
    """
    rooms, faced, taken = [dungeon], 0, 0
    while dungeon.status is Status.PLAYING:
        if None not in dungeon.room and dungeon.pile and not dungeon.just_avoided and avoids[faced % len(avoids)]:
            dungeon, done = play(dungeon, Avoid())
        else:
            open_here = [move for move in legal_moves(dungeon) if not isinstance(move, Avoid)]
            dungeon, done = play(dungeon, open_here[takes[taken % len(takes)] % len(open_here)])
            taken += 1
            faced += any(isinstance(deed, RoomDealt) for deed in done)
        if dungeon.cards or dungeon.pile:
            dungeon = replace(dungeon, health=dungeon.rules.health)
        if any(isinstance(deed, RoomDealt) for deed in done):
            rooms.append(dungeon)
    return rooms, dungeon


def test_without_an_avoid_the_dungeon_counts_down_by_three_to_one_and_to_none():
    dungeon, _ = enter(Rules(), DECK)
    rooms, end = drive(dungeon, [False], [0])
    assert [len(room.pile) for room in rooms] == [40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7, 4, 1, 0]
    assert [len(room.cards) for room in rooms] == [4] * 14 + [2]
    assert [room.room_number for room in rooms] == list(range(1, 16))
    assert sorted(map(str, lying_anywhere(end))) == sorted(map(str, DECK))


def test_avoiding_every_room_shows_29_and_faces_15():
    dungeon, _ = enter(Rules(), DECK)
    rooms, end = drive(dungeon, [True], [0])
    assert end.avoids == 14
    assert end.room_number == len(rooms) == 29
    assert [len(room.pile) for room in rooms[::2]] == [40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7, 4, 1, 0]
    assert [len(room.pile) for room in rooms[1::2]] == [40, 37, 34, 31, 28, 25, 22, 19, 16, 13, 10, 7, 4, 1]


@given(every_way, numbers, st.lists(st.booleans(), min_size=15, max_size=15), st.lists(st.integers(0, 7), min_size=1))
def test_under_any_pattern_of_avoids_fifteen_rooms_are_faced_and_each_card_once(rules, number, avoids, takes):
    dungeon, _ = enter(rules, deck_of(44, number), seed="gate")
    rooms, end = drive(dungeon, avoids, takes)
    assert len(rooms) == end.room_number
    assert end.room_number - end.avoids == 15
    assert end.avoids == sum(avoids[:14]) <= 14
    assert end.room_number <= 29
    for room in rooms:
        assert (len(room.cards), len(room.pile) % 3) in {(4, 1), (2, 0)}
        assert sorted(map(str, lying_anywhere(room))) == sorted(map(str, DECK))
    assert len(rooms[-1].cards) == 2
    assert not rooms[-1].pile
    assert sorted(map(str, lying_anywhere(end))) == sorted(map(str, DECK))
    assert not end.pile
    assert not end.cards


@pytest.mark.parametrize("avoids", list(product([False, True], repeat=3)))
@pytest.mark.parametrize("take", list(permutations(range(3), 2)))
def test_from_seven_to_four_to_one_to_none_no_card_is_twice_or_missing(avoids, take):  # case 14
    position = "20 | 2C 3C* 4C 5C | 10D | 6C 7C 8C 2S 3S 4S 5S | - | room=12"
    whole = cards("10D 2C 3C 4C 5C 6C 7C 8C 2S 3S 4S 5S")
    rooms, end = drive(parse_dungeon(position), list(avoids), list(take))
    assert end.avoids == sum(avoids)
    assert [len(room.pile) for room in rooms if not room.just_avoided][-1] == 0
    assert len(rooms[-1].cards) == 2
    for room in [*rooms, end]:
        assert sorted(map(str, lying_anywhere(room))) == sorted(map(str, whole))
    assert end.status is Status.WON
    assert legal_moves(end) == ()


def test_the_fifteenth_room_holds_the_carried_card_and_the_last_one():
    dungeon, _ = enter(Rules(), DECK)
    rooms, _ = drive(dungeon, [False], [0])
    before, last = rooms[-2:]
    assert last.carried is not None
    assert set(last.cards) == {last.room[last.carried], *before.pile}


def test_an_avoid_puts_four_back_and_draws_four():
    dungeon, _ = enter(Rules(), DECK)
    after, done = play(dungeon, Avoid())
    assert done == (Avoided(DECK[:4]), RoomDealt(2, DECK[4:8], DECK[4:8], None, 40))
    assert after.pile == DECK[8:] + DECK[:4]
