"""The state of a game, what may be done in it, and what doing it makes of it. Nothing here is ever changed in place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from app.engine import deeds
from app.engine.cards import DECK, Card, Role
from app.engine.deeds import Deed, Faced, Room
from app.engine.moves import Avoid, Drink, Equip, Fight, Move, Slay
from app.engine.refusals import IllegalMove, Refusal
from app.engine.rules import AvoidedOrder, Bonus, Defeat, Rules
from app.engine.shuffle import shuffled
from app.engine.weapon import Weapon, can_slay, damage

SLOTS = 4
EMPTY_ROOM: Room = (None, None, None, None)
_ALL = frozenset(DECK)


class Status(StrEnum):
    """Where a run stands."""

    PLAYING = "playing"
    WON = "won"
    SLAIN = "slain"


@dataclass(frozen=True, slots=True)
class Dungeon:
    """A whole game at one turn, the undealt cards included: it never leaves the server as it is.

    - `rules`, `seed`: what it is played by; the seed feeds the shuffle of avoided rooms (ruling 10) alone.
    - `pile`: cards not yet dealt, top first. `room`: slots 1-4. `carried`: the slot (0-3) of the card carried in.
    - `health`: the true health, at most `rules.health`, below 0 only when slain.
    - `weapon`: what is held, with its stack. `discard`: everything spent, oldest first.
    - `room_number`: rooms dealt so far, avoided ones included; `avoids`: how many of them were avoided.
    - `potion_used`: whether this room's potion is used up (ruling 8).
    - `just_avoided`: whether the room before this one was avoided (ruling 9).
    - `bonus`: what the last card, a potion, adds to a victory's score (rulings 16, 17); 0 before that.
    """

    rules: Rules
    pile: tuple[Card, ...]
    room: Room
    health: int
    carried: int | None = None
    weapon: Weapon | None = None
    discard: tuple[Card, ...] = ()
    room_number: int = 1
    avoids: int = 0
    potion_used: bool = False
    just_avoided: bool = False
    bonus: int = 0
    seed: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards still lying in the room, in slot order."""
        return tuple(card for card in self.room if card is not None)

    @property
    def status(self) -> Status:
        """Death is looked at first: the very last card can kill (rulings 13, 14)."""
        if self.health <= 0:
            return Status.SLAIN
        if not self.pile and self.room == EMPTY_ROOM:
            return Status.WON
        return Status.PLAYING

    @property
    def is_last_room(self) -> bool:
        """Whether nothing is left to deal: every card of this room must be faced."""
        return not self.pile

    @property
    def monsters_left(self) -> tuple[Card, ...]:
        """The monsters not yet faced, in room and pile: what a defeat is charged with (ruling 15)."""
        return tuple(card for card in self.cards + self.pile if card.role is Role.MONSTER)


def deck_fault(deck: Sequence[Card]) -> str | None:
    """What keeps these cards from being a deck, in words, or None where they are one: 1 to 44 distinct of the 44."""
    if not deck:
        return "a deck has at least one card"
    if not _ALL.issuperset(deck):
        return "a deck has no cards but the 44"
    if len(set(deck)) != len(deck):
        return "a deck has no card twice"
    return None


def enter(rules: Rules, deck: Sequence[Card], *, seed: str = "") -> tuple[Dungeon, tuple[Deed, ...]]:
    """A new game on these cards, top first, with its first room dealt, and the deed of dealing it.

    The deck is the whole 44 in some order, or 1 to 44 distinct cards of one's own. Raises ValueError for any other.
    """
    fault = deck_fault(deck)
    if fault is not None:
        raise ValueError(fault)
    dungeon = Dungeon(rules=rules, pile=tuple(deck), room=EMPTY_ROOM, health=rules.health, room_number=0, seed=seed)
    return _deal(dungeon, just_avoided=False)


def refusal(dungeon: Dungeon, move: Move) -> IllegalMove | None:
    """Why the move can't be made here, or None where it can."""
    if dungeon.status is not Status.PLAYING:
        return IllegalMove(Refusal.RUN_OVER, "This run is over.")
    if isinstance(move, Avoid):
        return _avoid_refusal(dungeon)
    card = move.card
    if card not in dungeon.room:
        return IllegalMove(Refusal.NOT_HERE, f"The {card.name} is not in this room.")
    match move:
        case Equip() if card.role is not Role.WEAPON:
            return IllegalMove(Refusal.NOT_A_WEAPON, f"The {card.name} is a {card.role}, not a weapon.")
        case Drink() if card.role is not Role.POTION:
            return IllegalMove(Refusal.NOT_A_POTION, f"The {card.name} is a {card.role}, not a potion.")
        case Slay() | Fight() if card.role is not Role.MONSTER:
            return IllegalMove(Refusal.NOT_A_MONSTER, f"The {card.name} is a {card.role}, not a monster.")
        case Slay():
            return _slay_refusal(dungeon, card)
    return None


