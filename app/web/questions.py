"""What players ask about the rules, answered by the engine: an answer that holds a number or a verdict is played out."""

from typing import NamedTuple

from app.engine import Rules, notation, refusal
from app.engine.rules import HEALTHS
from app.web.figures import Figures
from app.web.scenes import after, bout, lay, may, opening


class Question(NamedTuple):
    """A question and its answer, both plain text."""

    asked: str
    answer: str


def questions(rules: Rules, figures: Figures) -> tuple[Question, ...]:
    """The questions in the order of the page, answered by these rules."""
    return (*_about_the_deck(rules, figures), *_about_fights(rules), *_about_rooms(rules), *_about_the_end(rules, figures))


def _about_the_deck(rules: Rules, figures: Figures) -> tuple[Question, ...]:
    deck = figures.deck
    faces = len(deck.out)
    healths = ", ".join(str(health) for health in HEALTHS[:-1]) + f" or {HEALTHS[-1]}"
    return (
        Question(
            "How many cards do I need, and which ones come out?",
            f"{deck.size}. From a pack of {deck.pack}, take out {deck.removed}: the {deck.jokers} jokers, and the "
            f"{faces} red jacks, queens, kings and aces. The black ones stay: they are the worst of the monsters.",
        ),
        Question(
            "How long does a game take?",
            "Most take between five and fifteen minutes, and end sooner if you do. However often you avoid, there are "
            "only fifteen rooms to face.",
        ),
        Question(
            "Is there an easier game?",
            f"Yes. You may start with {healths} health; that is also the most you can ever have. You play with "
            f"{rules.health} at present. The settings change it for the next dungeon.",
        ),
    )


def _about_fights(rules: Rules) -> tuple[Question, ...]:
    nine = lay(rules, rules.health, "9S 8S 2H 3C", "5D>9C")
    again = may(nine, "9Sw")
    why = refusal(nine, notation.move("9Sw"))
    eight = bout("", nine, "8Sw")
    reason = "" if why is None else f" The table says: “{why.reason}”"
    heals = bout("", lay(rules, 7, "3C 2H", "9D"), "3Cw")
    return (
        Question(
            "Can I use the same weapon again?",
            "Yes, as often as you like, as long as each monster is weaker than the last one it killed"
            + (", or its equal by your rules" if rules.equal_counts else "")
            + ". A fresh weapon takes on anything once.",
        ),
        Question(
            "My weapon has just killed a 9. Can it take another 9?",
            f"{'Yes, by your rules: equal counts' if again else 'No: it has to be strictly weaker'}."
            f"{reason} An 8 it can take either way: {eight.sum.partition('= ')[2] or eight.sum} with a "
            f"{eight.weapon.value if eight.weapon else ''} in hand.",
        ),
        Question(
            "Do I lose a weapon that is too worn for a monster?",
            "No. It stays in your hand, stack and limit as they are, and serves again for something weaker. It only "
            "goes when you take up another.",
        ),
        Question(
            "What happens to my old weapon when I take a new one?",
            "It goes to the discard at once, with every monster slain on it. You can’t hold two, and you can’t take one "
            "up for later: a diamond that you face is equipped, even if it is the worse blade.",
        ),
        Question(
            "Must I use my weapon?",
            "No. Bare hands are always open to you. It can be wise: a small monster by hand costs a little, and keeps the "
            "blade fresh for a big one.",
        ),
        Question(
            "Do I gain health when the weapon is stronger than the monster?",
            f"No. Nothing is lost and nothing gained: a {heals.card.value} against a "
            f"{heals.weapon.value if heals.weapon else ''} leaves {heals.before} health at {heals.health}. "
            "The weapon still wears down to it.",
        ),
    )


def _about_rooms(rules: Rules) -> tuple[Question, ...]:
    first = opening(rules, "KC AS 2D QC 6S 3C 9D 4H")
    twice = refusal(after(first, "avoid"), notation.move("avoid"))
    reason = "" if twice is None else f" The table says: “{twice.reason}”"
    potions = lay(rules, 5, "4H 6H 2S 3C")
    one, two = bout("", potions, "4H"), bout("", after(potions, "4H"), "6H")
    return (
        Question(
            "Can I avoid two rooms in a row?",
            f"No.{reason} Once you have faced three of its cards you may avoid again, as many rooms in all as you like.",
        ),
        Question(
            "What becomes of the fourth card?",
            "It stays face up, where it lies, and is part of the next room: only three cards are dealt beside it. It can be "
            "carried again and again, as long as you face the other three.",
        ),
        Question(
            "Can I drink two potions in one room?",
            f"You can take two, but only the first heals. At {one.before} health a {one.card.value} brings you to "
            f"{one.health}, and a {two.card.value} after it leaves you at {two.health}. Drink the one you need, and carry "
            "the other if you can.",
        ),
        Question(
            "Does avoiding a room use up its potion?",
            "No. Every room that is dealt has its own one potion, whatever you did with the room before.",
        ),
        Question(
            "Can I face all four cards of a room?",
            "No. With the third one the room is over, and the next is dealt at once. Only the very last room, which has two "
            "cards, is faced whole.",
        ),
    )


def _about_the_end(rules: Rules, figures: Figures) -> tuple[Question, ...]:
    zero = figures.scores.worst
    last = after(lay(rules, 5, "9S 2H", marks="room=15"), "2H", "9Sb")
    ends = last.status.value
    return (
        Question(
            "Am I dead at exactly 0 health?",
            f"Yes. Health {zero.health} is a defeat, whatever the score comes to.",
        ),
        Question(
            "Can the very last card kill me?",
            "Yes. You have only won once the dungeon and the room are empty and you are still on your feet. A 9 as the last "
            f"card, bare-handed at 7 health: {ends}.",
        ),
    )
