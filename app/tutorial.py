"""The guided dungeon: fourteen cards that bring up each thing once, and a guide that says what to try next.

It is a game like any other, of the real engine, dealt as practice. Nothing is forced: the guide looks at what was done
and at what lies there, and names the first thing not tried yet that can be tried now. So no move is a wrong one, and
whoever knows better leaves whenever they like.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from app.engine import (
    Avoid,
    Card,
    Drink,
    Dungeon,
    Equip,
    Fight,
    Move,
    Role,
    Rules,
    Run,
    Slay,
    Status,
    Step,
    can_slay,
    damage,
    legal_moves,
    notation,
)
from app.engine.deeds import Avoided, Beaten, Deed, Drunk, Equipped, RoomDealt, Slain, Wasted

DECK = notation.cards("6D 7C 8S 5H 4H 2S JC QS 10C 9S 10D 3C 9H 4S")
"""Room 1 has a weapon, two monsters and a potion; room 2 a second potion; room 3 four monsters to run from; the rest
takes a new weapon and the strongest first. Whoever follows the guide to the end wins."""

_SEED = "tutorial"


def lesson() -> Run:
    """The guided dungeon as it is dealt, by the rules of Classic at 20 health."""
    return Run(Rules(), _SEED, deck=DECK)


def is_lesson(run: Run) -> bool:
    """Whether the run is one of the guided dungeon, however far it has got."""
    return run.deck == DECK and run.seed == _SEED and run.rules == Rules()


class Thing(StrEnum):
    """What the guided dungeon has to try, in the order in which it is offered."""

    EQUIP = "equip"
    SLAY = "slay"
    LIMIT = "limit"
    CARRY = "carry"
    POTION = "potion"
    WASTE = "wasted potion"
    BARE = "bare hands"
    AVOID = "avoid"


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the guide says at one turn.

    - `words`: one to four sentences, at most 190 characters.
    - `move`: the move that they ask for; None where any will do or the run is over.
    - `tried`: what was tried so far, in the order of `Thing`.
    """

    words: str
    move: Move | None
    tried: tuple[Thing, ...]


def guidance(steps: Sequence[Step]) -> Guidance:
    """What to say after these steps of a run (`app.engine.steps`, never empty). Nothing undealt is looked at."""
    seen: dict[Thing, int] = {}
    for turn, step in enumerate(steps[1:], start=1):
        for thing in _tried(steps[turn - 1].dungeon, step.deeds):
            seen.setdefault(thing, turn)
    tried = tuple(thing for thing in Thing if thing in seen)
    dungeon = steps[-1].dungeon
    if dungeon.status is not Status.PLAYING:
        return Guidance(_farewell(dungeon.status, tried), None, tried)
    words, move = _next(dungeon, seen)
    now = len(steps) - 1
    if len(tried) == len(Thing) and max(seen.values()) == now:
        words = f"That was all there is to learn: now clear the dungeon. {words}"
    elif seen.get(Thing.CARRY) == now:
        words = f"{_carried(dungeon)} {words}"
    return Guidance(words, move, tried)


def _farewell(status: Status, tried: tuple[Thing, ...]) -> str:
    """What is said when the run is over."""
    if status is Status.SLAIN:
        return "Slain: that happens to everybody. Try it once more, or go on to the real dungeon and its 44 cards."
    untried = [thing for thing in Thing if thing not in tried]
    if not untried:
        return "That was a dungeon in small, and you know all that there is to know. The real one has 44 cards."
    return f"That was a dungeon in small; the real one has 44 cards. Not tried yet: {', '.join(untried)}."


def _tried(before: Dungeon, deeds: Sequence[Deed]) -> list[Thing]:
    """What these deeds, done in that dungeon, have tried."""
    tried = []
    for deed in deeds:
        match deed:
            case Equipped():
                tried.append(Thing.EQUIP)
            case Slain():
                tried.append(Thing.SLAY)
            case Beaten(monster):
                tried.append(Thing.LIMIT if _beyond(before, monster) else Thing.BARE)
            case Drunk(healed=healed) if healed:
                tried.append(Thing.POTION)
            case Wasted():
                tried.append(Thing.WASTE)
            case Avoided():
                tried.append(Thing.AVOID)
            case RoomDealt(carried=Card()):
                tried.append(Thing.CARRY)
    return tried


def _next(dungeon: Dungeon, seen: dict[Thing, int]) -> tuple[str, Move | None]:
    """The first thing not tried yet that this room allows; with everything tried, how to go on."""
    for thing, offer in _OFFERS.items():
        found = None if thing in seen else offer(dungeon)
        if found is not None:
            return found
    if len(seen) == len(Thing):
        return _onward(dungeon)
    left = len(dungeon.cards)
    if dungeon.is_last_room:
        return "The last room: each of its cards has to be faced.", None
    more = {4: "any three of the four cards", 3: "two more cards", 2: "one more card"}[left]
    return f"Face {more}, as you like; what you leave is carried into the next room.", None


Offer = tuple[str, Move]
"""How a thing can be tried in this room: in words, and as the move that does it."""


def _equip(dungeon: Dungeon) -> Offer | None:
    weapon = next(iter(_lying(dungeon, Role.WEAPON)), None)
    if weapon is None:
        return None
    words = f"Diamonds are weapons. Take the {weapon.name}, by a tap or by its number: you hold it at once."
    return words, Equip(weapon)