def _avoid_refusal(dungeon: Dungeon) -> IllegalMove | None:
    if dungeon.is_last_room:
        return IllegalMove(Refusal.LAST_ROOM, "This is the last room: there is nowhere left to go.")
    if None in dungeon.room:
        return IllegalMove(Refusal.ROOM_TOUCHED, "A room can only be avoided before its first card is taken.")
    if dungeon.just_avoided:
        return IllegalMove(Refusal.TWICE_IN_A_ROW, "You avoided the room before: this one must be faced.")
    return None


def _slay_refusal(dungeon: Dungeon, monster: Card) -> IllegalMove | None:
    weapon = dungeon.weapon
    if weapon is None:
        return IllegalMove(Refusal.UNARMED, "You hold no weapon: fight bare-handed.")
    if not can_slay(weapon, monster, dungeon.rules):
        if not dungeon.rules.equal_counts and weapon.limit == 2:
            return IllegalMove(
                Refusal.BEYOND_LIMIT, f"The {weapon.card.name} now faces nothing: no monster is below 2."
            )
        faces = f"{weapon.limit} or lower" if dungeon.rules.equal_counts else f"below {weapon.limit}"
        return IllegalMove(Refusal.BEYOND_LIMIT, f"The {weapon.card.name} now only faces {faces}.")
    return None


def legal_moves(dungeon: Dungeon) -> tuple[Move, ...]:
    """Every move open here and nothing else: the room's slots in order, the weapon before bare hands, avoid last."""
    if dungeon.status is not Status.PLAYING:
        return ()
    moves: list[Move] = []
    for card in dungeon.cards:
        if card.role is Role.MONSTER:
            if dungeon.weapon is not None and can_slay(dungeon.weapon, card, dungeon.rules):
                moves.append(Slay(card))
            moves.append(Fight(card))
        else:
            moves.append(Equip(card) if card.role is Role.WEAPON else Drink(card))
    if _avoid_refusal(dungeon) is None:
        moves.append(Avoid())
    return tuple(moves)


def play(dungeon: Dungeon, move: Move) -> tuple[Dungeon, tuple[Deed, ...]]:
    """The dungeon after the move, and what the move did, in order. Raises IllegalMove with the reason."""
    deed = foresee(dungeon, move)
    if isinstance(deed, deeds.Avoided):
        return _avoid(dungeon, deed)
    return _settle(_done(dungeon, deed), deed)


def foresee(dungeon: Dungeon, move: Move) -> Faced | deeds.Avoided:
    """What a move does by itself, before anything follows from it: what a card can say before it is taken.

    Nothing undealt is looked at. Raises IllegalMove with the reason.
    """
    refused = refusal(dungeon, move)
    if refused is not None:
        raise refused
    return _foreseen(dungeon, move)


def prospects(dungeon: Dungeon) -> tuple[tuple[Move, Faced | deeds.Avoided], ...]:
    """Every legal move, in the order of `legal_moves`, with what it does by itself: `foresee` for the whole room.

    Nothing undealt is looked at; an empty tuple once the run is over (rulings 13, 14).
    """
    return tuple([(move, _foreseen(dungeon, move)) for move in legal_moves(dungeon)])


def _foreseen(dungeon: Dungeon, move: Move) -> Faced | deeds.Avoided:
    """What a legal move does by itself."""
    health = dungeon.health
    match move:
        case Avoid():
            return deeds.Avoided(dungeon.cards)
        case Equip(card):
            return deeds.Equipped(card, dungeon.weapon)
        case Drink(card) if dungeon.potion_used:
            return deeds.Wasted(card, health)
        case Drink(card):
            after = min(dungeon.rules.health, health + card.value)
            return deeds.Drunk(card, after - health, after)
        case Slay(card):
            held = dungeon.weapon
            assert held is not None  # else it isn't legal
            hurt = damage(held, card)
            return deeds.Slain(card, held.card, hurt, health - hurt)
    return deeds.Beaten(move.card, move.card.value, health - move.card.value)


