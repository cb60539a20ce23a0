"""Short ways to a stored game in some state."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.engine import Move, Rules, Run, legal_moves, notation
from app.store import Game, Store

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
OWNER = "0123456789abcdef0123456789abcdef01234567"

DECK = notation.cards("6D 9H QS JC 4C 3H 2D 5S")
"""Room 1 is 6D 9H QS JC: every kind of card, and every way to play it."""

VICTORIES = [
    notation.parse_run(line) for line in (Path(__file__).parent / "victories.txt").read_text().splitlines() if line
]
"""Runs that were won, by several rules: whoever plays without much thought hardly ever wins one."""


def moment(turn: int) -> datetime:
    """A time for each turn, a second apart."""
    return NOON + timedelta(seconds=turn)


async def dealt(store: Store, *, deck: str | None = None, seed: str = "a seed", owner: str = OWNER) -> Game:
    """A new game on DECK, or on the cards written here."""
    cards = DECK if deck is None else notation.cards(deck)
    return await store.deal(owner, Run(Rules(), seed, deck=cards), practice=True, now=NOON)


def played(game: Game, *moves: str) -> Game:
    """The game after these moves, kept nowhere."""
    for each in moves:
        game = game.play(notation.move(each), at_turn=game.turn, now=moment(game.turn + 1))
    return game


async def kept(store: Store, game: Game, *moves: str) -> Game:
    """The game after these moves, each of them kept."""
    for each in moves:
        after = played(game, each)
        await store.keep(game, after)
        game = after
    return game


def undone(game: Game) -> Game:
    return game.undo(at_turn=game.turn, now=moment(game.turn + 1))


def any_move(game: Game, chance: random.Random) -> Move:
    return chance.choice(legal_moves(game.dungeon))