def _slay(dungeon: Dungeon) -> Offer | None:
    held = dungeon.weapon
    for monster in _within(dungeon):
        assert held is not None  # noqa: S101 - or nothing would be within its limit
        hurt = damage(held, monster)
        if hurt < dungeon.health:
            cost = f"only the {hurt} left over hurts you" if hurt else "it can't hurt you at all"
            words = "Clubs and spades are monsters and hit for their value."
            return f"{words} Slay the {monster.name} with your weapon: {cost}.", Slay(monster)
    return None


def _limit(dungeon: Dungeon) -> Offer | None:
    held = dungeon.weapon
    for monster in _lying(dungeon, Role.MONSTER):
        # A lesson may cost something, but not nearly everything.
        if held is not None and _beyond(dungeon, monster) and 2 * monster.value <= dungeon.health:
            words = (
                f"Your weapon has slain the {held.stack[-1].name} and now only faces what is weaker. "
                f"The {monster.name} is beyond it: fight it bare-handed, for all {monster.value}."
            )
            return words, Fight(monster)
    return None


def _potion(dungeon: Dungeon) -> Offer | None:
    potion = max(_lying(dungeon, Role.POTION), key=_value, default=None)
    if potion is None or dungeon.potion_used or dungeon.health == dungeon.rules.health:
        return None
    healed = min(potion.value, dungeon.rules.health - dungeon.health)
    return f"Hearts are potions. Drink the {potion.name}: it heals {healed}.", Drink(potion)


def _waste(dungeon: Dungeon) -> Offer | None:
    potion = next(iter(_lying(dungeon, Role.POTION)), None)
    if potion is None or not dungeon.potion_used:
        return None
    words = (
        f"Only one potion a room works. Take the {potion.name} too and see it wasted; "
        "it still counts as one of the three."
    )
    return words, Drink(potion)


def _bare(dungeon: Dungeon) -> Offer | None:
    held = dungeon.weapon
    monster = min(_within(dungeon), key=_value, default=None)
    if monster is None or held is None or held.limit is None or monster.value >= min(held.limit, dungeon.health):
        return None
    words = (
        f"Slain with the weapon, the {monster.name} would be its new limit. "
        f"Bare hands cost you {monster.value} and keep the limit at {held.limit}."
    )
    return words, Fight(monster)


def _avoid(dungeon: Dungeon) -> Offer | None:
    if Avoid() not in legal_moves(dungeon) or len(_lying(dungeon, Role.MONSTER)) < 3:
        return None
    words = (
        "A room you haven't touched can be avoided: its four cards go under the dungeon. "
        "Never two rooms in a row, so choose well. This one is worth it."
    )
    return words, Avoid()


_OFFERS: Mapping[Thing, Callable[[Dungeon], Offer | None]] = MappingProxyType(
    {
        Thing.EQUIP: _equip,
        Thing.SLAY: _slay,
        Thing.LIMIT: _limit,
        Thing.POTION: _potion,
        Thing.WASTE: _waste,
        Thing.BARE: _bare,
        Thing.AVOID: _avoid,
    }
)
"""In the order of `Thing`. A card is carried by itself: that is only told of."""


def _onward(dungeon: Dungeon) -> tuple[str, Move | None]:
    """With everything tried: what a player would do now, as far as one sentence can say it."""
    held = dungeon.weapon
    better = [weapon for weapon in _lying(dungeon, Role.WEAPON) if held is None or weapon.value > held.card.value]
    if better:
        return f"A better weapon. Taking the {better[0].name} discards the old one with all it slew.", Equip(better[0])
    potions = _lying(dungeon, Role.POTION)
    if potions and not dungeon.potion_used and dungeon.health < dungeon.rules.health:
        potion, most = max(potions, key=_value), dungeon.rules.health
        return f"Drink the {potion.name}. Never above {most}, though: what is too much is lost.", Drink(potion)
    strongest = max(_within(dungeon), key=_value, default=None)
    if strongest is not None and held is not None and (held.limit is not None or strongest.value > held.card.value):
        first = "Strongest first, while the weapon still may: slay" if len(_within(dungeon)) > 1 else "Slay"
        return f"{first} the {strongest.name}. Each kill lowers the weapon's limit.", Slay(strongest)
    weakest = min(_lying(dungeon, Role.MONSTER), key=_value, default=None)
    if weakest is not None and held is not None and weakest.value < dungeon.health:
        return f"Keep the weapon for stronger ones: fight the {weakest.name} bare-handed.", Fight(weakest)
    return "You have tried everything there is. Go on as you like.", None


def _lying(dungeon: Dungeon, role: Role) -> list[Card]:
    """The room's cards of that role, in slot order."""
    return [card for card in dungeon.cards if card.role is role]


def _within(dungeon: Dungeon) -> list[Card]:
    """The room's monsters that the weapon held may face."""
    return [monster for monster in _lying(dungeon, Role.MONSTER) if _may(dungeon, monster)]


def _may(dungeon: Dungeon, monster: Card) -> bool:
    return dungeon.weapon is not None and can_slay(dungeon.weapon, monster, dungeon.rules)


def _beyond(dungeon: Dungeon, monster: Card) -> bool:
    """Whether a weapon is held that the monster is too strong for."""
    return dungeon.weapon is not None and not can_slay(dungeon.weapon, monster, dungeon.rules)


def _value(card: Card) -> int:
    return card.value


def _carried(dungeon: Dungeon) -> str:
    assert dungeon.carried is not None  # noqa: S101 - it has just been carried in
    card = dungeon.room[dungeon.carried]
    assert card is not None  # noqa: S101 - as above
    return f"The {card.name}, which you left, was carried along."
