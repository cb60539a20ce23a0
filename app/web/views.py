"""What the table shows, as plain values: templates read these and nothing else, so no undealt card can slip out.

Named tuples, since each move makes a score of them: a frozen dataclass takes three times as long to make.
"""

from typing import NamedTuple

from markupsafe import Markup

from app.engine import Avoid, Card, Dungeon, IllegalMove, Role, Slay, Status, Step, prospects, refusal, undo_refusal
from app.engine.deeds import Avoided, Died
from app.store import Game
from app.tutorial import Thing, guidance, is_lesson
from app.web.log import LOGS
from app.web.topics import TOPICS
from app.words import AVOID_CLOSED, Outlook, announcement, ending, limit, outlook, rules_in_words, tally

WELCOME = "Room 1. Face three of the four cards, then the next room is dealt."


class WayView(NamedTuple):
    """One legal way to take a card: the move as the form sends it, and what it would do."""

    move: str
    does: Outlook

    @property
    def onto(self) -> str:
        """Where the card is dragged for it: `weapon` or `health`."""
        return "weapon" if self.does.how in ("weapon", "equip") else "health"


class SlotView(NamedTuple):
    """One of the four slots: its number (1-4), the card lying there, and the one or two ways to take it.

    Where there are two, the first is with the weapon and the other bare-handed. Where a monster can only be fought
    bare-handed, `spared` is why the weapon can't face it.
    """

    no: int
    card: Card | None
    carried: bool
    first: WayView | None
    other: WayView | None
    spared: IllegalMove | None


class WeaponView(NamedTuple):
    """The weapon held, the monsters slain on it (oldest first), and what it may still face in words."""

    card: Card
    stack: tuple[Card, ...]
    limit: str


class EndView(NamedTuple):
    """The end of a run: the heading, the score and its sum in words, who did it, and the monsters still ahead.

    `standing` is how it stands beside the player's other runs by the same rules, None where it counts for no record.
    """

    heading: str
    won: bool
    score: int
    tally: str
    killer: Card | None
    below: tuple[Card, ...]
    rooms: int
    standing: str | None


class Closed(NamedTuple):
    """Why something can't be done now: in a few words for its button, in a sentence, and where on the page of rules."""

    short: str
    why: str
    topic: str


class GuideView(NamedTuple):
    """What the guide of the tutorial says: its words, the id of what they ask to press (empty where nothing), and how
    many of how many things were tried."""

    words: str
    asked: str
    tried: int
    things: int


class SaidView(NamedTuple):
    """The sentence over the table: what the last move did, or as a refusal why it can't be made and where on the page
    of rules that stands; in the tutorial, then what its guide says."""

    words: str
    refused: bool = False
    topic: str | None = None
    guide: GuideView | None = None


class TableView(NamedTuple):
    """Everything on the table at one turn. `avoid` and `undo` are None where open."""

    id: str
    turn: int
    room_number: int
    left: int
    slots: tuple[SlotView, ...]
    health: int
    cap: int
    potion_used: bool
    weapon: WeaponView | None
    discard: tuple[Card, ...]
    avoid: Closed | None
    undo: Closed | None
    log: Markup
    said: SaidView
    end: EndView | None
    rules: str
    equal_counts: bool
    practice: bool
    lesson: bool

    @property
    def touched(self) -> bool:
        """Whether this is a running game that leaving would give up."""
        return self.turn > 0 and self.end is None


def table_view(
    game: Game,
    *,
    notice: str | None = None,
    refused: bool = False,
    topic: str | None = None,
    standing: str | None = None,
) -> TableView:
    """The table of a game.

    `notice` is said in place of the last move, as a refusal where it was `refused`; `topic` is where on the page of
    rules that is explained; `standing` is told at the end of a run.
    """
    last = game.steps[-1]
    dungeon = last.dungeon
    lesson = is_lesson(game.run)
    return TableView(
        id=game.id,
        turn=game.turn,
        room_number=dungeon.room_number,
        left=len(dungeon.pile),
        slots=_slots(dungeon),
        health=max(0, dungeon.health),
        cap=dungeon.rules.health,
        potion_used=dungeon.potion_used,
        weapon=_weapon(dungeon),
        discard=dungeon.discard,
        avoid=_closed(refusal(dungeon, Avoid())),
        undo=_closed(undo_refusal(last)),
        log=LOGS.html(game),
        said=SaidView(notice or said(last), refused, topic, _guide(game) if lesson else None),
        end=_end(game, standing) if dungeon.status is not Status.PLAYING else None,
        rules=rules_in_words(dungeon.rules),
        equal_counts=dungeon.rules.equal_counts,
        practice=game.practice,
        lesson=lesson,
    )


def said(step: Step) -> str:
    """The sentence for the step that led here; a greeting where nothing was played yet."""
    return announcement(step.deeds) if step.move is not None else WELCOME


def _guide(game: Game) -> GuideView:
    now = guidance(game.steps)
    asked = ""
    if isinstance(now.move, Avoid):
        asked = "avoid"
    elif now.move is not None:
        asked = f"slot-{game.dungeon.room.index(now.move.card) + 1}"
    return GuideView(now.words, asked, len(now.tried), len(Thing))


def _closed(refused: IllegalMove | None) -> Closed | None:
    if refused is None:
        return None
    return Closed(AVOID_CLOSED.get(refused.refusal, ""), refused.reason, TOPICS[refused.refusal])


def _slots(dungeon: Dungeon) -> tuple[SlotView, ...]:
    ways: dict[Card, list[WayView]] = {card: [] for card in dungeon.cards}
    for move, deed in prospects(dungeon):
        if not isinstance(move, Avoid) and not isinstance(deed, Avoided):
            ways[move.card].append(WayView(str(move), outlook(deed)))
    slots = []
    for no, card in enumerate(dungeon.room, start=1):
        first, other = (*ways[card], None, None)[:2] if card is not None else (None, None)
        bare = card is not None and card.role is Role.MONSTER and other is None
        spared = refusal(dungeon, Slay(card)) if bare and card is not None else None
        slots.append(SlotView(no, card, dungeon.carried == no - 1, first, other, spared))
    return tuple(slots)


def _weapon(dungeon: Dungeon) -> WeaponView | None:
    held = dungeon.weapon
    return None if held is None else WeaponView(held.card, held.stack, limit(held, dungeon.rules))


def _end(game: Game, standing: str | None) -> EndView:
    dungeon, final = game.dungeon, game.score
    assert final is not None  # noqa: S101 - only finished games come here
    died = next((deed for deed in game.steps[-1].deeds if isinstance(deed, Died)), None)
    killer = died.killer if died is not None else None
    return EndView(
        heading=ending(dungeon, killer),
        won=dungeon.status is Status.WON,
        score=final,
        tally=tally(dungeon),
        killer=killer,
        below=tuple(sorted(dungeon.monsters_left, key=lambda card: -card.value)),
        rooms=dungeon.room_number,
        standing=standing,
    )
