"""The figures of the rules page, by topic: which there are, and what the engine makes of each by a player's rules."""

from typing import NamedTuple

from app.engine import Rules
from app.web.figures.deck import DeckFigures, deck_figures
from app.web.figures.fights import FightFigures, fight_figures
from app.web.figures.rooms import RoomFigures, room_figures
from app.web.figures.scores import ScoreFigures, score_figures

__all__ = ["Figures", "figures"]


class Figures(NamedTuple):
    """All figures by one set of rules."""

    deck: DeckFigures
    rooms: RoomFigures
    fights: FightFigures
    scores: ScoreFigures


def figures(rules: Rules) -> Figures:
    """Every figure of the page, played out by these rules."""
    return Figures(deck_figures(), room_figures(rules), fight_figures(rules), score_figures(rules))
