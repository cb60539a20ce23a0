"""What players ask about the rules. An answer that holds a number or a verdict is played out by the engine."""

from typing import NamedTuple

from app.engine import Dungeon, Rules, notation, refusal
from app.engine.rules import HEALTHS
from app.web.bouts import bout
from app.web.figures import Figures
from app.web.scenes import after, lay, opening


class Question(NamedTuple):
    """A question and its answer, both plain text."""

    asked: str
    answer: str


def questions(rules: Rules, figures: Figures) -> tuple[Question, ...]:
    """The questions in the order of the page, answered by these rules."""
    return (
        *_about_the_game(rules, figures),
        *_about_fights(rules),
        *_about_rooms(rules),
        *_about_the_end(rules, figures),
    )


def _about_the_game(rules: Rules, figures: Figures) -> tuple[Question, ...]:
    deck = figures.deck
    *easier, easiest = HEALTHS
    healths = f"{', '.join(map(str, easier))} or {easiest}"
    return (
        Question(
            "How many cards do I need, and which ones come out?",
            f"{deck.size}. From a pack of {deck.pack}, take out {deck.removed}: the {deck.jokers} jokers, and the "
            f"{len(deck.out)} red jacks, queens, kings and aces. The black ones stay: they are the worst of the "
            "monsters.",
        ),
        Question(
            "How long does a game take?",
            "Most take between five and fifteen minutes, less if you die early. However often you avoid, there are "
            f"only {figures.scores.rooms} rooms to face.",
        ),
        Question(
            "Is there an easier game?",
            f"Yes. You may start with {healths} health, which is also the most you can ever have. You play with "
            f"{rules.health} at present. The settings change it for the next dungeon.",
        ),
    )


def _about_fights(rules: Rules) -> tuple[Question, ...]:
    worn = lay(rules, rules.health, "9S 8S 2H 3C", "5D>9C")
    refused = _refused(worn, "9Sw")
    eight = bout("", worn, "8Sw")
    small = bout("", lay(rules, 7, "3C 2H", "9D"), "3Cw")
    assert eight.weapon is not None and small.weapon is not None  # noqa: S101, PT018 - both are slain
    verdict = "No: it has to be strictly weaker." if refused else "Yes, by your rules: equal counts."
    equal = ", or its equal by your rules" if rules.equal_counts else ""
    return (
        Question(
            "Can I use the same weapon again?",
            f"Yes, as often as you like, as long as each monster is weaker than the last one it killed{equal}. A fresh "
            "weapon takes on anything once.",
        ),
        Question(
            "My weapon has just killed a 9. Can it take another 9?",
            f"{verdict}{refused} An {eight.card.value} it can take either way: that is "
            f"{eight.before - eight.health} damage with a {eight.weapon.value} in hand.",
        ),
        Question(
            "Do I lose a weapon that is too worn for a monster?",
            "No. It stays in your hand, stack and limit as they are, and serves again for something weaker. It only "
            "goes when you take up another.",
        ),
        Question(
            "What happens to my old weapon when I take a new one?",
            "It goes to the discard at once, with every monster slain on it. You can’t hold two, and you can’t keep "
            "one for later: a diamond that you face is equipped, even if it is the worse blade.",
        ),
        Question(
            "Must I use my weapon?",
            "No. Bare hands are always open to you. It can be wise: a small monster costs little that way, and the "
            "blade stays fresh for a big one.",
        ),
        Question(
            "Do I gain health when the weapon is stronger than the monster?",
            f"No. Nothing is lost and nothing gained: a {small.card.value} against a {small.weapon.value} leaves "
            f"{small.before} health at {small.health}. The weapon still wears down to it.",
        ),
    )


def _about_rooms(rules: Rules) -> tuple[Question, ...]:
    second = after(opening(rules, "KC AS 2D QC 6S 3C 9D 4H"), "avoid")
    potions = lay(rules, 5, "4H 6H 2S 3C")
    one, two = bout("", potions, "4H"), bout("", after(potions, "4H"), "6H")
    return (
        Question(
            "Can I avoid two rooms in a row?",
            f"No.{_refused(second, 'avoid')} Once you have faced three of its cards you may avoid again, as many "
            "rooms in all as you like.",
        ),
        Question(
            "What becomes of the fourth card?",
            "It stays face up, where it lies, and is part of the next room: only three cards are dealt beside it. It "
            "can be carried again and again, as long as you face the other three.",
        ),
        Question(
            "Can I drink two potions in one room?",
            f"You can take two, but only the first heals. At {one.before} health a {one.card.value} brings you to "
            f"{one.health}, and a {two.card.value} after it leaves you at {two.health}. Drink the one you need, and "
            "carry the other if you can.",
        ),
        Question(
            "Does avoiding a room use up its potion?",
            "No. Every room that is dealt has its own one potion, whatever you did with the room before.",
        ),
        Question(
            "Can I face all four cards of a room?",
            "No. With the third one the room is over, and the next is dealt at once. Only the very last room, which "
            "has two cards, is faced whole.",
        ),
    )


def _about_the_end(rules: Rules, figures: Figures) -> tuple[Question, ...]:
    last = lay(rules, 7, "9S", marks="room=15")
    killed = bout("", last, "9Sb")
    return (
        Question(
            "Am I dead at exactly 0 health?",
            f"Yes. Health {figures.scores.worst.health} is a defeat, whatever the score comes to.",
        ),
        Question(
            "Can the very last card kill me?",
            "Yes. You have only won once the dungeon and the room are empty and you are still on your feet. A "
            f"{killed.card.value} as the last card, bare-handed at {killed.before} health: "
            f"{after(last, '9Sb').status.value}.",
        ),
    )


def _refused(dungeon: Dungeon, move: str) -> str:
    """What the table says to a move that is refused, as a sentence with a space before it; empty where it isn't."""
    refused = refusal(dungeon, notation.move(move))
    return f" The table says: “{refused.reason}”" if refused is not None else ""
