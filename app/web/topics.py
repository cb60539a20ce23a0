"""Where on the page of rules each refusal is explained."""

from types import MappingProxyType

from app.engine import Refusal

TOPICS = MappingProxyType(
    {
        Refusal.RUN_OVER: "scoring",
        Refusal.NOT_HERE: "rooms",
        Refusal.NOT_A_WEAPON: "cards",
        Refusal.NOT_A_POTION: "cards",
        Refusal.NOT_A_MONSTER: "cards",
        Refusal.UNARMED: "fighting",
        Refusal.BEYOND_LIMIT: "degradation",
        Refusal.ROOM_TOUCHED: "avoiding",
        Refusal.TWICE_IN_A_ROW: "avoiding",
        Refusal.LAST_ROOM: "avoiding",
        Refusal.NOTHING_TO_UNDO: "undo",
        Refusal.UNDO_SETTLED: "undo",
        Refusal.NO_UNDO: "undo",
    }
)
"""The anchor of each refusal's topic: `/rules#degradation` for a weapon beyond its limit."""
