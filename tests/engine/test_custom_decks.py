"""Decks of one's own: 1 to 44 distinct cards of the 44; the last room has 1 to 4 cards, and all of them are faced."""

import pytest

from app.engine import DECK, Avoid, Card, Rules, Run, Status, Suit, enter, legal_moves, replay, steps
from app.engine.deeds import RoomDealt
from app.engine.notation import cards, moves

from .games import EVERY_WAY, deck_of, lying_anywhere, play_out
from .test_course import drive

SIZES = pytest.mark.parametrize("size", range(1, 45))


@SIZES
def test_the_first_room_has_four_cards_or_all_there_are(size):
    dungeon, dealt = enter(Rules(), DECK[:size])
    drawn = DECK[: min(size, 4)]
    assert dungeon.cards == drawn
    assert dealt == (RoomDealt(1, dungeon.room, drawn, None, max(0, size - 4)),)


@SIZES
def test_a_last_room_of_one_to_four_cards_is_faced_whole(size):
    for number in range(3):
        dungeon, _ = enter(Rules(), deck_of(size, number))
        rooms, end = drive(dungeon, [number == 1], [number, 0, 2])
        assert all(len(room.cards) == 4 for room in rooms[:-1])
        assert len(rooms[-1].cards) == (size if size <= 4 else (size - 2) % 3 + 2)
        assert Avoid() not in legal_moves(rooms[-1])
        assert set(lying_anywhere(end)) == set(deck_of(size, number))
        assert end.status is Status.WON


@SIZES
def test_every_size_is_played_to_its_end_under_every_rule(size):
    for number, rules in enumerate(EVERY_WAY):
        deck = deck_of(size, number)
        *_, last = play_out(Run(rules, "gate", deck=deck), number)
        assert last.dungeon.status in {Status.WON, Status.SLAIN}
        assert sorted(map(str, lying_anywhere(last.dungeon))) == sorted(map(str, deck))


def test_a_single_card_is_a_game():
    assert replay(Run(Rules(), "gate", moves("5H"), cards("5H"))).status is Status.WON


def test_a_deck_of_44_plays_like_the_seed_that_deals_it():
    seeded = Run(Rules(), "gate", moves("avoid"))
    assert replay(seeded) == replay(Run(Rules(), "gate", moves("avoid"), seeded.order))


def test_the_order_of_a_run_is_its_own_deck():
    assert Run(Rules(), "gate", deck=cards("5H 2C")).order == cards("5H 2C")
    assert steps(Run(Rules(), "gate", deck=cards("5H 2C")))[0].dungeon.cards == cards("5H 2C")


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        ((), "a deck has at least one card"),
        (cards("5H 2C 5H"), "a deck has no card twice"),
        ((Card(11, Suit.HEARTS),), "a deck has no cards but the 44"),
        ((Card(15, Suit.CLUBS), *cards("2C")), "a deck has no cards but the 44"),
        ((*DECK, DECK[0]), "a deck has no card twice"),
    ],
)
def test_what_is_no_deck_is_refused(deck, fault):
    with pytest.raises(ValueError, match=f"^{fault}$"):
        enter(Rules(), deck)
    with pytest.raises(ValueError, match=f"^{fault}$"):
        Run(Rules(), "gate", deck=deck)
