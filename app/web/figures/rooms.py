"""Rooms: the table at the beginning, how a room is formed, the last one, avoiding, taking back."""

from dataclasses import replace
from typing import NamedTuple

from app.engine import AvoidedOrder, Card, Dungeon, Rules, Run, notation, refusal, undo_refusal
from app.engine.run import steps
from app.web.scenes import Frame, Shot, after, dealt, lay, may, opening, scene, still

FIRST = "5C 7H 8D JS 9C 3D 4S 2H"
"""The top of the dungeon in the first figures."""

_AVOIDED = "KC AS 2D QC 6S 3C 9D 4H 10C 7D 8H 5S"


class Verdict(NamedTuple):
    """A situation and what the engine says to it: whether the move is open, and why not, in its own words."""

    title: str
    cards: tuple[Card, ...]
    allowed: bool
    said: str


class RoomFigures(NamedTuple):
    """`under` are the avoided cards as they lie at the bottom of the dungeon, the first of them to be drawn first."""

    start: Frame
    forming: tuple[Frame, ...]
    last: tuple[Frame, ...]
    avoiding: tuple[Frame, ...]
    under: tuple[Card, ...]
    in_order: tuple[Card, ...]
    gates: tuple[Verdict, ...]
    undoing: tuple[Verdict, ...]


def room_figures(rules: Rules) -> RoomFigures:
    """Played out by these rules; the seed that shuffles avoided cards, where they are shuffled, is always the same."""
    start = opening(rules, FIRST)
    threatened = opening(rules, _AVOIDED, seed="gate")
    in_order = replace(threatened, rules=replace(rules, avoided=AvoidedOrder.IN_ORDER))
    return RoomFigures(
        start=dealt(start, "The table at the beginning"),
        forming=scene(
            dealt(start, "Four cards face up"),
            start,
            Shot("8D", "Face one of them", "Any order will do. The weapon is a good beginning."),
            Shot("JSw", "Face a second"),
            Shot("5Cw", "Face a third", "That was three. The fourth stays where it lies."),
        ),
        last=_last_room(rules),
        avoiding=scene(
            dealt(threatened, "An untouched room"),
            threatened,
            Shot("avoid", "Avoid it", then="Another room"),
            Shot("avoid", "Avoid again?", "Face three cards of this one first."),
        ),
        under=after(threatened, "avoid").pile[-4:],
        in_order=after(in_order, "avoid").pile[-4:],
        gates=_gates(threatened),
        undoing=_undoing(rules),
    )


def _last_room(rules: Rules) -> tuple[Frame, ...]:
    """The end of a dungeon: the last drawn card, the room of two, and both of its cards faced."""
    before = lay(rules, 10, "7S - - 6H", "9D>JS", "5S", "room=14")
    return scene(
        still(before, "Room 14", remark="Two of its cards are faced already, and one card is left below."),
        before,
        Shot("7Sw", "Its third card", then="Room 15: two cards"),
        Shot("avoid", "Avoid it?"),
        Shot("6H", "Face the one"),
        Shot("5Sw", "And the other", "Nothing is left to carry a card to: the last room is faced whole."),
    )


def _gates(dungeon: Dungeon) -> tuple[Verdict, ...]:
    """When a room may be avoided (ruling 9)."""
    second = after(dungeon, "avoid")
    third = after(second, "6Sb", "3Cb", "4H")
    touched = after(third, "9D")
    last = lay(dungeon.rules, 12, "KC AS", marks="room=15")
    return (
        _gate("Room 1, untouched", dungeon),
        _gate("Room 2, just after that", second),
        _gate("Room 3, once room 2 is faced", third),
        _gate("Room 3, with one card taken", touched),
        _gate("The last room", last),
    )


def _gate(title: str, dungeon: Dungeon) -> Verdict:
    allowed = may(dungeon, "avoid")
    return Verdict(title, dungeon.cards, allowed, "May be avoided." if allowed else _reason(dungeon, "avoid"))


def _reason(dungeon: Dungeon, move: str) -> str:
    """Why the engine refuses the move; empty where it doesn't."""
    refused = refusal(dungeon, notation.move(move))
    return refused.reason if refused is not None else ""


def _undoing(rules: Rules) -> tuple[Verdict, ...]:
    """What may be taken back (ruling 19)."""
    deck = opening(rules, FIRST)
    whole = (*deck.cards, *deck.pile)
    deadly = opening(rules, "AS KS QS AC")
    runs = (
        ("A card taken in this room", ("8D",), whole),
        ("Three taken: the next room is dealt", ("8D", "JSw", "5Cw"), whole),
        ("The room avoided", ("avoid",), whole),
        ("The end of the run", _until_slain(deadly), (*deadly.cards, *deadly.pile)),
    )
    return tuple(
        _undo(title, Run(rules, "gate", notation.moves(" ".join(moves)), cards)) for title, moves, cards in runs
    )


def _until_slain(dungeon: Dungeon) -> tuple[str, ...]:
    """As many bare-handed fights as it takes, from slot 1 on."""
    moves: list[str] = []
    while dungeon.health > 0:
        moves.append(f"{dungeon.cards[0]}b")
        dungeon = after(dungeon, moves[-1])
    return tuple(moves)


def _undo(title: str, run: Run) -> Verdict:
    refused = undo_refusal(steps(run)[-1])
    return Verdict(title, (), refused is None, "Can be taken back." if refused is None else refused.reason)
