"""Ruling 10: avoided cards go to the bottom in slot order; the first slot is drawn first of them."""

from app.engine.notation import cards

from .positions import after, line


def test_the_four_go_under_the_dungeon_in_slot_order():
    assert after("20 | 2C 3C 4C 5C | - | 6C 7C 8C 2S 3S", "avoid").pile == cards("3S 2C 3C 4C 5C")


def test_the_first_slot_is_drawn_first_of_them():
    dungeon = after("20 | 2C 3C 4C 5C | 10D | 6C 7C 8C 2S 3S", "avoid", "8Cw", "7Cw", "6Cw")
    assert dungeon.room == cards("3S 2C 3C 2S")
    assert dungeon.pile == cards("4C 5C")


def test_a_carried_card_goes_under_in_its_slot_and_is_carried_no_more():
    assert line("20 | 2C 3C* 4C 5C | - | 6C 7C 8C 2S 3S | - | room=2", "avoid") == (
        "20 | 6C 7C 8C 2S | - | 3S 2C 3C 4C 5C | - | room=3 avoids=1 avoided | 20 classic"
    )


def test_the_room_comes_back_whole_when_nothing_else_is_left():
    position = "20 | 2C 3C 4C 5C | 10D | 6H"
    assert after(position, "avoid").room == cards("6H 2C 3C 4C")
