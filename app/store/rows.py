"""From a game to its row and back. A row is believed only as far as its replay bears it out, or where it is one of
thousands, as far as it could be one of ours."""

import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from app.engine import DECK, Card, Fight, IllegalMove, Rules, Run, Slay, Status, notation
from app.store.game import Game
from app.store.protocol import UnreadableGame
from app.store.records import BEST_BONUS, WORST_SCORE, Record
from app.store.replays import Replays

Row = Sequence[Any]
"""The values of `statements.COLUMNS`, in that order."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

log = logging.getLogger(__name__)

_ID = re.compile(r"[A-Za-z0-9_-]{22}")
_OWNER_LENGTH = 100
MOST_UNDOS = 2**31 - 1
"""What the databases' own integer holds: so often nobody takes a move back."""

_AVOID = "avoid"
_WORDS = frozenset(notation.MOVES)
_STATUSES = {str(status): status for status in Status}


def is_id(text: str) -> bool:
    """Whether a game could have this id at all: 22 url-safe characters, as `secrets.token_urlsafe(16)` gives them."""
    return _ID.fullmatch(text) is not None


def is_owner(text: str) -> bool:
    """Whether a player's key may look like this: 1 to 100 printable characters, which leaves out what no database takes
    (NUL, half a surrogate pair)."""
    return 1 <= len(text) <= _OWNER_LENGTH and text.isprintable()


def is_text(text: str) -> bool:
    """Whether both databases can keep it: no NUL, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def microseconds(moment: datetime) -> int:
    """An aware time as the databases keep it. Raises TypeError for a naive one."""
    return (moment - EPOCH) // MICROSECOND


def moment(microseconds: int) -> datetime:
    """The UTC time of a kept one. Raises OverflowError outside of the years 1 to 9999."""
    return EPOCH + timedelta(microseconds=microseconds)


def to_row(game: Game) -> tuple[Any, ...]:
    """The game's values for `statements.DEAL`: the columns, then whether it was ever touched."""
    run = game.run
    return (
        game.id,
        game.owner,
        notation.print_rules(run.rules),
        run.seed,
        None if run.deck is None else notation.spaced(run.deck),
        notation.spaced(run.moves),
        game.turn,
        str(game.status),
        game.score,
        game.practice,
        game.undos,
        game.helped,
        microseconds(game.dealt_at),
        microseconds(game.moved_at),
        None if game.ended_at is None else microseconds(game.ended_at),
        not game.untouched,
    )


def from_row(row: Row, replays: Replays) -> Game:
    """The game that the row tells of; its status, score and end are those of the replay, see `is_settled`.

    Raises UnreadableGame, after a line in the log.
    """
    try:
        return _read(row, replays)
    except IllegalMove as refused:
        why = f"an impossible move: {refused.reason}"
    except (ValueError, OverflowError) as wrong:
        why = str(wrong)
    unreadable = UnreadableGame(str(row[0]), why)
    log.warning("%s", unreadable)
    raise unreadable


def _read(row: Row, replays: Replays) -> Game:
    id_, owner, rules, seed, deck, moves, turn, _, _, practice, undos, helped, dealt_at, moved_at, ended_at = row
    ended = () if ended_at is None else (ended_at,)
    # SQLite keeps a value of any kind in any column.
    if not all(isinstance(text, str) for text in (id_, owner, rules, seed, moves, "" if deck is None else deck)):
        raise ValueError("a text that is none")
    if not all(isinstance(number, int) for number in (turn, undos, dealt_at, moved_at, *ended)):
        raise ValueError("a number that is none")
    if not 0 <= undos < MOST_UNDOS:
        raise ValueError(f"{undos} undos")
    replay = replays.replay(rules, seed, deck, moves)
    if turn != replay.run.turn:
        raise ValueError(f"turn {turn} after {replay.run.turn} moves")
    over = replay.steps[-1].dungeon.status is not Status.PLAYING
    return Game(
        id=id_,
        owner=owner,
        run=replay.run,
        steps=replay.steps,
        practice=bool(practice),
        undos=undos,
        helped=bool(helped),
        dealt_at=moment(dealt_at),
        moved_at=moment(moved_at),
        ended_at=moment(moved_at if ended_at is None else ended_at) if over else None,
    )


def is_settled(row: Row, game: Game) -> bool:
    """Whether the row's status, score and end are those of its replay."""
    return row[7] == game.status and row[8] == game.score and (row[14] is None) == (game.ended_at is None)


# Without a replay ----------------------------------------------------------------------------------------------------


def record_of(row: Row) -> Record:
    """The record that a row of `statements.TOUCHED` tells of.

    Raises ValueError or OverflowError where the row can't be one of ours as it is: then only its replay can tell.
    """
    id_, _, rules, seed, deck, moves, turn, status, score, practice, undos, helped, *times, current = row
    dealt_at, moved_at, ended_at = times
    # SQLite keeps a value of any kind in any column.
    if not (isinstance(id_, str) and isinstance(rules, str) and isinstance(seed, str) and isinstance(moves, str)):
        raise ValueError("a text that is none")
    if not (isinstance(turn, int) and isinstance(undos, int) and isinstance(dealt_at, int)):
        raise ValueError("a number that is none")
    if not (isinstance(moved_at, int) and (deck is None or isinstance(deck, str)) and 0 <= undos < MOST_UNDOS):
        raise ValueError("a time, a deck or a number of undos that is none")
    made = [] if moves == notation.NONE else moves.split(" ")
    stands = _STATUSES.get(status)
    if stands is None or len(made) != turn or not _WORDS.issuperset(made):
        raise ValueError("no status, another number of moves, or a move that is none")
    avoids = made.count(_AVOID)
    faced = turn - avoids
    run = Run(_rules(rules), seed, deck=None if deck is None else notation.cards(deck))
    cards = len(run.deck or DECK)
    killer = None
    if stands is Status.PLAYING:
        sound = score is None and ended_at is None and faced < cards
        room = faced // 3 + 1
    else:
        sound = isinstance(score, int) and isinstance(ended_at, int)
        room = -(-faced // 3)
        if stands is Status.WON:
            sound = sound and faced == cards and 1 <= score <= run.rules.health + BEST_BONUS
        else:
            killer = _killer(made)
            sound = sound and killer is not None and WORST_SCORE <= score <= 0
    if not sound:
        raise ValueError("an end that this run can't have")
    return Record(
        id_,
        run.rules,
        stands,
        score,
        bool(practice),
        deck is not None,
        undos,
        bool(helped),
        turn,
        # A last room of four, which only a deck of one's own can have, is still one room.
        avoids + min(room, max(1, -(-(cards - 1) // 3))),
        killer,
        moment(dealt_at),
        moment(moved_at),
        None if ended_at is None else moment(ended_at),
        bool(current),
    )


def run_of(row: Row) -> Run:
    """The run of the same row, its moves read and not replayed. Raises ValueError for texts that are none."""
    _, _, rules, seed, deck, moves, *_ = row
    if not isinstance(seed, str):
        raise ValueError("a text that is none")
    return Run(_rules(rules), seed, notation.moves(moves), None if deck is None else notation.cards(deck))


def _killer(made: list[str]) -> Card | None:
    """The monster of the last move: the one that slew the player, if anything did."""
    last = notation.MOVES.get(made[-1]) if made else None
    return last.card if isinstance(last, Slay | Fight) else None


@lru_cache(maxsize=512)
def _rules(text: str) -> Rules:
    return notation.parse_rules(text)
