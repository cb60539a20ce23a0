"""What is known of a run without replaying it: its row says enough, and a player may have thousands (docs/adr/0008)."""

from datetime import datetime
from typing import NamedTuple

from app.engine import DECK, Card, Role, Rules, Status
from app.engine.deeds import Died
from app.store.game import Game

WORST_SCORE = -sum(card.value for card in DECK if card.role is Role.MONSTER)
"""No defeat scores less: every monster there is, with nothing absorbed or healed, at no health (ruling 15)."""
BEST_BONUS = max(card.value for card in DECK if card.role is Role.POTION)
"""What a victory can add to full health at most (rulings 16, 17)."""


class Record(NamedTuple):
    """One run of a player, once it was touched; each value is the one that its replay would give.

    - `status`, `score`: as in `Game`; the score is None while the run is being played.
    - `practice`, `own_deck`: either and it counts for no record (ruling 20). `undos`, `helped`: either makes it aided.
    - `turn`: moves made. `rooms`: the number of the room reached, avoided ones included.
    - `killer`: the monster that slew the player, None where none did.
    - `dealt_at`, `moved_at`, `ended_at`: UTC, aware; `ended_at` is None while the run is being played.
    - `current`: whether it is the player's current game, the one on the table.
    """

    id: str
    rules: Rules
    status: Status
    score: int | None
    practice: bool
    own_deck: bool
    undos: int
    helped: bool
    turn: int
    rooms: int
    killer: Card | None
    dealt_at: datetime
    moved_at: datetime
    ended_at: datetime | None
    current: bool

    @classmethod
    def of(cls, game: Game, *, current: bool) -> "Record":
        """The record of a game that has been replayed."""
        died = next((deed for deed in game.steps[-1].deeds if isinstance(deed, Died)), None)
        return cls(
            id=game.id,
            rules=game.run.rules,
            status=game.status,
            score=game.score,
            practice=game.practice,
            own_deck=game.run.deck is not None,
            undos=game.undos,
            helped=game.helped,
            turn=game.turn,
            rooms=game.dungeon.room_number,
            killer=None if died is None else died.killer,
            dealt_at=game.dealt_at,
            moved_at=game.moved_at,
            ended_at=game.ended_at,
            current=current,
        )

    @property
    def counts(self) -> bool:
        """Whether it may count for a record: neither practice nor dealt from cards of one's own (ruling 20)."""
        return not self.practice and not self.own_deck

    @property
    def aided(self) -> bool:
        """Whether a move was taken back or the adviser asked (ruling 20)."""
        return self.undos > 0 or self.helped

    @property
    def finished(self) -> bool:
        """Whether it was won or lost."""
        return self.status is not Status.PLAYING

    @property
    def abandoned(self) -> bool:
        """Whether it was left in the middle: begun, not over, and no longer the game on the table."""
        return self.status is Status.PLAYING and not self.current

    @property
    def health_left(self) -> int | None:
        """The health that a victory ended with, else None. Only full health has a bonus (rulings 16, 17)."""
        if self.status is not Status.WON or self.score is None:
            return None
        return min(self.score, self.rules.health)
