"""The game in sentences: what a move did, what a move would do, what a weapon may still face, how a run ended, how it
stands beside others."""

from app.words.outcomes import aids, decimal, outcome, percent, slayers, standing
from app.words.outlook import Outlook, outlook
from app.words.sentences import AVOID_CLOSED, announcement, capital, ending, limit, line, number, rules_in_words, tally

__all__ = [
    "AVOID_CLOSED",
    "Outlook",
    "aids",
    "announcement",
    "capital",
    "decimal",
    "ending",
    "limit",
    "line",
    "number",
    "outcome",
    "outlook",
    "percent",
    "rules_in_words",
    "slayers",
    "standing",
    "tally",
]
