"""Short ways to set up a position in one line, to play on from it, and to tell what happened."""

from dataclasses import fields

import pytest

from app.engine import Dungeon, IllegalMove, Refusal, legal_moves, play
from app.engine.deeds import Deed
from app.engine.notation import move, parse_dungeon, print_dungeon, spaced
from app.engine.weapon import Weapon


def after(position: str, *moves: str) -> Dungeon:
    """The dungeon of that line after those moves."""
    dungeon = parse_dungeon(position)
    for text in moves:
        dungeon, _ = play(dungeon, move(text))
    return dungeon


def line(position: str, *moves: str) -> str:
    """The same, as a line."""
    return print_dungeon(after(position, *moves))


def deeds_of(position: str, *moves: str) -> tuple[Deed, ...]:
    """What the last of those moves did, the whole list."""
    *before, last = moves
    return play(after(position, *before), move(last))[1]


def open_in(position: str, *moves: str) -> str:
    """The legal moves there, in their order, with spaces between."""
    return spaced(legal_moves(after(position, *moves)))


def refused(dungeon: Dungeon, text: str) -> tuple[Refusal, str]:
    """The kind and the sentence with which the move is refused; fails where it is not, or where it is offered."""
    assert move(text) not in legal_moves(dungeon)
    line_before = print_dungeon(dungeon)
    with pytest.raises(IllegalMove) as caught:
        play(dungeon, move(text))
    assert print_dungeon(dungeon) == line_before
    assert str(caught.value) == caught.value.reason
    return caught.value.refusal, caught.value.reason


def told(deed: Deed) -> str:
    """One deed in one line, for the golden files: `Slain monster=QS weapon=7D damage=5 health=15`."""
    return " ".join([type(deed).__name__, *(f"{each.name}={_text(getattr(deed, each.name))}" for each in fields(deed))])


def _text(value: object) -> str:
    match value:
        case None:
            return "-"
        case tuple():
            return ",".join(_text(each) for each in value) or "-"
        case Weapon():
            return ">".join(map(str, (value.card, *value.stack)))
        case _:
            return str(value)
