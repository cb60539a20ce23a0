"""Ruling 9: avoid only four untouched cards, above a dungeon, after a room that was not avoided."""

from app.engine import DECK, PRESETS, Refusal, Run, enter, legal_moves, replay
from app.engine.deeds import Avoided, RoomDealt
from app.engine.notation import cards, move, moves, parse_dungeon

from .positions import after, deeds_of, line, open_in, refused

ROOM = "20 | 2C 3C 4C 5C | - | 6C 7C 8C 2S 3S 4S 5S 6S"
TOUCHED = (Refusal.ROOM_TOUCHED, "A room can only be avoided before its first card is taken.")
TWICE = (Refusal.TWICE_IN_A_ROW, "You avoided the room before: this one must be faced.")
LAST = (Refusal.LAST_ROOM, "This is the last room: there is nowhere left to go.")


def test_avoiding_deals_the_next_room_at_once():
    assert deeds_of(ROOM, "avoid") == (
        Avoided(cards("2C 3C 4C 5C")),
        RoomDealt(2, cards("6C 7C 8C 2S"), cards("6C 7C 8C 2S"), None, 8),
    )
    assert line(ROOM, "avoid") == (
        "20 | 6C 7C 8C 2S | - | 3S 4S 5S 6S 2C 3C 4C 5C | - | room=2 avoids=1 avoided | 20 classic"
    )


def test_a_touched_room_cannot_be_avoided_and_keeps_its_three_cards():  # case 11
    dungeon = after(ROOM, "2Cb")
    assert refused(dungeon, "avoid") == TOUCHED
    assert dungeon.cards == cards("3C 4C 5C")


def test_a_room_touched_by_a_weapon_or_a_potion_cannot_be_avoided():
    position = "20 | 2D 3H 4C 5C | - | 6C 7C 8C 2S"
    assert refused(after(position, "2D"), "avoid") == TOUCHED
    assert refused(after(position, "3H"), "avoid") == TOUCHED


def test_two_rooms_in_a_row_cannot_be_avoided():  # case 12
    assert refused(after(ROOM, "avoid"), "avoid") == TWICE


def test_completing_a_room_makes_avoiding_legal_again():  # case 12
    played = ("avoid", "6Cb", "2Sb")
    assert refused(after(ROOM, *played), "avoid") == TOUCHED
    assert after(ROOM, *played).just_avoided
    assert open_in("20 | 2C 3C 4C 5C | 10D | 6C 7C 8C 2S 3S 4S 5S 6S", "avoid", "8Cw", "7Cw", "6Cw") == (
        "3Sw 3Sb 4Sw 4Sb 5Sw 5Sb 2Sw 2Sb avoid"
    )


def test_a_new_game_can_avoid_its_first_room_but_not_its_second():  # case 12
    run = Run(PRESETS["classic"], "gate", moves("avoid"))
    assert refused(replay(run), "avoid") == TWICE


def test_a_new_game_after_one_that_ended_on_an_avoid_can_be_avoided():  # case 12, case 16
    assert replay(Run(PRESETS["classic"], "gate", moves("avoid"))).just_avoided
    fresh, _ = enter(PRESETS["classic"], DECK)
    assert not fresh.just_avoided
    assert move("avoid") in legal_moves(fresh)


def test_room_14_with_one_card_left_can_be_avoided():
    position = "20 | 2C 3C 4C 5C* | - | 6C | - | room=14"
    assert deeds_of(position, "avoid") == (
        Avoided(cards("2C 3C 4C 5C")),
        RoomDealt(15, cards("6C 2C 3C 4C"), cards("6C 2C 3C 4C"), None, 1),
    )
    assert line(position, "avoid") == "20 | 6C 2C 3C 4C | - | 5C | - | room=15 avoids=1 avoided | 20 classic"


def test_the_last_room_cannot_be_avoided_untouched_or_not():
    assert refused(parse_dungeon("20 | 2C - - 5C* | - | - | - | room=15"), "avoid") == LAST
    assert refused(after("20 | 2C - - 5C* | - | - | - | room=15", "2Cb"), "avoid") == LAST


def test_a_last_room_of_four_cards_cannot_be_avoided():
    assert refused(parse_dungeon("20 | 2C 3C 4C 5C"), "avoid") == LAST


def test_avoiding_costs_no_health_and_keeps_the_weapon():
    before = parse_dungeon("7 | 2C 3C 4C 5C | 9D>KS | 6C | 10D")
    assert line("7 | 2C 3C 4C 5C | 9D>KS | 6C | 10D", "avoid") == (
        "7 | 6C 2C 3C 4C | 9D>KS | 5C | 10D | room=2 avoids=1 avoided | 20 classic"
    )
    assert before.weapon == after("7 | 2C 3C 4C 5C | 9D>KS | 6C | 10D", "avoid").weapon