def score(dungeon: Dungeon) -> int | None:
    """The score of a finished run (rulings 14-17), or None while it is being played."""
    status = dungeon.status
    if status is Status.PLAYING:
        return None
    if status is Status.WON:
        return dungeon.health + dungeon.bonus
    # The killer is neither in room nor pile any more, so it isn't charged twice.
    start = dungeon.health if dungeon.rules.defeat is Defeat.HEALTH else 0
    return start - sum(monster.value for monster in dungeon.monsters_left)


def _done(dungeon: Dungeon, deed: Faced) -> Dungeon:
    """The dungeon once a card is faced: lifted from its slot and laid where it goes, nothing dealt yet."""
    room, spent = dungeon.room, dungeon.discard
    match deed:
        case deeds.Equipped(card, old):
            put_away = (old.card, *old.stack) if old is not None else ()
            changes = _lifted(dungeon, card) | {"weapon": Weapon(card), "discard": spent + put_away}
        case deeds.Drunk(card, _, health) | deeds.Wasted(card, health):
            changes = _lifted(dungeon, card) | {"health": health, "discard": (*spent, card), "potion_used": True}
            if dungeon.is_last_room and room.count(None) == SLOTS - 1:
                changes["bonus"] = _bonus(dungeon, card, health)
        case deeds.Slain(card, _, _, health):
            held = dungeon.weapon
            assert held is not None  # it did the deed
            changes = _lifted(dungeon, card) | {"health": health, "weapon": Weapon(held.card, (*held.stack, card))}
        case _:  # beaten bare-handed
            changes = _lifted(dungeon, deed.monster) | {"health": deed.health, "discard": (*spent, deed.monster)}
    return replace(dungeon, **changes)


def _lifted(dungeon: Dungeon, card: Card) -> dict[str, Any]:
    """What changes where the card lay."""
    slot = dungeon.room.index(card)
    room = (*dungeon.room[:slot], None, *dungeon.room[slot + 1 :])
    return {"room": room, "carried": None if dungeon.carried == slot else dungeon.carried}


def _bonus(dungeon: Dungeon, card: Card, health: int) -> int:
    """What the very last card, a potion, adds to the score: its value, where health is full (rulings 16, 17)."""
    judged = health if dungeon.rules.bonus is Bonus.AFTER else dungeon.health
    return card.value if judged == dungeon.rules.health else 0


def _settle(dungeon: Dungeon, deed: Faced) -> tuple[Dungeon, tuple[Deed, ...]]:
    """What follows a card faced: the end of the run, the next room, or nothing yet."""
    match dungeon.status:
        case Status.SLAIN:
            assert isinstance(deed, deeds.Slain | deeds.Beaten)  # nothing else hurts
            return dungeon, (deed, deeds.Died(deed.monster, _final(dungeon)))
        case Status.WON:
            return dungeon, (deed, deeds.Survived(_final(dungeon), dungeon.bonus))
    if dungeon.is_last_room or dungeon.room.count(None) < SLOTS - 1:
        return dungeon, (deed,)
    dealt, following = _deal(dungeon, just_avoided=False)
    return dealt, (deed, *following)


def _final(dungeon: Dungeon) -> int:
    points = score(dungeon)
    assert points is not None  # the run is over
    return points


def _avoid(dungeon: Dungeon, deed: deeds.Avoided) -> tuple[Dungeon, tuple[Deed, ...]]:
    under = deed.cards
    if dungeon.rules.avoided is AvoidedOrder.SHUFFLED:
        under = shuffled(under, seed=dungeon.seed, purpose=f"avoid {dungeon.room_number}")
    emptied = replace(dungeon, pile=dungeon.pile + under, room=EMPTY_ROOM, avoids=dungeon.avoids + 1)
    dealt, following = _deal(emptied, just_avoided=True)
    return dealt, (deed, *following)


def _deal(dungeon: Dungeon, *, just_avoided: bool) -> tuple[Dungeon, tuple[Deed, ...]]:
    """Fill the empty slots from the top of the pile, in slot order; what lay there already is carried (ruling 12)."""
    drawn = dungeon.pile[: dungeon.room.count(None)]
    coming = iter(drawn)
    carried = next((slot for slot, card in enumerate(dungeon.room) if card is not None), None)
    room: Room = tuple(card or next(coming, None) for card in dungeon.room)  # type: ignore[assignment]
    pile = dungeon.pile[len(drawn) :]
    number = dungeon.room_number + 1
    dealt = replace(
        dungeon,
        pile=pile,
        room=room,
        carried=carried,
        room_number=number,
        potion_used=False,
        just_avoided=just_avoided,
    )
    deed = deeds.RoomDealt(number, room, drawn, None if carried is None else room[carried], len(pile))
    return dealt, (deed,)
