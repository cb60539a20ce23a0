"""The game in sentences: what a move did, what a move would do, what a weapon may still face, how a run ended."""

from app.words.outlook import Outlook, outlook
from app.words.sentences import AVOID_CLOSED, announcement, capital, ending, limit, line, number, rules_in_words, tally

__all__ = [
    "AVOID_CLOSED",
    "Outlook",
    "announcement",
    "capital",
    "ending",
    "limit",
    "line",
    "number",
    "outlook",
    "rules_in_words",
    "tally",
]
