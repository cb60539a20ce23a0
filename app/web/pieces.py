"""Small pieces of the table that come up again and again, rendered from their macros once and then remembered."""

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from app.engine import Card
from app.web.pictures import FACES
from app.web.templating import env
from app.words import Outlook

_MACROS = env.get_template("table/_ways.html").module


@lru_cache(4096)
def tell(does: Outlook) -> Markup:
    """What a way does, short, for under the card."""
    made: Markup = _MACROS.tell(does)  # type: ignore[attr-defined]
    return made


@lru_cache(4096)
def way(does: Outlook, weapon: Card | None) -> Markup:
    """The inside of a chooser's button; `weapon` is what it is done with, None for bare hands."""
    made: Markup = _MACROS.way(does, weapon)  # type: ignore[attr-defined]
    return made


_CARRIED = '<span class="mark-carried" aria-hidden="true">carried</span>'


def card_says(no: int, card: Card, carried: bool, ways: Sequence[Outlook]) -> Markup:
    """The inside of a slot's button: what a screen reader says of the card and each way, its face, what they do."""
    named = f"{_named(card)}, carried." if carried else f"{_named(card)}."
    spoken = escape(" ".join([named, *(f"{does.words[0].upper()}{does.words[1:]}." for does in ways)]))
    tells = "".join(map(tell, ways))
    return Markup(  # noqa: S704 - markup already, or escaped
        f'<span class="sr">{spoken}</span>{FACES[card]}<span class="no" aria-hidden="true">{no}</span>'
        f'{_CARRIED if carried else ""}<span class="tells" aria-hidden="true">{tells}</span>'
    )


@lru_cache(64)
def _named(card: Card) -> str:
    return f"{card.name[0].upper()}{card.name[1:]}, {card.role} {card.value}"


env.globals["way"] = way
