"""The order a seed deals: defined here and in docs/rulings.md, independent of Python's own random generator."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from app.engine.cards import Card

_WORD = 4
_WORDS = 1 << (8 * _WORD)


def _words(purpose: str, seed: str) -> Iterator[int]:
    """Endless 32-bit numbers: SHA-256 of `scoundrel/1/<purpose>/<seed>/<block>`, block 0, 1, ..., read big-endian."""
    block = 0
    while True:
        digest = sha256(f"scoundrel/1/{purpose}/{seed}/{block}".encode()).digest()
        for start in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[start : start + _WORD])
        block += 1


def shuffled(cards: Sequence[Card], *, seed: str, purpose: str) -> tuple[Card, ...]:
    """The cards in the order that this seed gives them for this purpose; any order is equally likely over all seeds.

    Fisher-Yates from the last place down to the second: place i changes with place `word % (i + 1)`. Words at or above
    the greatest multiple of i + 1 are passed over, so no place is favoured. The purposes are independent of each other.
    """
    order = list(cards)
    words = _words(purpose, seed)
    for place in range(len(order) - 1, 0, -1):
        span = place + 1
        fair = _WORDS - _WORDS % span
        word = next(word for word in words if word < fair)
        other = word % span
        order[place], order[other] = order[other], order[place]
    return tuple(order)
