"""Why a move was refused, in a word for programs and a sentence for the player."""

from enum import StrEnum


class Refusal(StrEnum):
    """Every kind of refusal; the value is stable and may be linked to or tested for."""

    RUN_OVER = "run-over"
    NOT_HERE = "not-here"
    NOT_A_WEAPON = "not-a-weapon"
    NOT_A_POTION = "not-a-potion"
    NOT_A_MONSTER = "not-a-monster"
    UNARMED = "unarmed"
    BEYOND_LIMIT = "beyond-limit"
    ROOM_TOUCHED = "room-touched"
    TWICE_IN_A_ROW = "twice-in-a-row"
    LAST_ROOM = "last-room"
    NOTHING_TO_UNDO = "nothing-to-undo"
    UNDO_SETTLED = "undo-settled"
    NO_UNDO = "no-undo"


class IllegalMove(Exception):
    """A move the rules refuse. `refusal` is its kind, `reason` a sentence for the player; the state is untouched."""

    def __init__(self, refusal: Refusal, reason: str) -> None:
        super().__init__(reason)
        self.refusal = refusal
        self.reason = reason
