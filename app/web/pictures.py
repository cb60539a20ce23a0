"""The cards and icons as pages show them: one `<use>` of the sprite each, made once, since a table holds dozens."""

from collections.abc import Iterable

from markupsafe import Markup

from app.engine import DECK, Card
from app.web.static import address

_SPRITE = address("cards.svg")
_ICONS = [
    "health",
    "weapon",
    "fist",
    "potion",
    "monster",
    "avoid",
    "undo",
    "new",
    "settings",
    "keys",
    "menu",
    "tutorial",
    "map",
    "help",
    "log",
    "records",
    "rules",
]


def _face(symbol: str, attributes: str) -> Markup:
    return Markup(  # noqa: S704 - made of our own constants alone
        f'<svg {attributes} viewBox="0 0 200 280" aria-hidden="true" focusable="false">'
        f'<use href="{_SPRITE}#{symbol}"/></svg>'
    )


FACES = {card: _face(str(card), f'class="face" data-card="{card}"') for card in DECK}
"""Each card's face; `data-card` is what motion.js follows from place to place."""

BACK = _face("back", 'class="face back"')
"""The back of the dungeon pile."""

ICONS = {
    name: Markup(  # noqa: S704
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        f'<use href="{_SPRITE}#icon-{name}"/></svg>'
    )
    for name in _ICONS
}
"""Each icon of the sprite by its name."""

WAYS = {
    "weapon": ICONS["weapon"],
    "equip": ICONS["weapon"],
    "bare": ICONS["fist"],
    "drink": ICONS["potion"],
}
"""The icon of each way to take a card, by `Outlook.how`."""

_LISTED = {card: Markup('<li><span class="sr">{}</span>{}</li>').format(card.name, FACES[card]) for card in DECK}


def listed(cards: Iterable[Card]) -> Markup:
    """The cards as list items, each with its name for a screen reader."""
    return Markup("".join(map(_LISTED.__getitem__, cards)))  # noqa: S704 - markup already
