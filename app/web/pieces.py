"""The four slots of the table, as plain strings: a template's loop over them would cost more than all the rest.

Every text in here comes from `app.words`, the cards' names and the moves as written; what a screen reader is told is
escaped all the same.
"""

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup, escape

from app.engine import Card
from app.web.pictures import FACES, WAYS
from app.web.views import SlotView, WayView
from app.words import Outlook

_CARRIED = '<span class="mark-carried" aria-hidden="true">carried</span>'


def places(slots: Iterable[SlotView], held: Card | None, playing: bool) -> Markup:
    """The slots with what lies in each: a button that takes the card, or one that opens the chooser of its two ways.

    `held` is the weapon's card, which a chooser names; where nobody is `playing`, the buttons are there but disabled.
    """
    return Markup("".join([_place(slot, held, playing) for slot in slots]))  # noqa: S704


def _place(slot: SlotView, held: Card | None, playing: bool) -> str:
    marks = " hollow" if slot.card is None else " carried" if slot.carried else ""
    return f'<li id="place-{slot.no}" class="slot{marks}">{_inside(slot, held, playing)}</li>'


def _inside(slot: SlotView, held: Card | None, playing: bool) -> str:
    if slot.card is None:
        return f'<span class="sr">Slot {slot.no}: empty</span>'
    says = _says(slot.no, slot.card, slot.carried, [way.does for way in (slot.first, slot.other) if way is not None])
    first, other = slot.first, slot.other
    if first is not None and other is not None and held is not None and playing:
        return _choice(slot.no, slot.card, says, first, other, held)
    # A shown game that is not one's own: the card and what it would do, but nothing to press.
    return _only(slot.no, says, other or first, playing)


def _only(no: int, says: str, way: WayView | None, playing: bool) -> str:
    closed = "" if playing else " disabled"
    if way is None:
        return f'<button id="slot-{no}" class="take" disabled>{says}</button>'
    onto, does = way.onto, way.does
    return (
        f'<button id="slot-{no}" class="take" name="move" value="{way.move}" aria-keyshortcuts="{no}" '
        f'data-onto-{onto}="{way.move}" data-onto-{onto}-does="{does.amount or does.short}"{closed}>{says}</button>'
    )


def _choice(no: int, card: Card, says: str, armed: WayView, bare: WayView, held: Card) -> str:
    return (
        f'<button id="slot-{no}" class="take" type="button" popovertarget="choose-{no}" aria-keyshortcuts="{no}" '
        f'aria-haspopup="dialog" data-onto-weapon="{armed.move}" data-onto-weapon-does="{armed.does.amount}" '
        f'data-onto-health="{bare.move}" data-onto-health-does="{bare.does.amount}">{says}</button>'
        f'<div id="choose-{no}" class="chooser" popover role="dialog" aria-label="{_capital(card.name)}: which way?">'
        f'<button class="scrim" type="button" popovertarget="choose-{no}" popovertargetaction="hide" tabindex="-1" '
        f'aria-hidden="true"></button><div class="ways">'
        f"{_way(armed, 'weapon', _capital(held.name), 'W')}{_way(bare, 'bare', 'Bare hands', 'B')}</div></div>"
    )


def _way(way: WayView, kind: str, name: str, key: str) -> str:
    does = way.does
    fatal = " fatal" if does.fatal else ""
    return (
        f'<button class="way {kind}{fatal}" name="move" value="{way.move}" aria-keyshortcuts="{key}">'
        f'{WAYS[does.how]}<span class="way-name">{name}</span><b class="amount">{does.amount}</b>'
        f'<span class="way-then">{does.short}</span></button>'
    )


def _says(no: int, card: Card, carried: bool, ways: list[Outlook]) -> str:
    """What a screen reader says of the card and each way, its face, what they do."""
    named = f"{_named(card)}, carried." if carried else f"{_named(card)}."
    spoken = escape(" ".join([named, *[f"{_capital(does.words)}." for does in ways]]))
    tells = "".join([_tell(does) for does in ways])
    return (
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
