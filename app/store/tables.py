"""The store as far as both databases are alike: rows read and written. `sqlite.py` and `postgres.py` add the rest."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any

from app.engine import Move, Rules, Run, StaleTurn, notation
from app.store import rows
from app.store import statements as sql
from app.store.game import Game
from app.store.protocol import Bests, NoSuchGame, UnreadableGame
from app.store.records import BEST_BONUS, WORST_SCORE, Record
from app.store.replays import Replays
from app.store.rows import Row, from_row, is_id, is_owner, is_settled, microseconds, record_of, run_of

log = logging.getLogger(__name__)

PREFERENCES_LENGTH = 4000
LATELY = 512
"""How many games are remembered as they were last kept; their steps are the ones that `Replays` holds anyway."""
READ_AT_ONCE = 200
"""How many of a player's games are read before others get their turn: some 3 ms."""

_NOW_OR_LATER = 2**63 - 1


class Tables(ABC):
    """What `Store` promises, on top of what each database does in its own way."""

    def __init__(self) -> None:
        self._replays = Replays()
        self._lately: OrderedDict[str, tuple[Game, str]] = OrderedDict()  # with its moves as the row has them

    # What a database adds ------------------------------------------------------------------------------------------

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises StoreUnavailable or SchemaTooNew."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of every connection."""

    @abstractmethod
    async def _fetch(self, statement: str, *values: Any) -> Row | None:
        """The first row of the answer, or None. Raises StoreUnavailable."""

    @abstractmethod
    async def _fetch_all(self, statement: str, *values: Any) -> Sequence[Row]:
        """Every row of the answer. Raises StoreUnavailable."""

    @abstractmethod
    async def _write(self, statement: str, *values: Any) -> int:
        """Write at once and for good; how many rows it was. Raises StoreUnavailable."""

    @abstractmethod
    async def _deal(self, game: tuple[Any, ...], *, owner: str, id: str) -> None:  # noqa: A002
        """Keep the row of a new game and make it the owner's current one: both or neither. Raises StoreUnavailable."""

    @abstractmethod
    async def _sweep(self, before: int) -> int:
        """Forget untouched games dealt before that time, and their owners where nothing else is kept of them."""

    @abstractmethod
    async def _forget(self, owner: str) -> int:
        """Delete the owner's games and the player; how many games. Raises StoreUnavailable."""

    # What they share -----------------------------------------------------------------------------------------------

    async def ping(self) -> None:
        """Ask the database for one row."""
        await self._fetch(sql.PING)

    async def secret(self) -> str:
        """The store's own random secret, made once; for when the operator has set none."""
        kept = await self._fetch(sql.SECRET)
        if kept is None:
            await self._write(sql.MAKE_SECRET, secrets.token_urlsafe(32))
            kept = await self._fetch(sql.SECRET)  # another process may have been first
            assert kept is not None  # noqa: S101 - nothing ever deletes it
        return str(kept[0])

    async def deal(self, owner: str, run: Run, *, practice: bool, now: datetime, current: bool = True) -> Game:
        """Keep a new game of this player, and make it the player's current one unless it is to stay beside that."""
        _check_owner(owner)
        game = Game.dealt(secrets.token_urlsafe(16), owner, run, practice=practice, now=now)
        if current:
            await self._deal(rows.to_row(game), owner=owner, id=game.id)
        else:
            await self._write(sql.DEAL, *rows.to_row(game))
        return game

    def recall(self, id: str) -> Game | None:  # noqa: A002
        """The game as this process last kept or loaded it, if it still knows: maybe no longer the true one."""
        known = self._lately.get(id)
        return None if known is None else known[0]

    def _remember(self, game: Game, moves: str) -> None:
        self._lately[game.id] = game, moves
        self._lately.move_to_end(game.id)
        if len(self._lately) > LATELY:
            self._lately.popitem(last=False)

    async def load(self, id: str) -> Game:  # noqa: A002
        """The game of that id. Raises NoSuchGame or UnreadableGame."""
        row = await self._fetch(sql.LOAD, id) if is_id(id) else None
        if row is None:
            raise NoSuchGame(id)
        return await self._settled(row)

    async def current(self, owner: str) -> Game | None:
        """The player's current game, running or over; None without one. Raises UnreadableGame."""
        row = await self._fetch(sql.CURRENT, owner) if is_owner(owner) else None
        return None if row is None else await self._settled(row)

    async def latest(self, owner: str, dealt: Run) -> Game | None:
        """Of the player's games with the deal of this run (rules, seed, deck) the one dealt last; None without one."""
        if not is_owner(owner):
            return None
        deck = "" if dealt.deck is None else notation.spaced(dealt.deck)
        row = await self._fetch(sql.LATEST, owner, notation.print_rules(dealt.rules), dealt.seed, deck)
        return None if row is None else await self._settled(row)

    async def is_newcomer(self, owner: str) -> bool:
        """Whether this player has never yet made a move, in no game at all."""
        return not is_owner(owner) or await self._fetch(sql.PLAYED, owner) is None

    async def _settled(self, row: Row) -> Game:
        """The row's game; where its status, score or end is not the replay's, it is put right in the database too."""
        game = from_row(row, self._replays)
        moves: str = row[5]
        if not is_settled(row, game):
            ended = None if game.ended_at is None else microseconds(game.ended_at)
            await self._write(sql.SETTLE, game.id, moves, game.undos, str(game.status), game.score, ended)
            log.info("game %s was marked as %s and is settled as %s", game.id, row[7], game.status)
        self._remember(game, moves)
        return game

    async def make_current(self, game: Game) -> None:
        """Make this game its owner's current one. Raises NoSuchGame when it has gone."""
        _check_owner(game.owner)
        if not await self._write(sql.MAKE_CURRENT, game.owner, game.id):
            raise NoSuchGame(game.id)

    async def keep(self, before: Game, after: Game) -> None:
        """Write a move or an undo: only if the stored game still is `before`, else raises StaleTurn with its turn."""
        if before.id != after.id:
            raise ValueError("before and after are two games")
        known = self._lately.get(before.id)
        was = known[1] if known is not None and known[0] is before else notation.spaced(before.run.moves)
        moves = _written(after.run.moves, was, before.run.moves)
        written = await self._write(
            sql.KEEP,
            before.id,
            before.turn,
            was,
            before.undos,
            moves,
            after.turn,
            str(after.status),
            after.score,
            after.undos,
            after.helped,
            microseconds(after.moved_at),
            None if after.ended_at is None else microseconds(after.ended_at),
        )
        if not written:
            self._lately.pop(before.id, None)
            row = await self._fetch(sql.TURN, before.id)
            if row is None:
                raise NoSuchGame(before.id)
            raise StaleTurn(row[0])
        self._replays.learn(after.run, after.steps)
        self._remember(after, moves)

    async def preferences(self, owner: str) -> str | None:
        """What `keep_preferences` last kept for this player; None without it."""
        row = await self._fetch(sql.PREFERENCES, owner) if is_owner(owner) else None
        return row[0] if row is not None and isinstance(row[0], str) else None

    async def keep_preferences(self, owner: str, preferences: str) -> None:
        """Keep this text (JSON, at most 4,000 characters) for the player."""
        _check_owner(owner)
        if len(preferences) > PREFERENCES_LENGTH or not rows.is_text(preferences):
            raise ValueError(f"preferences are at most {PREFERENCES_LENGTH} characters of text")
        await self._write(sql.KEEP_PREFERENCES, owner, preferences)

    async def sweep(self, *, untouched_since: datetime) -> int:
        """Forget games without a single move that were dealt before that time; how many there were."""
        return await self._sweep(microseconds(untouched_since))

    async def records(self, owner: str) -> tuple[Record, ...]:
        """What is known of each touched game of this player, newest first."""
        return tuple([record async for page in self._touched(owner) for record, _ in page])

    async def runs(self, owner: str) -> AsyncIterator[tuple[tuple[Record, Run], ...]]:
        """The same with the runs themselves, a page at a time."""
        async for page in self._touched(owner):
            read = [(record, _run(row)) for record, row in page]
            yield tuple([(record, run) for record, run in read if run is not None])

    async def bests(self, owner: str, rules: Rules, *, but: str) -> Bests:
        """The player's best scores by exactly these rules, the game of that id left out."""
        if not is_owner(owner):
            return Bests(None, None)
        most = rules.health + BEST_BONUS
        row = await self._fetch(sql.BESTS, owner, notation.print_rules(rules), but, WORST_SCORE, most)
        return Bests(None, None) if row is None else Bests(*row)

    async def forget(self, owner: str) -> int:
        """Delete all that is kept of this player; how many games it was."""
        gone = await self._forget(owner) if is_owner(owner) else 0
        for id_ in [id_ for id_, (game, _) in self._lately.items() if game.owner == owner]:
            del self._lately[id_]
        return gone

    async def _touched(self, owner: str) -> AsyncIterator[list[tuple[Record, Row]]]:
        """Pages of the player's touched games, newest first, with others let in between. What can't be read is left
        out, with a line in the log; what only its replay can tell is put right as `load` does it."""
        below: tuple[Any, Any] = (_NOW_OR_LATER, "")
        more = is_owner(owner)
        while more:
            page = await self._fetch_all(sql.TOUCHED, owner, *below, READ_AT_ONCE)
            known = []
            for row in page:
                try:
                    record = record_of(row)
                except (ValueError, OverflowError):
                    try:
                        record = Record.of(await self._settled(row[:-1]), current=bool(row[-1]))
                    except UnreadableGame:
                        continue  # the log has its line
                known.append((record, row))
            yield known
            more = len(page) == READ_AT_ONCE
            if more:
                below = page[-1][12], page[-1][0]
                await asyncio.sleep(0)


def _written(moves: tuple[Move, ...], was: str, before: tuple[Move, ...]) -> str:
    """The moves as text. One move more, the usual case, only grows the text that there was."""
    if before and moves[:-1] == before:
        return f"{was} {moves[-1]}"
    return notation.spaced(moves)


def _run(row: Row) -> Run | None:
    try:
        return run_of(row)
    except ValueError as wrong:
        log.warning("the run of game %s can't be read: %s", row[0], wrong)
        return None


def _check_owner(owner: str) -> None:
    if not is_owner(owner):
        raise ValueError("a player's key is 1 to 100 printable characters")
