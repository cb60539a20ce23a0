"""What the rest of the product may ask of the store, and how it answers when it can't."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import NamedTuple, Protocol

from app.engine import Rules, Run
from app.store.game import Game
from app.store.records import Record


class NoSuchGame(Exception):
    """There is no game of that id (or the id is no id)."""


class UnreadableGame(Exception):
    """The row is there but can't be replayed: foreign rules, truncated or impossible moves. It is logged and kept."""

    def __init__(self, id: str, why: str) -> None:  # noqa: A002 - the field's own name
        super().__init__(f"game {id} can't be read: {why}")
        self.id = id
        self.why = why


class StoreUnavailable(Exception):
    """The database can't be reached, is too busy or can't write just now.

    A write that was under way has most likely not been kept, but may have been if the connection broke in that moment.
    Asking again is safe: a move that was kept after all is a StaleTurn then.
    """


class SchemaTooNew(Exception):
    """The database was brought up to date by a newer version of the program. Only that one can open it."""


class Bests(NamedTuple):
    """The best scores by one set of rules, unaided and aided told apart (ruling 20); None where there is no run."""

    unaided: int | None
    aided: int | None


class Store(Protocol):
    """Games and players, kept in SQLite or PostgreSQL. Any call may raise StoreUnavailable.

    A write that returned is there after the server is killed at any moment.
    """

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises StoreUnavailable, or SchemaTooNew for a newer schema."""

    async def close(self) -> None:
        """Let go of every connection. The store can't be used any more."""

    async def ping(self) -> None:
        """Ask the database for one row."""

    async def secret(self) -> str:
        """The store's own random secret of 43 characters, made once; for when the operator has set none."""

    async def deal(self, owner: str, run: Run, *, practice: bool, now: datetime, current: bool = True) -> Game:
        """Keep a new game of this player and make it the player's current one, both or neither; or, where it isn't to
        be `current`, beside that one.

        `owner` is 1 to 100 printable characters, `now` an aware time. Raises ValueError for an owner or a deck that is
        none, IllegalMove for a run whose moves can't be.
        """

    async def load(self, id: str) -> Game:  # noqa: A002
        """The game of that id, whoever's it is. Raises NoSuchGame or UnreadableGame.

        Its status, score and end are those of its replay; where the row said otherwise it is put right.
        """

    def recall(self, id: str) -> Game | None:  # noqa: A002
        """The game as this process last knew it, without asking the database; None where it doesn't know.

        It may have moved on meanwhile. That does no harm to a move, for `keep` refuses one made from an old game; it is
        not to be shown to anybody.
        """

    async def current(self, owner: str) -> Game | None:
        """The player's current game, running or over; None without one. Raises UnreadableGame."""

    async def latest(self, owner: str, dealt: Run) -> Game | None:
        """Of the player's games with the deal of this run - its rules, seed and deck - the one dealt last; else None.

        Raises UnreadableGame.
        """

    async def is_newcomer(self, owner: str) -> bool:
        """Whether this player has never yet made a move, in no game at all."""

    async def make_current(self, game: Game) -> None:
        """Make this game its owner's current one.

        Raises ValueError for an owner that is none, NoSuchGame when the game has gone.
        """

    async def keep(self, before: Game, after: Game) -> None:
        """Write a move or an undo: only if the stored game still is `before`, else raises StaleTurn with its turn.

        Of any number of parallel writers exactly one gets through. "Still is" means the same moves after the same
        number of undos: after an undo and another move StaleTurn may well name the very turn of `before`.
        Raises NoSuchGame when it has gone.
        """

    async def preferences(self, owner: str) -> str | None:
        """What `keep_preferences` last kept for this player; None without it."""

    async def keep_preferences(self, owner: str, preferences: str) -> None:
        """Keep this text (JSON, at most 4,000 characters) for the player.

        Raises ValueError for an owner that is none, a longer text, or one with a NUL or half a surrogate pair.
        """

    async def sweep(self, *, untouched_since: datetime) -> int:
        """Forget games without a single move that were dealt before that time; how many there were.

        Players of whom nothing else is kept go with them. To a player whose current game was swept, it is as if there
        never was one.
        """

    async def records(self, owner: str) -> tuple[Record, ...]:
        """What is known of each game of this player that was ever touched, newest deal first; practice too.

        Read from the rows, a page at a time with other requests in between, and not replayed. What can't be read is
        logged and left out.
        """

    def runs(self, owner: str) -> AsyncIterator[tuple[tuple[Record, Run], ...]]:
        """The same games with their runs, in the same order, a page at a time: whoever has thousands takes a while.

        A run tells the undealt cards, also those of a game that is still being played.
        """

    async def bests(self, owner: str, rules: Rules, *, but: str) -> Bests:
        """The best scores of this player's finished runs by exactly these rules, the game of the id `but` left out.

        Practice and decks of one's own don't count (ruling 20).
        """

    async def forget(self, owner: str) -> int:
        """Delete all that is kept of this player for good, games and settings; how many games it was.

        Whoever still holds one of them can neither keep it nor make it current again: that is NoSuchGame.
        """
