"""One-line texts of a dungeon, a move, the rules and a run, as chess has FEN, SAN and PGN. See docs/notation.md.

A dungeon, health first, then what a player would ask next; what stands at its start value may be left out at the end:

    20 | 9S 4C* 3H - | 7D>KS>9C | AC 2H | 5D 6C | room=3 avoids=1 potion | 20 classic

A run: its rules, where its cards come from, its moves:

    20 classic | seed=f3kX | 6D JCw 9H avoid
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from urllib.parse import quote, unquote

from app.engine.cards import BY_TEXT, DECK, Card, Role
from app.engine.deeds import Room
from app.engine.dungeon import SLOTS, Dungeon, Status
from app.engine.moves import Avoid, Drink, Equip, Fight, Move, Slay
from app.engine.rules import PRESETS, AvoidedOrder, Bonus, Defeat, Rules
from app.engine.run import SEED_LENGTH, Run, is_seed
from app.engine.weapon import Weapon

NONE = "-"
"""Stands for an empty slot, no weapon, no cards, no marks, no moves."""


class NotationError(ValueError):
    """A text that is none of ours. Its message says which part, and quotes it."""


def _every_move() -> Iterable[Move]:
    yield Avoid()
    for dealt in DECK:
        if dealt.role is Role.MONSTER:
            yield Slay(dealt)
            yield Fight(dealt)
        else:
            yield Equip(dealt) if dealt.role is Role.WEAPON else Drink(dealt)


MOVES = MappingProxyType({str(each): each for each in _every_move()})
"""Every move of the game by its text: 26 slain, 26 fought, 9 equipped, 9 drunk, and avoid."""


def card(text: str) -> Card:
    """The card written `QS`, `10H`, `6D`. Raises NotationError."""
    try:
        return BY_TEXT[text]
    except KeyError:
        raise NotationError(f"no such card: {text[:20]!r}") from None


def cards(text: str) -> tuple[Card, ...]:
    """Cards with spaces between, or `-` for none. Raises NotationError."""
    return () if text.strip() == NONE else tuple(card(each) for each in text.split())


def move(text: str) -> Move:
    """The move written `6D`, `9H`, `QSw`, `QSb` or `avoid`. Raises NotationError."""
    try:
        return MOVES[text]
    except KeyError:
        raise NotationError(f"no such move: {text[:20]!r}") from None


def moves(text: str) -> tuple[Move, ...]:
    """Moves with spaces between, or `-` for none. Raises NotationError."""
    return () if text.strip() == NONE else tuple(move(each) for each in text.split())


def spaced(things: Iterable[Card | Move]) -> str:
    """Cards or moves with spaces between, `-` where there are none: what `cards` and `moves` read."""
    return " ".join(map(str, things)) or NONE


# Rules: `20 classic`, or a preset and what differs from it: `30 classic shuffled no-undo` ----------------------------

_RULE_WORDS: MappingProxyType[str, tuple[str, object]] = MappingProxyType(
    {
        "strict": ("equal_counts", False),
        "equal": ("equal_counts", True),
        "from-health": ("defeat", Defeat.HEALTH),
        "from-zero": ("defeat", Defeat.ZERO),
        "bonus-after": ("bonus", Bonus.AFTER),
        "bonus-before": ("bonus", Bonus.BEFORE),
        "in-order": ("avoided", AvoidedOrder.IN_ORDER),
        "shuffled": ("avoided", AvoidedOrder.SHUFFLED),
        "undo": ("undo", True),
        "no-undo": ("undo", False),
    }
)


@cache
def print_rules(rules: Rules) -> str:
    """The rules in words: the health, the preset, and what differs from it. Equal rules give equal text."""
    named = rules.reading or "classic"
    base = PRESETS[named]
    differing = [
        word
        for word, (field, value) in _RULE_WORDS.items()
        if getattr(rules, field) == value and getattr(base, field) != value
    ]
    return " ".join([str(rules.health), named, *differing])


def parse_rules(text: str) -> Rules:
    """The rules of such a text: a health, a preset, then any words. Raises NotationError."""
    health, preset, *words = text.split() if len(text.split()) > 1 else (NONE, NONE)
    if preset not in PRESETS:
        raise NotationError(f"rules are a health and a preset, not {text[:60]!r}")
    chosen: dict[str, object] = {each.name: getattr(PRESETS[preset], each.name) for each in fields(Rules)}
    for word in words:
        if word not in _RULE_WORDS:
            raise NotationError(f"no such rule: {word[:20]!r}")
        field, value = _RULE_WORDS[word]
        chosen[field] = value
    chosen["health"] = _number(health, "health")
    try:
        return Rules(**chosen)  # type: ignore[arg-type]
    except ValueError as wrong:
        raise NotationError(str(wrong)) from None


# A dungeon -----------------------------------------------------------------------------------------------------------


class _Mark(StrEnum):
    ROOM = "room"
    AVOIDS = "avoids"
    POTION = "potion"
    AVOIDED = "avoided"
    BONUS = "bonus"
    SEED = "seed"


def print_dungeon(dungeon: Dungeon) -> str:
    """The whole dungeon in one line, undealt cards included; `parse_dungeon` gives it back exactly."""
    slots = " ".join(
        NONE if held is None else f"{held}*" if slot == dungeon.carried else str(held)
        for slot, held in enumerate(dungeon.room)
    )
    weapon = NONE
    if dungeon.weapon is not None:
        weapon = ">".join(map(str, (dungeon.weapon.card, *dungeon.weapon.stack)))
    marks = [f"{_Mark.ROOM}={dungeon.room_number}"]
    if dungeon.avoids:
        marks.append(f"{_Mark.AVOIDS}={dungeon.avoids}")
    if dungeon.potion_used:
        marks.append(_Mark.POTION)
    if dungeon.just_avoided:
        marks.append(_Mark.AVOIDED)
    if dungeon.bonus:
        marks.append(f"{_Mark.BONUS}={dungeon.bonus}")
    if dungeon.seed:
        marks.append(f"{_Mark.SEED}={quote(dungeon.seed, safe='')}")
    parts = (
        str(dungeon.health),
        slots,
        weapon,
        spaced(dungeon.pile),
        spaced(dungeon.discard),
        " ".join(marks),
        print_rules(dungeon.rules),
    )
    return " | ".join(parts)


def parse_dungeon(text: str) -> Dungeon:
    """The dungeon of such a line. Parts missing at the end are at their start: no weapon, no cards, room 1, classic.

    Raises NotationError: a part that can't be read, a card that is there twice, more health than the rules allow, an
    empty room above cards not yet dealt, where nothing could be done, a bonus before the run is won.
    """
    parts = [part.strip() for part in text.split("|")]
    if not 2 <= len(parts) <= 7:
        raise NotationError("a dungeon has 2 to 7 parts between | signs")
    defaults = ("", "", NONE, NONE, NONE, NONE, "20 classic")
    health, slots, held, pile, discard, marks, rules = (*parts, *defaults[len(parts) :])
    room, carried = _room(slots)
    dungeon = Dungeon(
        rules=parse_rules(rules),
        pile=cards(pile),
        room=room,
        health=_number(health, "health"),
        carried=carried,
        weapon=_weapon(held),
        discard=cards(discard),
        **_marks(marks),  # type: ignore[arg-type]
    )
    there = [*dungeon.cards, *dungeon.pile, *dungeon.discard]
    if dungeon.weapon is not None:
        there += [dungeon.weapon.card, *dungeon.weapon.stack]
    twice = next((each for each in there if there.count(each) > 1), None)
    if twice is not None:
        raise NotationError(f"the {twice.name} is there twice")
    if dungeon.health > dungeon.rules.health:
        raise NotationError(f"health {dungeon.health} is above the {dungeon.rules.health} of the rules")
    if dungeon.status is Status.PLAYING and not dungeon.cards:
        raise NotationError("the room is empty, yet there are cards to deal")
    if dungeon.bonus and dungeon.status is not Status.WON:
        raise NotationError("only a run that is won has a bonus")
    return dungeon


def _room(text: str) -> tuple[Room, int | None]:
    slots = text.split()
    if len(slots) > SLOTS:
        raise NotationError(f"a room has {SLOTS} slots, not {len(slots)}")
    slots += [NONE] * (SLOTS - len(slots))
    carried = [slot for slot, held in enumerate(slots) if held.endswith("*")]
    if len(carried) > 1:
        raise NotationError("only one card is carried")
    first, second, third, fourth = (None if held == NONE else card(held.removesuffix("*")) for held in slots)
    return (first, second, third, fourth), carried[0] if carried else None


def _weapon(text: str) -> Weapon | None:
    if text == NONE:
        return None
    held, *stack = (card(each) for each in text.split(">"))
    if held.role is not Role.WEAPON or any(slain.role is not Role.MONSTER for slain in stack):
        raise NotationError(f"a weapon and the monsters slain on it, not {text[:60]!r}")
    return Weapon(held, tuple(stack))


_MARKS: MappingProxyType[str, tuple[str, Callable[[str], object]]] = MappingProxyType(
    {
        _Mark.ROOM: ("room_number", lambda text: _count(text, "room")),
        _Mark.AVOIDS: ("avoids", lambda text: _count(text, "avoids")),
        _Mark.POTION: ("potion_used", lambda text: _flag(text, "potion")),
        _Mark.AVOIDED: ("just_avoided", lambda text: _flag(text, "avoided")),
        _Mark.BONUS: ("bonus", lambda text: _count(text, "bonus")),
        _Mark.SEED: ("seed", lambda text: _seed(text)),
    }
)


def _marks(text: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for word in [] if text == NONE else text.split():
        name, _, value = word.partition("=")
        if name not in _MARKS:
            raise NotationError(f"no such mark: {word[:20]!r}")
        field, read = _MARKS[name]
        if field in found:
            raise NotationError(f"the mark {name} is there twice")
        found[field] = read(value)
    return found


def _flag(text: str, what: str) -> bool:
    if text:
        raise NotationError(f"the mark {what} stands alone, without {text[:20]!r}")
    return True


def _count(text: str, what: str) -> int:
    count = _number(text, what)
    if count < 0:
        raise NotationError(f"{what} counts from 0, not from {count}")
    return count


def _seed(text: str) -> str:
    try:
        seed = unquote(text, errors="strict")
    except UnicodeDecodeError:
        seed = ""
    if not is_seed(seed):
        raise NotationError(f"a seed is 1 to {SEED_LENGTH} printable characters, not {text[:60]!r}")
    return seed


def _number(text: str, what: str) -> int:
    # Plain ASCII digits only: int() also reads "1_000" and other scripts' numerals, which would not print back.
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 4):
        raise NotationError(f"{what} is a number, not {text[:20]!r}")
    return int(text)


# A run ---------------------------------------------------------------------------------------------------------------


def print_run(run: Run) -> str:
    """The whole run in one line; `parse_run` gives it back exactly. It tells the order of the undealt cards."""
    origin = f"seed={quote(run.seed, safe='')}"
    if run.deck is not None:
        origin += f" deck={','.join(map(str, run.deck))}"
    return " | ".join((print_rules(run.rules), origin, spaced(run.moves)))


def parse_run(text: str) -> Run:
    """The run of such a line; its moves are read, not replayed. Raises NotationError."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 3:
        raise NotationError("a run has 3 parts between | signs: rules, seed, moves")
    rules, origin, played = parts
    seed, *rest = origin.split() or [""]
    if not seed.startswith("seed=") or len(rest) > 1 or (rest and not rest[0].startswith("deck=")):
        raise NotationError(f"a run's cards are seed=..., then deck=... if it has its own, not {origin[:60]!r}")
    deck = cards(rest[0].removeprefix("deck=").replace(",", " ")) if rest else None
    try:
        return Run(parse_rules(rules), _seed(seed.removeprefix("seed=")), moves(played), deck)
    except NotationError:
        raise
    except ValueError as wrong:  # the deck is none
        raise NotationError(str(wrong)) from None
