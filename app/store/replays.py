"""Replays lately worked out, so that a game one move further costs one move and not all of them."""

from collections import OrderedDict
from dataclasses import dataclass, replace

from app.engine import Run, Step, follow, notation, steps

ROOM = 512
"""How many are remembered: about 20 KB each for a run of 35 moves."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A run and its steps, with the words its moves were read from."""

    words: tuple[str, ...]
    run: Run
    steps: tuple[Step, ...]


class Replays:
    """A memo of a pure function: from the texts of a row - rules, seed, deck, moves - to the run and its steps.

    One replay is remembered for each (rules, seed, deck). What is asked for next shares its first moves with it: a move
    more, an undo, or none. Only the shared steps are reused, and every other one is played, so the answer is always
    what these texts say, whoever wrote them. No game, owner or time is in here.
    """

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._known: OrderedDict[tuple[str, str, str | None], Replay] = OrderedDict()

    def replay(self, rules: str, seed: str, deck: str | None, moves: str) -> Replay:
        """The run of these texts and all its steps.

        Raises ValueError for a text that can't be read (NotationError is one), IllegalMove for moves that can't be.
        """
        key = (rules, seed, deck)
        # Strictly one space between: `keep` compares the text as it would print it.
        words = () if moves == notation.NONE else tuple(moves.split(" "))
        known = self._known.get(key) or _dealt(rules, seed, deck)
        if known.words != words:
            known = _walked(known, words)
        self._remember(key, known)
        return known

    def learn(self, run: Run, replayed: tuple[Step, ...]) -> None:
        """Remember the replay of a game just kept, whose row is likely asked for next.

        The steps are taken on trust: they must be `steps(run)`. `Game.play` and `Game.undo` give no others.
        """
        deck = None if run.deck is None else notation.spaced(run.deck)
        key = (notation.print_rules(run.rules), run.seed, deck)
        known = self._known.get(key)
        if known is not None and run.moves and known.run.moves == run.moves[:-1]:
            words = (*known.words, str(run.moves[-1]))
        else:
            words = tuple(map(str, run.moves))
        self._remember(key, Replay(words, run, replayed))

    def _remember(self, key: tuple[str, str, str | None], replay: Replay) -> None:
        self._known[key] = replay
        self._known.move_to_end(key)
        if len(self._known) > self._room:
            self._known.popitem(last=False)


def _dealt(rules: str, seed: str, deck: str | None) -> Replay:
    run = Run(notation.parse_rules(rules), seed, deck=None if deck is None else notation.cards(deck))
    return Replay((), run, steps(run))


def _walked(known: Replay, words: tuple[str, ...]) -> Replay:
    """The replay of these moves, as far as possible along the known one."""
    shared = 0
    for ours, theirs in zip(words, known.words, strict=False):
        if ours != theirs:
            break
        shared += 1
    moves = known.run.moves[:shared] + tuple(map(notation.move, words[shared:]))
    walked = list(known.steps[: shared + 1])
    for move in moves[shared:]:
        walked.append(follow(walked[-1], move))
    return Replay(words, replace(known.run, moves=moves), tuple(walked))
