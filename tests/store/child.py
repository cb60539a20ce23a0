"""Another process at work on the same database: `python -m tests.store.child WHAT URL ...`, one line out for each deed.

- `open URL`: wait for a line on stdin, open the store, tell its secret.
- `move URL ID HOW_MANY`: open, load the game, tell `ready`, wait for a line, then try that many moves from the loaded
  turn at once; tell `kept` or `stale` for each.
- `play URL SEED`: play random games without end; tell `ID MOVES` once a move is kept, and not before.
"""

import asyncio
import random
import sys

from app.engine import Rules, Run, StaleTurn, Status, legal_moves, notation
from app.store import Store, open_store

from .plays import OWNER, any_move, moment


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def open_it(store: Store) -> None:
    sys.stdin.readline()
    await store.open()
    tell(await store.secret())


async def move(store: Store, id: str, how_many: int) -> None:  # noqa: A002
    await store.open()
    before = await store.load(id)
    moves = legal_moves(before.dungeon)
    tell("ready")
    sys.stdin.readline()

    async def one(number: int) -> None:
        after = before.play(moves[number % len(moves)], at_turn=before.turn, now=moment(number))
        try:
            await store.keep(before, after)
        except StaleTurn:
            tell("stale")
        else:
            tell("kept")

    await asyncio.gather(*map(one, range(how_many)))


async def play(store: Store, seed: str) -> None:
    await store.open()
    chance = random.Random(seed)
    while True:
        game = await store.deal(OWNER, Run(Rules(), str(chance.random())), practice=False, now=moment(0))
        while game.status is Status.PLAYING:
            after = game.play(any_move(game, chance), at_turn=game.turn, now=moment(game.turn + 1))
            await store.keep(game, after)
            game = after
            tell(f"{game.id} {notation.spaced(game.run.moves)}")


async def main(what: str, url: str, *more: str) -> None:
    store = open_store(url)
    try:
        match what, more:
            case "open", []:
                await open_it(store)
            case "move", [game, how_many]:
                await move(store, game, int(how_many))
            case "play", [seed]:
                await play(store, seed)
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
