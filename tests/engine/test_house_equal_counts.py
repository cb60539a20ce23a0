"""House rule "Equal counts" (ruling 1): a used weapon may also face a monster equal to its last."""

from app.engine import Refusal
from app.engine.deeds import Slain
from app.engine.notation import card, parse_dungeon

from .positions import after, deeds_of, line, open_in, refused

RULES = "| - | - | - | 20 classic equal"


def test_the_other_ten_is_slain_for_three_and_the_limit_stays_ten():  # case 3
    position = f"20 | 10C 10S 3H 2D | 7D {RULES}"
    assert deeds_of(position, "10Cw", "10Sw") == (Slain(card("10S"), card("7D"), 3, 14),)
    held = after(position, "10Cw", "10Sw").weapon
    assert held is not None
    assert held.limit == 10


def test_an_equal_monster_offers_weapon_and_bare_hands():
    assert open_in(f"20 | 9S 4C 3H 2D | 7D>9C {RULES}") == "9Sw 9Sb 4Cw 4Cb 3H 2D"


def test_a_stronger_monster_is_still_refused_and_the_sentence_says_or_lower():
    assert refused(parse_dungeon(f"20 | 10S 4C 3H 2D | 7D>9C {RULES}"), "10Sw") == (
        Refusal.BEYOND_LIMIT,
        "The 7 of diamonds now only faces 9 or lower.",
    )


def test_a_two_can_be_slain_after_a_two():
    assert line(f"20 | 2S 4C 3H 3D | 7D>2C {RULES}", "2Sw") == (
        "20 | - 4C 3H 3D | 7D>2C>2S | - | - | room=1 | 20 patience"
    )
