"""The 44 cards: which they are, what they are worth, what they are called."""

from collections import Counter

import pytest

from app.engine import DECK, Card, Role, Suit
from app.engine.notation import card

MONSTERS = [each for each in DECK if each.role is Role.MONSTER]
WEAPONS = [each for each in DECK if each.role is Role.WEAPON]
POTIONS = [each for each in DECK if each.role is Role.POTION]


def test_there_are_44_distinct_cards():
    assert len(DECK) == len(set(DECK)) == len({str(each) for each in DECK}) == 44


def test_26_monsters_are_worth_208():
    assert len(MONSTERS) == 26
    assert sum(each.value for each in MONSTERS) == 208
    assert {each.suit for each in MONSTERS} == {Suit.CLUBS, Suit.SPADES}


def test_nine_weapons_are_worth_54():
    assert [str(each) for each in WEAPONS] == ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D"]
    assert sum(each.value for each in WEAPONS) == 54


def test_nine_potions_are_worth_54():
    assert [str(each) for each in POTIONS] == ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H"]
    assert sum(each.value for each in POTIONS) == 54


def test_there_are_no_red_faces_and_no_red_aces():
    assert Counter(each.suit for each in DECK if each.value > 10) == {Suit.CLUBS: 4, Suit.SPADES: 4}


def test_the_unshuffled_order_is_clubs_spades_diamonds_hearts_upwards():
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    written = [f"{rank}{suit}" for suit in "CS" for rank in ranks] + [
        f"{rank}{suit}" for suit in "DH" for rank in ranks[:9]
    ]
    assert [str(each) for each in DECK] == written


@pytest.mark.parametrize(
    ("text", "value", "rank", "name"),
    [
        ("2C", 2, "2", "2 of clubs"),
        ("10H", 10, "10", "10 of hearts"),
        ("JS", 11, "J", "jack of spades"),
        ("QS", 12, "Q", "queen of spades"),
        ("KC", 13, "K", "king of clubs"),
        ("AS", 14, "A", "ace of spades"),
        ("7D", 7, "7", "7 of diamonds"),
    ],
)
def test_a_card_has_value_rank_and_name(text, value, rank, name):
    named = card(text)
    assert (named.value, named.rank, named.name, str(named)) == (value, rank, name, text)


def test_a_card_read_is_the_very_card_of_the_deck():
    assert all(card(str(each)) is each for each in DECK)
    assert Card(12, Suit.SPADES) == card("QS")
