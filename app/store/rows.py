"""From a game to its row and back. A row is believed only as far as its replay bears it out."""

import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from app.engine import IllegalMove, Status, notation
from app.store.game import Game
from app.store.protocol import UnreadableGame
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
    if not all(isinstance(text, str) for text in (owner, rules, seed, moves, "" if deck is None else deck)):
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
