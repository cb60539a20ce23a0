"""The inside of the table's many buttons, as plain strings: a macro call for each would cost more than all the rest.

Every text in here comes from `app.words` and the cards' names; what could ever hold a sign of HTML is escaped.
"""

from functools import cache

from markupsafe import Markup, escape

from app.engine import Card
from app.web.pictures import FACES, WAYS
from app.words import Outlook

_CARRIED = '<span class="mark-carried" aria-hidden="true">carried</span>'


def way(does: Outlook, weapon: Card | None) -> Markup:
    """The inside of a chooser's button; `weapon` is what it is done with, None for bare hands."""
    name = "Bare hands" if weapon is None else _capital(weapon.name)
    return Markup(  # noqa: S704
        f'{WAYS[does.how]}<span class="way-name">{name}</span><b class="amount">{does.amount}</b>'
        f'<span class="way-then">{does.short}</span>'
    )


def card_says(no: int, card: Card, carried: bool, ways: list[Outlook]) -> Markup:
    """The inside of a slot's button: what a screen reader says of the card and each way, its face, what they do."""
    named = f"{_named(card)}, carried." if carried else f"{_named(card)}."
    spoken = escape(" ".join([named, *(f"{_capital(does.words)}." for does in ways)]))
    tells = "".join(map(_tell, ways))
    return Markup(  # noqa: S704
        f'<span class="sr">{spoken}</span>{FACES[card]}<span class="no" aria-hidden="true">{no}</span>'
        f'{_CARRIED if carried else ""}<span class="tells" aria-hidden="true">{tells}</span>'
    )


def _tell(does: Outlook) -> str:
    fatal = " fatal" if does.fatal else ""
    amount = f"<b>{does.amount}</b>" if does.amount else ""
    return f'<span class="tell {does.how}{fatal}">{WAYS[does.how]}{amount}<span class="then">{does.short}</span></span>'


@cache
def _named(card: Card) -> str:
    return f"{_capital(card.name)}, {card.role} {card.value}"


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
