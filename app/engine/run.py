"""A run is a seed, the rules and the moves; whatever else is known of it is worked out by replaying it."""

from dataclasses import dataclass, replace

from app.engine import dungeon as game
from app.engine.cards import DECK, Card
from app.engine.deeds import Deed, RoomDealt
from app.engine.dungeon import Dungeon, Status
from app.engine.moves import Move
from app.engine.refusals import IllegalMove, Refusal
from app.engine.rules import Rules
from app.engine.shuffle import shuffled

SEED_LENGTH = 64
"""The longest seed, in characters."""


def is_seed(text: str) -> bool:
    """Whether the text may be a seed: 1 to 64 printable characters, the space among them."""
    return 1 <= len(text) <= SEED_LENGTH and text.isprintable()


class StaleTurn(Exception):
    """A move made from a turn that is not the run's. `turn` is the true one."""

    def __init__(self, turn: int) -> None:
        super().__init__(f"the run is at turn {turn}")
        self.turn = turn


@dataclass(frozen=True, slots=True)
class Run:
    """A game from its deal to some turn.

    - `rules`: what it is played by. `seed`: 1 to 64 printable characters; it orders the 44 cards and the avoided rooms.
    - `deck`: cards of one's own, top first, instead of the seed's order; None in an ordinary run.
    - `moves`: what has been played. Their legality shows in the replay, not here.

    Raises ValueError for a seed of another form, or for a deck that is none.
    """

    rules: Rules
    seed: str
    moves: tuple[Move, ...] = ()
    deck: tuple[Card, ...] | None = None

    def __post_init__(self) -> None:
        if not is_seed(self.seed):
            raise ValueError(f"a seed is 1 to {SEED_LENGTH} printable characters")
        fault = game.deck_fault(self.deck) if self.deck is not None else None
        if fault is not None:
            raise ValueError(fault)

    @property
    def turn(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards in the order they were laid out before the first room, top first."""
        return self.deck if self.deck is not None else shuffled(DECK, seed=self.seed, purpose="deal")


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of a replay: the move (None for the deal), what it did, and the dungeon after it."""

    move: Move | None
    deeds: tuple[Deed, ...]
    dungeon: Dungeon


def steps(run: Run) -> tuple[Step, ...]:
    """The whole replay: the deal, then a step a move, so `steps(run)[n]` is turn n.

    Raises IllegalMove when a move can't be made where it stands.
    """
    dungeon, dealt = game.enter(run.rules, run.order, seed=run.seed)
    replayed = [Step(None, dealt, dungeon)]
    for move in run.moves:
        replayed.append(follow(replayed[-1], move))
    return tuple(replayed)


def follow(step: Step, move: Move) -> Step:
    """The step that this move makes of that one. Raises IllegalMove."""
    dungeon, done = game.play(step.dungeon, move)
    return Step(move, done, dungeon)


def replay(run: Run) -> Dungeon:
    """The dungeon at the run's turn. Raises as `steps` does."""
    return steps(run)[-1].dungeon


def at_turn(run: Run, turn: int) -> Run:
    """The run as it was after that many moves, 0 to `run.turn`. Raises ValueError outside of that."""
    if not 0 <= turn <= run.turn:
        raise ValueError(f"the run has turns 0 to {run.turn}, not {turn}")
    return replace(run, moves=run.moves[:turn])


def undo_refusal(last: Step) -> IllegalMove | None:
    """Why the move that led to this step can't be taken back, or None where it can (ruling 19)."""
    if not last.dungeon.rules.undo:
        return IllegalMove(Refusal.NO_UNDO, "This run is played without undo.")
    if last.move is None:
        return IllegalMove(Refusal.NOTHING_TO_UNDO, "There is no move to take back yet.")
    if last.dungeon.status is not Status.PLAYING:
        return IllegalMove(Refusal.UNDO_SETTLED, "The run is over: its last move is settled.")
    if any(isinstance(deed, RoomDealt) for deed in last.deeds):
        return IllegalMove(Refusal.UNDO_SETTLED, "The next room is dealt and seen: the last one is settled.")
    return None


def undo(run: Run) -> Run:
    """The run without its last move. Raises IllegalMove where that is settled (ruling 19)."""
    refused = undo_refusal(steps(run)[-1])
    if refused is not None:
        raise refused
    return at_turn(run, run.turn - 1)
