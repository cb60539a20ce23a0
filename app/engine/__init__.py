"""The game itself, pure: no clock, no I/O, no randomness but a run's own seed. Standard library only."""

from app.engine.cards import DECK, Card, Role, Suit
from app.engine.dungeon import Dungeon, Status, enter, foresee, legal_moves, play, prospects, refusal, score
from app.engine.moves import Avoid, Drink, Equip, Fight, Move, Slay
from app.engine.refusals import IllegalMove, Refusal
from app.engine.rules import PRESETS, AvoidedOrder, Bonus, Defeat, Rules
from app.engine.run import Run, StaleTurn, Step, at_turn, follow, replay, steps, undo, undo_refusal
from app.engine.weapon import Weapon, can_slay, damage

__all__ = [
    "DECK",
    "PRESETS",
    "Avoid",
    "AvoidedOrder",
    "Bonus",
    "Card",
    "Defeat",
    "Drink",
    "Dungeon",
    "Equip",
    "Fight",
    "IllegalMove",
    "Move",
    "Refusal",
    "Role",
    "Rules",
    "Run",
    "Slay",
    "StaleTurn",
    "Status",
    "Step",
    "Suit",
    "Weapon",
    "at_turn",
    "can_slay",
    "damage",
    "enter",
    "follow",
    "foresee",
    "legal_moves",
    "play",
    "prospects",
    "refusal",
    "replay",
    "score",
    "steps",
    "undo",
    "undo_refusal",
]
