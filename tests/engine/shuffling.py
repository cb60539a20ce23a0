"""The shuffle written a second time, from docs/rulings.md alone, another way: hex digits, and picking, not swapping."""

import hashlib


def numbers(purpose: str, seed: str, blocks: int) -> list[int]:
    """The numbers of that many blocks, eight hex digits each."""
    digits = "".join(
        hashlib.new("sha256", bytes(f"scoundrel/1/{purpose}/{seed}/{block}", "utf-8")).hexdigest()
        for block in range(blocks)
    )
    return [int(digits[at : at + 8], 16) for at in range(0, len(digits), 8)]


def shuffle(cards: list[str], purpose: str, seed: str) -> list[str]:
    """The cards by their texts in the order of the seed, filled in from the last place to the first."""
    stream = numbers(purpose, seed, 8)
    left, order = list(cards), []
    while len(left) > 1:
        number = stream.pop(0)
        many = len(left)
        if number // many >= 2**32 // many:  # in the incomplete last run of remainders
            continue
        picked = number - number // many * many
        last = left.pop()
        if picked == len(left):
            order.append(last)
        else:
            order.append(left[picked])
            left[picked] = last
    return (order + left)[::-1]
