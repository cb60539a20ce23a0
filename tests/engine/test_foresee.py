"""A card can say what taking it does before it is taken, and looks at nothing undealt."""

import pytest

from app.engine import foresee
from app.engine.deeds import Avoided, Beaten, Drunk, Equipped, Slain, Wasted
from app.engine.notation import card, cards, move, parse_dungeon
from app.engine.weapon import Weapon

ROOM = "14 | 9S 4H 7D 2C | 5D>JC | 2S 3S"
FORESEEN = [
    (ROOM, "9Sw", Slain(card("9S"), card("5D"), 4, 10)),
    (ROOM, "9Sb", Beaten(card("9S"), 9, 5)),
    (ROOM, "2Cw", Slain(card("2C"), card("5D"), 0, 14)),
    (ROOM, "4H", Drunk(card("4H"), 4, 18)),
    (ROOM, "7D", Equipped(card("7D"), Weapon(card("5D"), cards("JC")))),
    (ROOM, "avoid", Avoided(cards("9S 4H 7D 2C"))),
    ("14 | 9S 4H 7D - | - | 2S | - | potion", "4H", Wasted(card("4H"), 14)),  # ruling 6: said before it is taken
    ("5 | 9S 4H 7D 2C", "9Sb", Beaten(card("9S"), 9, -4)),
]


@pytest.mark.parametrize(("position", "text", "deed"), FORESEEN)
def test_it_is_the_deed_itself(position, text, deed):
    assert foresee(parse_dungeon(position), move(text)) == deed


@pytest.mark.parametrize(("position", "text", "deed"), FORESEEN)
def test_it_is_the_same_whatever_lies_undealt(position, text, deed):
    other = position.replace("2S 3S", "AS KS QS 10S").replace("| 2S |", "| AS KS |")
    assert foresee(parse_dungeon(other), move(text)) == deed
