"""Whatever text comes in, it is read or refused with a NotationError; what is read prints to what reads the same."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine import Rules, Run, legal_moves, play
from app.engine.notation import (
    NotationError,
    card,
    cards,
    move,
    moves,
    parse_dungeon,
    parse_rules,
    parse_run,
    print_dungeon,
    print_rules,
    print_run,
    spaced,
)

from .games import deck_of, play_out

PARTS = [
    *("20", "30", "-1", "0", "classic", "ledger", "equal", "from-zero", "shuffled", "no-undo", "strict", "|", "|", "|"),
    *("|", "-", "-", "*", ">", "=", ",", "%", "seed=a", "seed=%FF", "deck=", "room=3", "avoids=1", "potion", "avoided"),
    *("bonus=5", "9S", "4C*", "3H", "2D", "7D>KS>9C", "10Cw", "9Sb", "avoid", "5H,6H", "AC\ud800", "é", "\x1c", "٣"),
]
pieces = st.lists(st.sampled_from(PARTS), max_size=24).map(" ".join)
anything = pieces | st.text(max_size=80) | st.text(st.sampled_from("|=-*>,% 0123456789CSDHJQKAwbseedavo"), max_size=60)

READERS = {
    "card": (card, str),
    "cards": (cards, spaced),
    "move": (move, str),
    "moves": (moves, spaced),
    "rules": (parse_rules, print_rules),
    "dungeon": (parse_dungeon, print_dungeon),
    "run": (parse_run, print_run),
}


def read(kind: str, text: str) -> object:
    reader, printer = READERS[kind]
    try:
        found = reader(text)
    except NotationError:
        return None
    assert reader(printer(found)) == found
    return found


@pytest.mark.parametrize("kind", READERS)
@given(anything)
def test_any_text_is_read_or_refused(kind, text):
    read(kind, text)


def spoilt(text: str, chance: Random) -> str:
    """The text with a few characters dropped, doubled, changed places or put in."""
    letters = list(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(letters) + 1)
        match chance.randrange(4):
            case 0:
                del letters[at : at + chance.randint(1, 3)]
            case 1:
                letters[at:at] = letters[at : at + chance.randint(1, 6)]
            case 2:
                letters.insert(at, chance.choice("|=-*>,% 2ASDHCwb\n\x00\ud800٣"))
            case _:
                other = chance.randrange(len(letters) + 1)
                letters[at : at + 1], letters[other : other + 1] = letters[other : other + 1], letters[at : at + 1]
    return "".join(letters)


@settings(max_examples=300)
@given(st.integers(0, 2**32 - 1))
def test_a_spoilt_line_of_a_true_game_is_read_or_refused(number):
    chance = Random(number)
    deck = chance.choice((None, deck_of(1 + number % 44, number)))
    run = Run(Rules(), "a b|c", (), deck)
    game = list(play_out(run, number))
    run = Run(Rules(), "a b|c", tuple(step.move for step in game[1:]), deck)
    read("run", spoilt(print_run(run), chance))
    read("rules", spoilt("30 classic equal shuffled no-undo", chance))
    dungeon = read("dungeon", spoilt(print_dungeon(chance.choice(game).dungeon), chance))
    if dungeon is not None:
        for open_here in legal_moves(dungeon):
            play(dungeon, open_here)
