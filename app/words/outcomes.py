"""Past runs in words: how each came out, what aided it, how it stands beside others; and how figures are read."""

from collections.abc import Sequence

from app.engine import Card, Status
from app.words.sentences import MINUS, number

_TIMES = {1: "once", 2: "twice"}
_NAMED = 3
"""How many monsters are named where several have slain a player equally often; of more only the number is told."""


def outcome(status: Status, killer: Card | None, room: int, *, on_the_table: bool = False) -> str:
    """How a run came out, by its end and never by its score (ruling 14): `Slain by the ace of spades in room 9`."""
    if status is Status.WON:
        return f"Survived all {room} rooms"
    if status is Status.SLAIN:
        by = f" by the {killer.name}" if killer is not None else ""
        return f"Slain{by} in room {room}"
    return f"Still on the table, in room {room}" if on_the_table else f"Abandoned in room {room}"


def aids(undos: int, *, helped: bool) -> tuple[str, ...]:
    """What aided a run: `2 undos`, `with help`; empty for an unaided one (ruling 20)."""
    taken_back = (f"{undos} undo{'' if undos == 1 else 's'}",) if undos else ()
    return (*taken_back, "with help") if helped else taken_back


def slayers(cards: Sequence[Card], times: int) -> str:
    """The monsters that slew a player most often, ties told: `ace of spades and king of clubs, twice each`."""
    often = _TIMES.get(times, f"{times} times")
    if len(cards) == 1:
        return f"{cards[0].name}, {often}"
    if len(cards) > _NAMED:
        return f"{len(cards)} monsters, {often} each"
    *others, last = [card.name for card in cards]
    return f"{', '.join(others)} and {last}, {often} each"


def standing(score: int, *, aided: bool, best_unaided: int | None, best_aided: int | None) -> str:
    """How a run that has just ended stands beside the other finished ones by the same rules.

    Of those, `best_unaided` and `best_aided` are the best scores, None where there is no run. An aided run is only ever
    compared with aided ones (ruling 20).
    """
    kind, others = ("aided", best_aided) if aided else ("unaided", best_unaided)
    beside, best = ("unaided", best_unaided) if aided else ("aided", best_aided)
    if others is None:
        told = f"Your first {'finished' if best is None else kind} run by these rules."
    elif score > others:
        told = f"Your best {kind} run yet by these rules, up from {number(others)}."
    else:
        told = f"Your best {kind} run by these rules: {number(others)}."
    return told if best is None else f"{told} Best {beside} one: {number(best)}."


def decimal(value: float) -> str:
    """A mean as people read it: to one place, with a true minus sign."""
    text = f"{abs(value):.1f}"
    return f"{MINUS}{text}" if value < 0 and text != "0.0" else text


def percent(share: float) -> str:
    """A share of 0 to 1 in percent, to one place where it is not whole; only all of them are 100%, only none 0%."""
    if share in (0, 1):
        return f"{share:.0%}"
    return f"{min(99.9, max(0.1, 100 * share)):.1f}".removesuffix(".0") + "%"
