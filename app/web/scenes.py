"""What a figure of the rules page shows: frames, made of a position and moves that the engine makes or refuses.

No number here is anybody's but the engine's (docs/adr/0009-figures.md).
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.engine import (
    DECK,
    Avoid,
    Card,
    Dungeon,
    Move,
    Rules,
    enter,
    legal_moves,
    notation,
    play,
    refusal,
)
from app.engine.deeds import Avoided, Beaten, Deed, Died, Drunk, Equipped, RoomDealt, Slain, Survived, Wasted
from app.web.bouts import summed
from app.web.views import WeaponView
from app.words import announcement, capital, limit


class Spot(NamedTuple):
    """One of the four slots: the card that lies there or lay there, and what is with it, in a word.

    - `mark`: `new`, `carried`, `stays`; how it was taken: `equipped`, `slain`, `fought`, `drunk`, `wasted`; `avoided`;
      `refused`; or nothing.
    - `now`: whether it is the card under the finger. `gone`: whether it was taken before this frame.
    """

    card: Card | None
    mark: str = ""
    now: bool = False
    gone: bool = False


class Frame(NamedTuple):
    """One picture of a figure: the room, what is held, the health before and after, the piles, and the sentence.

    `said` is what the engine's deeds say in words, or its reason where it `refused`. `sum` is the move as a sum, empty
    where nothing is counted. `health` and `before` are shown as the health bar shows them: never below 0.
    """

    title: str
    said: str
    spots: tuple[Spot, ...]
    weapon: WeaponView | None
    cap: int
    before: int
    health: int
    room: int
    left: int
    spent: int
    sum: str = ""
    remark: str = ""
    refused: bool = False
    moved: bool = False


class Shot(NamedTuple):
    """What a frame is asked for: a move as written, a heading, a remark, and the heading of a deal after it."""

    move: str
    title: str
    remark: str = ""
    then: str = "The next room"


def lay(rules: Rules, health: int, room: str, held: str = "-", pile: str = "-", marks: str = "-") -> Dungeon:
    """A position by these rules, each part as in the one-line notation; all other cards are spent.

    Raises NotationError.
    """
    there = {card.rstrip("*") for part in (room, held.replace(">", " "), pile) for card in part.split()}
    spent = notation.spaced(card for card in DECK if str(card) not in there)
    line = (str(health), room, held, pile, spent, marks, notation.print_rules(rules))
    return notation.parse_dungeon(" | ".join(line))


def opening(rules: Rules, top: str, *, seed: str = "") -> Dungeon:
    """A new game of all 44 cards with these on top, the first room dealt. The others follow in no order of interest."""
    first = notation.cards(top)
    dungeon, _ = enter(rules, (*first, *(card for card in DECK if card not in first)), seed=seed)
    return dungeon


def still(dungeon: Dungeon, title: str, *, said: str = "", remark: str = "", gone: Sequence[Spot] = ()) -> Frame:
    """The position as it lies. Without words of its own it says what is held, and the health."""
    shown = max(0, dungeon.health)
    return Frame(
        title=title,
        said=said or _standing(dungeon),
        spots=_spots(dungeon, gone),
        weapon=_held(dungeon),
        cap=dungeon.rules.health,
        before=shown,
        health=shown,
        room=dungeon.room_number,
        left=len(dungeon.pile),
        spent=len(dungeon.discard),
        remark=remark,
    )


def dealt(dungeon: Dungeon, title: str, *, carried: Card | None = None, remark: str = "") -> Frame:
    """A room just dealt: which cards are new, which one was carried, how many are left below."""
    count = sum(card is not None and card != carried for card in dungeon.room)
    cards = "1 card" if count == 1 else f"{count} cards"
    beside = f" beside the {carried.name}" if carried else ""
    frame = still(dungeon, title, said=f"{cards} dealt{beside}, {len(dungeon.pile)} left below.", remark=remark)
    spots = tuple(spot if spot.mark or spot.card is None else spot._replace(mark="new") for spot in frame.spots)
    return frame._replace(spots=spots)


def scene(first: Frame, dungeon: Dungeon, *shots: Shot) -> tuple[Frame, ...]:
    """The first frame, then one for each move, made or refused, and one more for each room that is dealt."""
    frames, _ = follow(dungeon, *shots)
    return (first, *frames)


def follow(dungeon: Dungeon, *shots: Shot) -> tuple[tuple[Frame, ...], Dungeon]:
    """A frame for each move, made or refused, and for each room that is dealt; and the dungeon after them."""
    frames: list[Frame] = []
    gone: tuple[Spot, ...] = ()
    for shot in shots:
        move = notation.move(shot.move)
        refused = refusal(dungeon, move)
        if refused is not None:
            as_it_was = still(dungeon, shot.title, said=refused.reason, remark=shot.remark, gone=gone)
            frames.append(as_it_was._replace(spots=_pressed(as_it_was.spots, move, "refused"), refused=True))
            continue
        after, deeds = play(dungeon, move)
        frames.append(_made(dungeon, after, move, deeds, shot, gone))
        gone = tuple(spot._replace(now=False, gone=spot.gone or spot.now) for spot in frames[-1].spots)
        for deed in deeds:
            if isinstance(deed, RoomDealt):
                frames.append(dealt(after, shot.then, carried=deed.carried))
                gone = ()
        dungeon = after
    return tuple(frames), dungeon


def may(dungeon: Dungeon, move: str) -> bool:
    """Whether the move, as written, is open here."""
    return notation.move(move) in legal_moves(dungeon)


def after(dungeon: Dungeon, *moves: str) -> Dungeon:
    """The dungeon after these moves, as written. Raises IllegalMove."""
    for move in moves:
        dungeon, _ = play(dungeon, notation.move(move))
    return dungeon


def ended(dungeon: Dungeon, *moves: str) -> tuple[Dungeon, Survived | Died]:
    """The run that these moves end, and the deed that says how. Raises IllegalMove, ValueError where it goes on."""
    last, final = moves[-1], after(dungeon, *moves[:-1])
    over, deeds = play(final, notation.move(last))
    end = deeds[-1]
    if not isinstance(end, Survived | Died):
        raise ValueError(f"{last} does not end the run")
    return over, end


_MARKS: dict[type[Deed], str] = {
    Slain: "slain",
    Beaten: "fought",
    Equipped: "equipped",
    Drunk: "drunk",
    Wasted: "wasted",
}


def _made(
    dungeon: Dungeon, after: Dungeon, move: Move, deeds: Sequence[Deed], shot: Shot, gone: Sequence[Spot]
) -> Frame:
    """What a move did, the room still as it was before anything is dealt into it."""
    deed, dealing = deeds[0], any(isinstance(each, RoomDealt) for each in deeds)
    spots = _spots(dungeon, gone)
    if isinstance(deed, Avoided):
        spots = tuple(spot._replace(mark="avoided", now=True) for spot in spots)
    else:
        spots = _pressed(spots, move, _MARKS[type(deed)])
        if dealing:
            spots = tuple(
                spot if spot.now or spot.gone or not spot.card else spot._replace(mark="stays") for spot in spots
            )
    return Frame(
        title=shot.title,
        said=announcement([each for each in deeds if not isinstance(each, RoomDealt)]),
        spots=spots,
        weapon=_held(after),
        cap=dungeon.rules.health,
        before=max(0, dungeon.health),
        health=max(0, after.health),
        room=dungeon.room_number,
        left=len(dungeon.pile),
        spent=len(after.discard),
        sum="" if isinstance(deed, Avoided | RoomDealt | Survived | Died) else summed(deed, dungeon),
        remark=shot.remark,
        moved=True,
    )


def _spots(dungeon: Dungeon, gone: Sequence[Spot]) -> tuple[Spot, ...]:
    taken = gone or [Spot(None)] * len(dungeon.room)
    return tuple(
        was if card is None else Spot(card, mark="carried" if dungeon.carried == slot else "")
        for slot, (card, was) in enumerate(zip(dungeon.room, taken, strict=True))
    )


def _pressed(spots: Sequence[Spot], move: Move, mark: str) -> tuple[Spot, ...]:
    """The slots with the move's card under the finger; an avoid presses them all."""
    return tuple(
        spot._replace(mark=mark, now=True)
        if not spot.gone and spot.card is not None and (isinstance(move, Avoid) or spot.card == move.card)
        else spot
        for spot in spots
    )


def _held(dungeon: Dungeon) -> WeaponView | None:
    held = dungeon.weapon
    return None if held is None else WeaponView(held.card, held.stack, limit(held, dungeon.rules))


def _standing(dungeon: Dungeon) -> str:
    held = dungeon.weapon
    arms = "No weapon." if held is None else f"{capital(held.card.name)} in hand, {limit(held, dungeon.rules)}."
    return f"{arms} Health {max(0, dungeon.health)}."
