"""Every kind of refusal, with the sentence the player reads; what is refused leaves everything as it was."""

import pytest

from app.engine import Drink, Equip, Fight, IllegalMove, Refusal, Slay, foresee, play, refusal
from app.engine.notation import card, move, parse_dungeon, print_dungeon

POSITION = "20 | 9S 4H 7D KC | 5D>9C | 2S | - | room=3"
ROOM = "20 | 9S 4H 7D 2C"

MOVES = [
    (Refusal.RUN_OVER, "-1 | 9S 4H 7D KC", move("4H"), "This run is over."),
    (Refusal.RUN_OVER, "4 | - - - -", move("avoid"), "This run is over."),
    (Refusal.NOT_HERE, POSITION, move("ASb"), "The ace of spades is not in this room."),
    (Refusal.NOT_HERE, POSITION, move("2Sb"), "The 2 of spades is not in this room."),
    (Refusal.NOT_A_WEAPON, POSITION, Equip(card("4H")), "The 4 of hearts is a potion, not a weapon."),
    (Refusal.NOT_A_WEAPON, POSITION, Equip(card("KC")), "The king of clubs is a monster, not a weapon."),
    (Refusal.NOT_A_POTION, POSITION, Drink(card("7D")), "The 7 of diamonds is a weapon, not a potion."),
    (Refusal.NOT_A_POTION, POSITION, Drink(card("9S")), "The 9 of spades is a monster, not a potion."),
    (Refusal.NOT_A_MONSTER, POSITION, Fight(card("4H")), "The 4 of hearts is a potion, not a monster."),
    (Refusal.NOT_A_MONSTER, POSITION, Slay(card("7D")), "The 7 of diamonds is a weapon, not a monster."),
    (Refusal.UNARMED, ROOM, move("9Sw"), "You hold no weapon: fight bare-handed."),
    (Refusal.BEYOND_LIMIT, POSITION, move("9Sw"), "The 5 of diamonds now only faces below 9."),
    (
        Refusal.BEYOND_LIMIT,
        "20 | 9S 4H 7D KC | 5D>9C | 2S | - | room=3 | 20 patience",
        move("KCw"),
        "The 5 of diamonds now only faces 9 or lower.",
    ),
    (
        Refusal.ROOM_TOUCHED,
        "20 | 9S - 7D KC | - | 2S",
        move("avoid"),
        "A room can only be avoided before its first card is taken.",
    ),
    (
        Refusal.TWICE_IN_A_ROW,
        "20 | 9S 4H 7D KC | - | 2S | - | room=2 avoided",
        move("avoid"),
        "You avoided the room before: this one must be faced.",
    ),
    (Refusal.LAST_ROOM, ROOM, move("avoid"), "This is the last room: there is nowhere left to go."),
]
UNDOING = {Refusal.NOTHING_TO_UNDO, Refusal.UNDO_SETTLED, Refusal.NO_UNDO}


@pytest.mark.parametrize(("kind", "position", "forged", "sentence"), MOVES)
def test_it_is_refused_with_its_kind_and_its_sentence(kind, position, forged, sentence):  # case 25
    dungeon = parse_dungeon(position)
    before = print_dungeon(dungeon)
    why = refusal(dungeon, forged)
    assert why is not None
    assert (why.refusal, why.reason, str(why)) == (kind, sentence, sentence)
    for act in (play, foresee):
        with pytest.raises(IllegalMove) as caught:
            act(dungeon, forged)
        assert (caught.value.refusal, caught.value.reason) == (kind, sentence)
    assert print_dungeon(dungeon) == before


def test_every_kind_of_refusal_is_shown_here_or_with_undo():
    assert {kind for kind, *_ in MOVES} | UNDOING == set(Refusal)


def test_the_words_for_programs_are_stable():
    assert {str(kind) for kind in Refusal} == {
        "run-over",
        "not-here",
        "not-a-weapon",
        "not-a-potion",
        "not-a-monster",
        "unarmed",
        "beyond-limit",
        "room-touched",
        "twice-in-a-row",
        "last-room",
        "nothing-to-undo",
        "undo-settled",
        "no-undo",
    }


def test_the_last_room_is_named_before_it_is_called_touched():
    why = refusal(parse_dungeon("20 | 9S - - -"), move("avoid"))
    assert why is not None
    assert why.refusal is Refusal.LAST_ROOM


def test_a_touched_room_is_named_before_the_room_before():
    why = refusal(parse_dungeon("20 | 9S 2C 3C - | - | 2S | - | avoided"), move("avoid"))
    assert why is not None
    assert why.refusal is Refusal.ROOM_TOUCHED


def test_what_is_possible_is_not_refused():
    assert refusal(parse_dungeon(POSITION), move("avoid")) is None
    assert refusal(parse_dungeon(POSITION), move("4H")) is None
