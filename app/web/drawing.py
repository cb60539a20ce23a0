"""The table as HTML: frames that the template makes once, and what each move puts into their gaps.

A table's template has some forty places to fill, and Jinja's way of filling them would cost as much as all the game's
own work of a move (docs/adr/0007-drawing.md). Most of what it says depends on next to nothing: whether the run is over,
why undo is closed. So it is rendered once for each such shape, with named gaps where numbers and cards belong.
"""

import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from app.web.pictures import FACES, listed
from app.web.pieces import places
from app.web.templating import env
from app.web.views import SaidView, TableView

_SHAPES = 512
_VALUES = 2048
"""How many of each piece are remembered: 1 to 5 KB each."""

_PIECES: Any = env.get_template("table/_pieces.html").module
_depth = lru_cache(_VALUES)(_PIECES.depth)
_vitals = lru_cache(_VALUES)(_PIECES.vitals)
_arms = lru_cache(_VALUES)(_PIECES.arms)
_avoiding = lru_cache(_VALUES)(_PIECES.avoiding)


class _Gap:
    """In the template, `{{ gap.turn }}` leaves a gap of that name."""

    def __getattr__(self, name: str) -> Markup:
        return Markup(f"%({name})s")  # noqa: S704 - a name from our own template


@lru_cache(_SHAPES)
def _frame(**shape: Any) -> str:
    made = env.get_template("table/_table.html").render(gap=_Gap(), **shape)
    return re.sub(r"%(?!\()", "%%", made)


def draw_said(view: SaidView) -> Markup:
    """What the live region holds: the sentence, a refusal's way to its rule, the guide's words."""
    words = escape(view.words)
    if not view.refused and view.guide is None:
        return Markup("<span>{}</span>").format(words)
    return Markup(_PIECES.said(view))  # noqa: S704 - the template escapes


def draw(table: TableView, *, swapped: bool = False) -> Markup:
    """The whole table of one turn. `swapped`: as the answer to a move, with the new text of the page's live region."""
    end, discard, weapon = table.end, table.discard, table.weapon
    over = end is not None
    frame = _frame(
        over=over,
        undo=table.undo,
        touched=table.touched,
        spent=bool(discard),
        lesson=table.lesson,
        swapped=swapped,
    )
    count = len(discard)
    gaps = {
        "id": table.id,
        "turn": table.turn,
        "room_number": table.room_number,
        "health": table.health,
        "depth": _depth(table.left, table.room_number, table.rules, table.practice, over, table.avoid is None),
        "vitals": _vitals(table.health, table.cap, table.potion_used, over),
        "arms": _arms(weapon),
        "avoiding": _avoiding(over, table.avoid),
        "spent_count": count,
        "spent_words": "1 card" if count == 1 else f"{count} cards",
        "spent_last": FACES[discard[-1]] if discard else "",
        "spent_cards": listed(discard[::-1]),
        "places": "" if over else places(table.slots, None if weapon is None else weapon.card),
        "end": env.get_template("table/_end.html").render(table=table) if over else "",
        "log": table.log,
        "said": draw_said(table.said),
    }
    return Markup(frame % gaps)  # noqa: S704 - each of them is HTML already, a number or an id
