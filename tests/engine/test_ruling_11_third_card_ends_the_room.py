"""Ruling 11: never a fourth card; the third ends the room and the next is dealt at once."""

from app.engine import Refusal
from app.engine.deeds import Beaten, RoomDealt
from app.engine.notation import card, cards

from .positions import after, deeds_of, line, refused

POSITION = "20 | 2C 3C 4C 5C | - | 6C 7C 8C 2S"


def test_the_first_and_second_card_deal_nothing():
    assert deeds_of(POSITION, "2Cb") == (Beaten(card("2C"), 2, 18),)
    assert deeds_of(POSITION, "2Cb", "3Cb") == (Beaten(card("3C"), 3, 15),)


def test_the_third_card_deals_the_next_room_at_once():
    assert deeds_of(POSITION, "2Cb", "3Cb", "4Cb") == (
        Beaten(card("4C"), 4, 11),
        RoomDealt(2, cards("6C 7C 8C 5C"), cards("6C 7C 8C"), card("5C"), 1),
    )


def test_the_fourth_card_belongs_to_the_next_room():
    dungeon = after(POSITION, "2Cb", "3Cb", "4Cb", "5Cb")
    assert dungeon.room_number == 2
    assert dungeon.cards == cards("6C 7C 8C")


def test_cards_may_be_taken_in_any_order():
    assert line(POSITION, "5Cb", "2Cb", "4Cb") == "9 | 6C 3C* 7C 8C | - | 2S | 5C 2C 4C | room=2 | 20 classic"


def test_a_card_already_taken_is_not_there_any_more():
    assert refused(after(POSITION, "2Cb"), "2Cb") == (Refusal.NOT_HERE, "The 2 of clubs is not in this room.")


def test_a_card_of_the_room_before_is_not_in_the_new_one():
    assert refused(after(POSITION, "2Cb", "3Cb", "4Cb"), "3Cb")[0] is Refusal.NOT_HERE


def test_an_undealt_card_cannot_be_taken():
    assert refused(after(POSITION), "6Cb") == (Refusal.NOT_HERE, "The 6 of clubs is not in this room.")


def test_a_card_that_dies_the_player_deals_nothing_more():
    dungeon = after("5 | 2C 3C 4C 5C | - | 6C 7C", "2Cb", "3Cb")
    assert dungeon.cards == cards("4C 5C")
    assert dungeon.pile == cards("6C 7C")
