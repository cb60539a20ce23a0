"""Ruling 1: a used weapon faces only what is strictly weaker than the last monster slain on it."""

from app.engine import Refusal, play
from app.engine.deeds import Slain
from app.engine.notation import card, move, parse_dungeon

from .positions import after, deeds_of, line, open_in, refused


def test_a_nine_cannot_be_slain_after_a_nine():
    dungeon = parse_dungeon("20 | 9S 4C 3H 2D | 7D>9C")
    assert refused(dungeon, "9Sw") == (Refusal.BEYOND_LIMIT, "The 7 of diamonds now only faces below 9.")


def test_the_equal_monster_can_still_be_fought_bare_handed():
    assert open_in("20 | 9S 4C 3H 2D | 7D>9C") == "9Sb 4Cw 4Cb 3H 2D"


def test_the_other_ten_offers_no_weapon_and_a_forged_request_is_refused():  # case 3, case 25
    position = "20 | 10C 10S 3H 2D | 7D"
    assert deeds_of(position, "10Cw") == (Slain(card("10C"), card("7D"), 3, 17),)
    assert open_in(position, "10Cw") == "10Sb 3H 2D"
    assert refused(after(position, "10Cw"), "10Sw") == (
        Refusal.BEYOND_LIMIT,
        "The 7 of diamonds now only faces below 10.",
    )


def test_one_weaker_than_the_last_can_be_slain():
    assert line("20 | 8S 4C 3H 2D | 7D>9C", "8Sw") == "19 | - 4C 3H 2D | 7D>9C>8S | - | - | room=1 | 20 classic"


def test_one_stronger_than_the_last_is_refused():  # case 25
    assert refused(parse_dungeon("20 | QS 4C 3H 2D | 5D>6C"), "QSw") == (
        Refusal.BEYOND_LIMIT,
        "The 5 of diamonds now only faces below 6.",
    )


def test_the_limit_is_the_last_slain_and_not_the_weapon_or_the_first():
    assert open_in("20 | 4C 5C 6C 2H | 10D>KS>5S") == "4Cw 4Cb 5Cb 6Cb 2H"


def test_after_a_two_nothing_is_left_for_the_weapon():
    dungeon = parse_dungeon("20 | 2S 4C 3H 3D | 7D>2C")
    assert open_in("20 | 2S 4C 3H 3D | 7D>2C") == "2Sb 4Cb 3H 3D"
    assert refused(dungeon, "2Sw") == (
        Refusal.BEYOND_LIMIT,
        "The 7 of diamonds now faces nothing: no monster is below 2.",
    )


def test_the_limit_holds_over_the_next_room():
    dungeon = after("20 | 9C 4H 2S 3D | 7D | 9S 5C AS KC", "9Cw", "4H", "2Sb")
    assert refused(dungeon, "9Sw")[0] is Refusal.BEYOND_LIMIT
    assert play(dungeon, move("5Cw"))[1] == (Slain(card("5C"), card("7D"), 0, 18),)
