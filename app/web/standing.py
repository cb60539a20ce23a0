"""How a run that is over stands beside the player's others: asked for at its end alone, never by an ordinary move."""

from app.store import Game, Store
from app.words import standing


async def standing_of(store: Store, game: Game, owner: str) -> str | None:
    """In one sentence; None for a run still being played, another's, practice, or cards of one's own (ruling 20)."""
    score = game.score
    if score is None or game.owner != owner or game.practice or game.run.deck is not None:
        return None
    others = await store.bests(owner, game.run.rules, but=game.id)
    aided = game.undos > 0 or game.helped
    return standing(score, aided=aided, best_unaided=others.unaided, best_aided=others.aided)
