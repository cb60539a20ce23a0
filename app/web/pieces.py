"""The four slots of the table, as plain strings: a template's loop over them would cost more than all the rest.

Every text in here comes from `app.words`, the cards' names and the moves as written; what a screen reader is told is
escaped all the same.
"""

from collections.abc import Iterable
from functools import cache, lru_cache

from markupsafe import Markup, escape

from app.engine import Card, IllegalMove
from app.web.pictures import FACES, WAYS
from app.web.topics import TOPICS
from app.web.views import SlotView, WayView
from app.words import Outlook, capital

_CARRIED = '<span class="mark-carried" aria-hidden="true">carried</span>'


def places(slots: Iterable[SlotView], held: Card | None) -> str:
    """The slots with what lies in each: a button that takes the card, or one that opens the chooser of its two ways.

    `held` is the weapon's card, which a chooser names.
    """
    return "".join([_place(slot, held) for slot in slots])


def lying(slots: Iterable[SlotView], chosen: Card | None) -> Markup:
    """The slots to look at alone, as a replay shows them; `chosen` is the card taken next, which is marked."""
    return Markup("".join([_lying(slot, chosen) for slot in slots]))  # noqa: S704 - as above


def _lying(slot: SlotView, chosen: Card | None) -> str:
    marks = " hollow" if slot.card is None else " chosen" if slot.card == chosen else ""
    if slot.card is None:
        inside = f'<span class="sr">Slot {slot.no}: empty</span>'
    else:
        ways = [way.does for way in (slot.first, slot.other) if way is not None]
        inside = f'<div class="take">{_says(None, slot.card, slot.carried, ways)}</div>'
    return f'<li class="slot{marks}">{inside}</li>'


def _place(slot: SlotView, held: Card | None) -> str:
    marks = " hollow" if slot.card is None else " carried" if slot.carried else ""
    return f'<li id="place-{slot.no}" class="slot{marks}">{_inside(slot, held)}</li>'


def _inside(slot: SlotView, held: Card | None) -> str:
    card, first, other = slot.card, slot.first, slot.other
    if card is None or first is None:
        return f'<span class="sr">Slot {slot.no}: empty</span>'
    if other is None or held is None:
        return _only(slot.no, _says(slot.no, card, slot.carried, [first.does]), first, slot.spared)
    return _choice(slot.no, card, _says(slot.no, card, slot.carried, [first.does, other.does]), first, other, held)


def _only(no: int, says: str, way: WayView, spared: IllegalMove | None) -> str:
    onto, does = way.onto, way.does
    why = "" if spared is None else f' data-why="{spared.reason}" data-topic="{TOPICS[spared.refusal]}"'
    return (
        f'<button id="slot-{no}" class="take" name="move" value="{way.move}" aria-keyshortcuts="{no}" '
        f'data-onto-{onto}="{way.move}" data-onto-{onto}-does="{does.amount or does.short}"{why}>{says}</button>'
    )


def _choice(no: int, card: Card, says: str, armed: WayView, bare: WayView, held: Card) -> str:
    return (
        f'<button id="slot-{no}" class="take" type="button" popovertarget="choose-{no}" aria-keyshortcuts="{no}" '
        f'aria-haspopup="dialog" data-onto-weapon="{armed.move}" data-onto-weapon-does="{armed.does.amount}" '
        f'data-onto-health="{bare.move}" data-onto-health-does="{bare.does.amount}">{says}</button>'
        f'<div id="choose-{no}" class="chooser" popover role="dialog" aria-label="{capital(card.name)}: which way?">'
        f'<button class="scrim" type="button" popovertarget="choose-{no}" popovertargetaction="hide" tabindex="-1" '
        f'aria-hidden="true"></button><div class="ways">'
        f"{_way(armed, 'weapon', capital(held.name), 'W')}{_way(bare, 'bare', 'Bare hands', 'B')}</div></div>"
    )


def _way(way: WayView, kind: str, name: str, key: str) -> str:
    does = way.does
    fatal = " fatal" if does.fatal else ""
    return (
        f'<button class="way {kind}{fatal}" name="move" value="{way.move}" aria-keyshortcuts="{key}">'
        f'{WAYS[does.how]}<span class="way-name">{name}</span><b class="amount">{does.amount}</b>'
        f'<span class="way-then">{does.short}</span></button>'
    )


def _says(no: int | None, card: Card, carried: bool, ways: list[Outlook]) -> str:
    """What a screen reader says of the card and each way, its face, the key that takes it, what they do."""
    spoken = " ".join([_named(card, carried), *map(_spoken, ways)])
    tells = "".join(map(_tell, ways))
    key = "" if no is None else f'<span class="no" aria-hidden="true">{no}</span>'
    return (
        f'<span class="sr">{spoken}</span>{_face(card)}{key}'
        f'{_CARRIED if carried else ""}<span class="tells" aria-hidden="true">{tells}</span>'
    )


# The same outlooks come again and again (`app.words.outlook` remembers them too), so what they look like is kept.
@lru_cache(4096)
def _spoken(does: Outlook) -> str:
    return str(escape(f"{capital(does.words)}."))


@lru_cache(4096)
def _tell(does: Outlook) -> str:
    fatal = " fatal" if does.fatal else ""
    amount = f"<b>{does.amount}</b>" if does.amount else ""
    # Two ways have a line each, whatever the width of the card: there is a brief form for narrow ones.
    brief = "" if does.left is None else f'<span class="then brief">→ {does.left}</span>'
    return (
        f'<span class="tell {does.how}{fatal}">{WAYS[does.how]}{amount}'
        f'<span class="then">{does.short}</span>{brief}</span>'
    )


@cache
def _named(card: Card, carried: bool) -> str:
    return f"{capital(card.name)}, {card.role} {card.value}{', carried' if carried else ''}."


@cache
def _face(card: Card) -> str:
    return str(FACES[card])  # a plain string is put into another one without being copied first
