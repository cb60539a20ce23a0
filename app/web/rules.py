"""`/rules`: the rules in pictures, as this player plays them."""

from functools import lru_cache

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from app.engine import DECK, PRESETS, Rules, Status
from app.store import Store, UnreadableGame
from app.web.figures import figures
from app.web.games import PlayerDep, StoreDep
from app.web.preferences import preferences_of
from app.web.questions import questions
from app.web.templating import env, page
from app.words import rules_in_words

router = APIRouter(include_in_schema=False)

_KEPT = 32
"""How many bodies are remembered, of the 96 rules there are: some 200 KB each."""


@router.get("/rules")
async def read(request: Request, store: StoreDep, owner: PlayerDep) -> Response:
    """The page, by the rules of the player's next dungeon."""
    mine = await preferences_of(store, owner)
    context = {
        "body": body(mine.rules),
        "mine": mine.rules,
        "size": len(DECK),
        "words": rules_in_words(mine.rules),
        "played": await _played_otherwise(store, owner, mine.rules),
    }
    return page(request, "rules/page.html", context, look=mine.look)


async def _played_otherwise(store: Store, owner: str, rules: Rules) -> str | None:
    """The rules of the player's running game in words, where they are not these."""
    try:
        game = await store.current(owner)
    except UnreadableGame:
        return None
    if game is None or game.status is not Status.PLAYING or game.run.rules == rules:
        return None
    return rules_in_words(game.run.rules)


@lru_cache(_KEPT)
def body(rules: Rules) -> Markup:
    """Everything between the page's head and its end: it depends on nothing but the rules."""
    shown = figures(rules)
    made = env.get_template("rules/_body.html").render(
        rules=rules,
        figures=shown,
        questions=questions(rules, shown),
        presets=PRESETS,
        classic=PRESETS["classic"],
    )
    return Markup(made)  # noqa: S704 - a template of ours, which escapes
