"""The log of a run as list items, newest first; what is known of it is kept, so a move adds only its own lines."""

from collections import OrderedDict
from typing import NamedTuple

from markupsafe import Markup, escape

from app.engine import Step
from app.engine.deeds import RoomDealt
from app.store import Game
from app.words import line

ROOM = 1024
"""How many logs are remembered: about 3 KB each."""


class _Known(NamedTuple):
    last: Step
    turns: int
    closed: str  # the rooms before this one, each a whole item
    number: int
    lines: str  # this room's lines, newest first


class Logs:
    """A memo of a pure function of the steps. A known log is only gone on from where its last step is the very same
    object in the game asked for: a step belongs to one chain of steps, so all before it is the same as well."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def html(self, game: Game) -> Markup:
        """Every room of the game so far, newest first, and in each what was done last first."""
        known = self._known.get(game.id)
        if known is None or known.turns > game.turn or game.steps[known.turns] is not known.last:
            known = None
        fresh = game.steps if known is None else game.steps[known.turns + 1 :]
        closed, number, lines = ("", 0, "") if known is None else (known.closed, known.number, known.lines)
        for step in fresh:
            for deed in step.deeds:
                if isinstance(deed, RoomDealt):
                    closed = _room(number, lines) + closed if number else ""
                    number, lines = deed.number, ""
                else:
                    lines = f"<li>{escape(line(deed))}</li>{lines}"
        self._known[game.id] = _Known(game.steps[-1], game.turn, closed, number, lines)
        self._known.move_to_end(game.id)
        if len(self._known) > self._room:
            self._known.popitem(last=False)
        return Markup(_room(number, lines) + closed)  # noqa: S704 - escaped above


def _room(number: int, lines: str) -> str:
    done = f"<ul>{lines}</ul>" if lines else ""
    return f"<li><h3>Room {number}</h3>{done}</li>"


LOGS = Logs()
"""The memo of this process."""
