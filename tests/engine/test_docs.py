"""What the pages say is so: every example of docs/notation.md, every worked value of docs/rulings.md."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from app.engine import DECK, PRESETS, Bonus, Defeat, Rules, Run, play, replay
from app.engine.notation import (
    MOVES,
    NotationError,
    cards,
    move,
    moves,
    parse_dungeon,
    parse_rules,
    parse_run,
    print_dungeon,
    print_rules,
    print_run,
    spaced,
)
from app.engine.shuffle import shuffled

from .shuffling import shuffle

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, kind: str) -> list[list[str]]:
    """The lines of each fenced block of that kind; a page has at least one."""
    found = re.findall(rf"^```{kind}\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return [block.splitlines() for block in found]


@pytest.mark.parametrize(
    ("kind", "reader", "printer"),
    [
        ("cards", cards, spaced),
        ("moves", moves, spaced),
        ("rules", parse_rules, print_rules),
        ("dungeon", parse_dungeon, print_dungeon),
        ("run", parse_run, print_run),
    ],
)
def test_each_example_reads_and_prints_back(kind, reader, printer):
    for block in blocks("notation.md", kind):
        for line in block:
            assert printer(reader(line)) == line


def test_the_short_form_prints_in_full():
    for short, full in blocks("notation.md", "same"):
        assert print_rules(parse_rules(short)) == full
    for short, full in blocks("notation.md", "same-dungeon"):
        assert print_dungeon(parse_dungeon(short)) == full


def test_the_positions_after_the_moves_are_right():
    for before, played, after in blocks("notation.md", "played"):
        dungeon = parse_dungeon(before)
        for each in moves(played):
            dungeon, _ = play(dungeon, each)
        assert print_dungeon(dungeon) == after


def test_the_run_comes_to_that_dungeon():
    for run, end in blocks("notation.md", "replayed"):
        assert print_dungeon(replay(parse_run(run))) == end


def test_what_is_said_to_be_refused_is_refused_by_every_reader():
    for block in blocks("notation.md", "refused"):
        for line in block:
            for reader in (move, parse_rules, parse_dungeon, parse_run):
                with pytest.raises(NotationError):
                    reader(line)


def test_the_grammar_names_every_rule_word_preset_and_mark():
    text = (DOCS / "notation.md").read_text("utf-8")
    words = blocks("notation.md", "grammar")[1]
    named = re.findall(r'"([a-z-]+)"', " ".join(words[3:]))
    assert len(named) == 10
    for word in named:
        assert f'"{word}"' in text
        parse_rules(f"20 classic {word}")
    assert all(f'"{name}"' in text for name in PRESETS)
    for mark in ("room=", "avoids=", "potion", "avoided", "bonus=", "seed="):
        assert f'"{mark}"' in text
    assert f"There are {len(MOVES)} moves" in text


def test_the_worked_digest_and_deals_are_right():
    for text, digest in blocks("rulings.md", "sha256"):
        assert sha256(text.encode()).hexdigest() == digest
    for seed, order in blocks("rulings.md", "deal"):
        assert spaced(Run(Rules(), seed).order) == order
        assert shuffle([str(each) for each in DECK], "deal", seed) == order.split()


def test_the_worked_avoid_is_right():
    for where, before, after in blocks("rulings.md", "avoid"):
        seed, room = where.split()
        assert spaced(shuffled(cards(before), seed=seed, purpose=f"avoid {room}")) == after
        run = parse_run(f"20 classic shuffled | seed={seed} | avoid")
        assert spaced(replay(run).pile[-4:]) == after
        assert before == spaced(run.order[:4])


def test_the_table_of_presets_is_that_of_the_engine():
    rows = re.findall(
        r"^\| (\w+) \| (refused|allowed) \| from (health|zero) \| full (after|before) \|",
        (DOCS / "rulings.md").read_text("utf-8"),
        re.MULTILINE,
    )
    assert {
        name.lower(): Rules(equal_counts=equal == "allowed", defeat=Defeat(defeat), bonus=Bonus(bonus))
        for name, equal, defeat, bonus in rows
    } == PRESETS


def test_the_table_of_rulings_has_twenty():
    numbers = re.findall(r"^\| (\d+) \| ", (DOCS / "rulings.md").read_text("utf-8"), re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 21)]
