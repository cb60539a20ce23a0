"""A game as it is kept: a run, its replay, whose it is and when it was played."""

from dataclasses import dataclass, replace
from datetime import datetime

from app.engine import Dungeon, Move, Run, StaleTurn, Status, Step, follow, score, steps, undo_refusal


@dataclass(frozen=True, slots=True)
class Game:
    """One stored game at one turn. Never changed in place: `play` and `undo` give the next one, the store keeps it.

    - `id`: 22 url-safe characters that can't be guessed. `owner`: the player's key (see `app.web.players`).
    - `run`: seed, rules, moves. `steps`: its replay, `steps[n]` being turn n; never empty.
    - `practice`: dealt from a seed, a deck or a finished run that the player may know: never a record (ruling 20).
    - `undos`: moves taken back so far. `helped`: whether the adviser was asked. Either makes it an aided run.
    - `dealt_at`, `moved_at`, `ended_at`: UTC, aware; `ended_at` is None while it is being played.
    """

    id: str
    owner: str
    run: Run
    steps: tuple[Step, ...]
    practice: bool
    undos: int
    helped: bool
    dealt_at: datetime
    moved_at: datetime
    ended_at: datetime | None

    @classmethod
    def dealt(cls, id: str, owner: str, run: Run, *, practice: bool, now: datetime) -> "Game":  # noqa: A002
        """A game as it begins, at `now` (UTC, aware): no undo, no help. A run given with moves has them played already;
        where they end it, or where the deck leaves nothing to play for, it has ended at once."""
        replayed = steps(run)
        over = replayed[-1].dungeon.status is not Status.PLAYING
        return cls(
            id=id,
            owner=owner,
            run=run,
            steps=replayed,
            practice=practice,
            undos=0,
            helped=False,
            dealt_at=now,
            moved_at=now,
            ended_at=now if over else None,
        )

    @property
    def turn(self) -> int:
        """How many moves have been made."""
        return self.run.turn

    @property
    def dungeon(self) -> Dungeon:
        """The state now."""
        return self.steps[-1].dungeon

    @property
    def status(self) -> Status:
        """Playing, won or slain: worked out from the replay, whatever a row says."""
        return self.dungeon.status

    @property
    def score(self) -> int | None:
        """The score that the replay makes; None while it is being played."""
        return score(self.dungeon)

    @property
    def untouched(self) -> bool:
        """Whether no move was ever made: such a game counts for nothing and may be swept."""
        return self.run.turn == 0 and self.undos == 0

    def play(self, move: Move, *, at_turn: int, now: datetime) -> "Game":
        """The game after the move. Raises StaleTurn when it was made from another turn, IllegalMove when refused."""
        self._expect(at_turn)
        step = follow(self.steps[-1], move)
        run = Run(self.run.rules, self.run.seed, (*self.run.moves, move), self.run.deck)
        ended_at = now if step.dungeon.status is not Status.PLAYING else None
        # Written out, since `replace` takes three times as long and this is every move.
        return Game(
            id=self.id,
            owner=self.owner,
            run=run,
            steps=(*self.steps, step),
            practice=self.practice,
            undos=self.undos,
            helped=self.helped,
            dealt_at=self.dealt_at,
            moved_at=now,
            ended_at=ended_at,
        )

    def undo(self, *, at_turn: int, now: datetime) -> "Game":
        """The game without its last move. Raises StaleTurn, or IllegalMove where that is settled (ruling 19)."""
        self._expect(at_turn)
        refused = undo_refusal(self.steps[-1])
        if refused is not None:
            raise refused
        return replace(
            self,
            run=replace(self.run, moves=self.run.moves[:-1]),
            steps=self.steps[:-1],
            undos=self.undos + 1,
            moved_at=now,
        )

    def _expect(self, turn: int) -> None:
        if turn != self.turn:
            raise StaleTurn(self.turn)
