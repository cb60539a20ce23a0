"""The guided dungeon: following the guide tries everything and wins; not following it is never wrong."""

from random import Random

import pytest

from app.engine import Fight, Rules, Run, Status, Step, follow, legal_moves, notation, score, steps
from app.tutorial import DECK, Guidance, Thing, guidance, is_lesson, lesson

FOLLOWED = "6D 7Cw 8Sb 5H 4H 2Sb avoid 10D 9H 3Cb QSw JCw 10Cw 9Sw 4Sw"
LONGEST = 190


def after(moves: str) -> tuple[Step, ...]:
    run = lesson()
    return steps(Run(run.rules, run.seed, notation.moves(moves or "-"), run.deck))


def said(moves: str) -> Guidance:
    return guidance(after(moves))


def test_following_the_guide_tries_each_thing_once_and_wins():
    run = list(steps(lesson()))
    asked, tried = [], []
    while run[-1].dungeon.status is Status.PLAYING:
        guide = guidance(run)
        assert guide.move is not None
        asked.append(str(guide.move))
        tried.append(len(guide.tried))
        run.append(follow(run[-1], guide.move))
    assert " ".join(asked) == FOLLOWED
    assert tried == [0, 1, 2, 4, 5, 6, 7, *[8] * 8]  # the third card of room 1 shows the limit and carries the fourth
    assert guidance(run).tried == tuple(Thing)
    assert score(run[-1].dungeon) == 14


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "Diamonds are weapons. Take the 6 of diamonds, by a tap or by its number: you hold it at once."),
        (
            "6D",
            (
                "Clubs and spades are monsters and hit for their value. "
                "Slay the 7 of clubs with your weapon: only the 1 left over hurts you."
            ),
        ),
        (
            "6D 7Cw",
            (
                "Your weapon has slain the 7 of clubs and now only faces what is weaker. "
                "The 8 of spades is beyond it: fight it bare-handed, for all 8."
            ),
        ),
        (
            "6D 7Cw 8Sb",
            (
                "The 5 of hearts, which you left, was carried along. "
                "Hearts are potions. Drink the 5 of hearts: it heals 5."
            ),
        ),
        (
            "6D 7Cw 8Sb 5H",
            (
                "Only one potion a room works. Take the 4 of hearts too and see it wasted; "
                "it still counts as one of the three."
            ),
        ),
        (
            "6D 7Cw 8Sb 5H 4H",
            (
                "Slain with the weapon, the 2 of spades would be its new limit. "
                "Bare hands cost you 2 and keep the limit at 7."
            ),
        ),
        (
            "6D 7Cw 8Sb 5H 4H 2Sb",
            (
                "A room you haven't touched can be avoided: its four cards go under the dungeon. "
                "Never two rooms in a row, so choose well. This one is worth it."
            ),
        ),
        (
            FOLLOWED.removesuffix(" 4Sw"),
            "Slay the 4 of spades. Each kill lowers the weapon's limit.",
        ),
        (
            FOLLOWED,
            "That was a dungeon in small, and you know all that there is to know. The real one has 44 cards.",
        ),
    ],
)
def test_what_the_guide_says_on_the_way(moves: str, words: str):
    assert said(moves).words == words


ANY_THREE = "Face any three of the four cards, as you like; what you leave is carried into the next room."
TWO_MORE = "Face two more cards, as you like; what you leave is carried into the next room."


@pytest.mark.parametrize(
    ("moves", "tried", "move"),
    [
        ("7Cb", [Thing.BARE], "6D"),  # bare-handed where there is no weapon yet
        ("5H", [], "6D"),  # at full health it heals nothing
        ("6D 7Cb", [Thing.EQUIP, Thing.BARE], "8Sw"),
        ("6D 8Sw", [Thing.EQUIP, Thing.SLAY], "5H"),  # nothing is beyond the limit
        ("6D 8Sw 7Cb", [Thing.EQUIP, Thing.SLAY, Thing.CARRY, Thing.BARE], "5H"),
    ],
)
def test_whoever_does_otherwise_is_guided_from_there(moves: str, tried: list[Thing], move: str):
    assert list(said(moves).tried) == tried
    assert str(said(moves).move) == move


def test_where_the_room_has_nothing_new_it_says_how_many_to_face():
    assert said("avoid") == Guidance(ANY_THREE, None, (Thing.AVOID,))
    assert said("avoid 4H") == Guidance(TWO_MORE, None, (Thing.AVOID,))


@pytest.mark.parametrize(
    ("moves", "untried"),
    [
        ("avoid JCb 2Sb 4H 10D 10Cw 9Sw avoid 8Sw 7Cb 5H 3Cw 6D 9H QSw 4Sb", "limit, wasted potion"),
        ("5H 6D 7Cw JCb 4H 2Sb avoid 3Cb 4Sw 10D QSw 9H 10Cw 9Sw 8Sw", "wasted potion"),
    ],
)
def test_whoever_wins_without_having_tried_everything_is_told_what_is_left(moves: str, untried: str):
    words = f"That was a dungeon in small; the real one has 44 cards. Not tried yet: {untried}."
    assert after(moves)[-1].dungeon.status is Status.WON
    assert said(moves).words == words


def test_slain_in_the_tutorial_it_offers_another_go():
    run = list(steps(lesson()))
    while run[-1].dungeon.status is Status.PLAYING:
        moves = legal_moves(run[-1].dungeon)
        run.append(follow(run[-1], max(moves, key=lambda move: move.card.value if isinstance(move, Fight) else 0)))
    assert run[-1].dungeon.status is Status.SLAIN
    assert guidance(run).words.startswith("Slain: that happens to everybody.")
    assert guidance(run).move is None


def test_whatever_is_done_the_guide_asks_for_nothing_illegal_or_deadly_and_is_brief():
    dice = Random(11)
    asked = set()
    for _ in range(400):
        run = list(steps(lesson()))
        while run[-1].dungeon.status is Status.PLAYING:
            guide = guidance(run)
            assert 0 < len(guide.words) <= LONGEST
            if guide.move is not None:
                asked.add(type(guide.move))
                assert guide.move in legal_moves(run[-1].dungeon)
                assert follow(run[-1], guide.move).dungeon.status is not Status.SLAIN
            run.append(follow(run[-1], dice.choice(legal_moves(run[-1].dungeon))))
        assert 0 < len(guidance(run).words) <= LONGEST
    assert len(asked) == 5  # equip, slay, fight, drink, avoid


def test_the_guide_looks_at_nothing_undealt():
    """The same moves on a deck whose undealt cards lie otherwise: the same words, at every turn."""
    ours = after("6D 7Cw")
    other = Run(Rules(), "tutorial", notation.moves("6D 7Cw"), (*DECK[:4], *reversed(DECK[4:])))
    for turn, step in enumerate(steps(other), start=1):
        assert guidance(steps(other)[:turn]) == guidance(ours[:turn]), step


def test_its_runs_are_known_by_what_they_are():
    assert is_lesson(lesson())
    assert is_lesson(Run(Rules(), "tutorial", notation.moves("6D"), DECK))
    assert not is_lesson(Run(Rules(), "tutorial"))
    assert not is_lesson(Run(Rules(health=30), "tutorial", deck=DECK))
    assert not is_lesson(Run(Rules(), "another seed", deck=DECK))
