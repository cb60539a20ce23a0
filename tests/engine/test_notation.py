"""The one-line texts: what is printed is read back exactly, and what is none of ours is refused with a word why."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.engine import DECK, PRESETS, Dungeon, Equip, Rules, Run, Status, Weapon
from app.engine.notation import (
    MOVES,
    NotationError,
    card,
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

from .games import ALL_MOVES, any_rules, numbers, own_decks, play_out, seeds

TEXTS = {"card": card, "move": move, "rules": parse_rules, "dungeon": parse_dungeon, "run": parse_run}

some_moves = st.lists(st.sampled_from(ALL_MOVES), max_size=70).map(tuple)
any_run = st.builds(Run, any_rules, seeds, some_moves, st.none() | own_decks)
dealt_run = st.builds(Run, any_rules, seeds, st.just(()), st.none() | own_decks)


def test_there_are_71_moves_and_each_reads_back():
    assert len(MOVES) == 71
    assert set(MOVES.values()) == set(ALL_MOVES)
    assert all(move(str(each)) == each for each in ALL_MOVES)


def test_a_move_is_written_as_its_card_and_how():
    assert [str(move(text)) for text in ("6D", "9H", "QSw", "10Cb", "avoid")] == ["6D", "9H", "QSw", "10Cb", "avoid"]
    assert move("6D") == Equip(card("6D"))


@pytest.mark.parametrize("each", DECK, ids=str)
def test_each_card_reads_back(each):
    assert card(str(each)) is each


@given(st.permutations(DECK), st.integers(0, 44), some_moves)
def test_lists_read_back(order, size, played):
    assert cards(spaced(order[:size])) == tuple(order[:size])
    assert moves(spaced(played)) == played


def test_nothing_is_written_as_a_dash():
    assert spaced(()) == "-"
    assert cards("-") == cards("") == moves(" - ") == moves("") == ()


@given(any_rules)
def test_rules_read_back(rules):
    assert parse_rules(print_rules(rules)) == rules


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("health", [20, 30, 40])
def test_a_preset_is_written_by_its_name(name, health):
    text = f"{health} {name}"
    assert print_rules(parse_rules(text)) == text
    assert parse_rules(text).preset == name


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("20 classic equal", "20 patience"),
        ("20 patience strict", "20 classic"),
        ("30 classic from-zero", "30 ledger"),
        ("40 ledger from-health undo in-order", "40 classic"),
        ("20 guide bonus-after", "20 classic"),
        ("20 patience bonus-before", "20 academy"),
        ("20 guide no-undo shuffled", "20 guide shuffled no-undo"),
        ("20 ledger equal bonus-before", "20 classic equal from-zero bonus-before"),
    ],
)
def test_rules_of_one_meaning_print_alike(written, printed):
    assert print_rules(parse_rules(written)) == printed


@given(any_run)
@example(Run(Rules(), "a | b=c %41 é\u0301 骰"))
@example(Run(Rules(), " "))
def test_a_run_reads_back(run):
    text = print_run(run)
    assert parse_run(text) == run
    assert text.isascii()
    assert print_run(parse_run(text)) == text


@given(dealt_run, numbers)
def test_every_dungeon_of_a_game_reads_back(run, number):
    for step in play_out(run, number):
        text = print_dungeon(step.dungeon)
        assert parse_dungeon(text) == step.dungeon
        assert print_dungeon(parse_dungeon(text)) == text
        assert text.isascii()


def test_a_dungeon_s_parts_left_out_are_at_their_start():
    assert parse_dungeon("20 | 9S 4C 3H 2D") == Dungeon(Rules(), (), cards("9S 4C 3H 2D"), 20)  # type: ignore[arg-type]


def test_slots_left_out_are_empty():
    assert parse_dungeon("20 | 9S").room == (card("9S"), None, None, None)
    assert parse_dungeon("20 | - 9S*").room == (None, card("9S"), None, None)


def test_every_part_of_a_dungeon_is_read():
    text = (
        "7 | 9S 4C* - 2D | 7D>KS>9C | AC 2H | 5D 6C"
        " | room=29 avoids=14 potion avoided seed=%20f%C3%A9 | 30 guide shuffled no-undo"
    )
    dungeon = parse_dungeon(text)
    assert print_dungeon(dungeon) == text
    assert dungeon.health == 7
    assert dungeon.room == (card("9S"), card("4C"), None, card("2D"))
    assert dungeon.carried == 1
    assert dungeon.weapon == Weapon(card("7D"), cards("KS 9C"))
    assert dungeon.pile == cards("AC 2H")
    assert dungeon.discard == cards("5D 6C")
    assert (dungeon.room_number, dungeon.avoids, dungeon.seed) == (29, 14, " fé")
    assert dungeon.potion_used
    assert dungeon.just_avoided
    assert print_rules(dungeon.rules) == "30 guide shuffled no-undo"


def test_a_finished_dungeon_is_read():
    assert parse_dungeon("-4 | - - - - | 5D>9C | - | 2H").status is Status.SLAIN
    assert parse_dungeon("0 | - - - - | - | 5C").status is Status.SLAIN
    assert parse_dungeon("1 | -").status is Status.WON
    assert parse_dungeon("20 | - | - | - | 9H | potion bonus=9").bonus == 9


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("card", "1C", "no such card: '1C'"),
        ("card", "JD", "no such card: 'JD'"),
        ("card", "AH", "no such card: 'AH'"),
        ("card", "qs", "no such card: 'qs'"),
        ("card", "", "no such card: ''"),
        ("card", "x" * 99, f"no such card: {'x' * 20!r}"),
        ("move", "QS", "no such move: 'QS'"),
        ("move", "6Dw", "no such move: '6Dw'"),
        ("move", "9Hb", "no such move: '9Hb'"),
        ("move", "Avoid", "no such move: 'Avoid'"),
        ("move", "5", "no such move: '5'"),
        ("move", "-1", "no such move: '-1'"),
        ("move", "y" * 99, f"no such move: {'y' * 20!r}"),
        ("rules", "", "rules are a health and a preset, not ''"),
        ("rules", "20", "rules are a health and a preset, not '20'"),
        ("rules", "20 chaos", "rules are a health and a preset, not '20 chaos'"),
        ("rules", "classic 20", "rules are a health and a preset, not 'classic 20'"),
        ("rules", "20 classic zero", "no such rule: 'zero'"),
        ("rules", "xx classic", "health is a number, not 'xx'"),
        ("rules", "25 classic", "health is 20, 30 or 40, not 25"),
        ("dungeon", "", "a dungeon has 2 to 7 parts between | signs"),
        ("dungeon", "20", "a dungeon has 2 to 7 parts between | signs"),
        ("dungeon", "20 | 9S | - | - | - | - | 20 classic | -", "a dungeon has 2 to 7 parts between | signs"),
        ("dungeon", "x | 9S", "health is a number, not 'x'"),
        ("dungeon", "2_0 | 9S", "health is a number, not '2_0'"),
        ("dungeon", "٢٠ | 9S", "health is a number, not '٢٠'"),
        ("dungeon", "²0 | 9S", "health is a number, not '²0'"),
        ("dungeon", "+9 | 9S", "health is a number, not '+9'"),
        ("dungeon", "- | 9S", "health is a number, not '-'"),
        ("dungeon", "99999 | 9S", "health is a number, not '99999'"),
        ("dungeon", "21 | 9S", "health 21 is above the 20 of the rules"),
        ("dungeon", "41 | 9S | - | - | - | - | 40 classic", "health 41 is above the 40 of the rules"),
        ("dungeon", "20 | 9S 8S 7S 6S 5S", "a room has 4 slots, not 5"),
        ("dungeon", "20 | 9S* 8S*", "only one card is carried"),
        ("dungeon", "20 | 9S -*", "no such card: '-'"),
        ("dungeon", "20 | 9S *", "no such card: ''"),
        ("dungeon", "20 | 9S | 5H", "a weapon and the monsters slain on it, not '5H'"),
        ("dungeon", "20 | 9S | 5D>6D", "a weapon and the monsters slain on it, not '5D>6D'"),
        ("dungeon", "20 | 9S | KS>5C", "a weapon and the monsters slain on it, not 'KS>5C'"),
        ("dungeon", "20 | 9S | 5D>", "no such card: ''"),
        ("dungeon", "20 | 9S | ", "no such card: ''"),
        ("dungeon", "20 | 9S | - | 9S", "the 9 of spades is there twice"),
        ("dungeon", "20 | 9S 9S", "the 9 of spades is there twice"),
        ("dungeon", "20 | 9S | 5D>QS | - | QS", "the queen of spades is there twice"),
        ("dungeon", "20 | 9S | 5D>QS | 5D", "the 5 of diamonds is there twice"),
        ("dungeon", "20 | 9S | 5D>QS>QS", "the queen of spades is there twice"),
        ("dungeon", "20 | - | - | 5D", "the room is empty, yet there are cards to deal"),
        ("dungeon", "20 | 9S | - | - | - | bonus=9", "only a run that is won has a bonus"),
        ("dungeon", "0 | - | - | - | 9H | bonus=9", "only a run that is won has a bonus"),
        ("dungeon", "20 | 9S | - | - | - | torch", "no such mark: 'torch'"),
        ("dungeon", "20 | 9S | - | - | - | room", "room is a number, not ''"),
        ("dungeon", "20 | 9S | - | - | - | room=x", "room is a number, not 'x'"),
        ("dungeon", "20 | 9S | - | - | - | room=-1", "room counts from 0, not from -1"),
        ("dungeon", "20 | 9S | - | - | - | avoids=-2", "avoids counts from 0, not from -2"),
        ("dungeon", "20 | 9S | - | - | - | bonus=-9", "bonus counts from 0, not from -9"),
        ("dungeon", "20 | 9S | - | - | - | potion=no", "the mark potion stands alone, without 'no'"),
        ("dungeon", "20 | 9S | - | - | - | avoided=0", "the mark avoided stands alone, without '0'"),
        ("dungeon", "20 | 9S | - | - | - | room=1 room=2", "the mark room is there twice"),
        ("dungeon", "20 | 9S | - | - | - | seed=", "a seed is 1 to 64 printable characters, not ''"),
        ("dungeon", "20 | 9S | - | - | - | seed=%0A", "a seed is 1 to 64 printable characters, not '%0A'"),
        ("dungeon", "20 | 9S | - | - | - | seed=%FF", "a seed is 1 to 64 printable characters, not '%FF'"),
        ("dungeon", "20 | 9S | - | - | - | - | 20 chaos", "rules are a health and a preset, not '20 chaos'"),
        ("run", "", "a run has 3 parts between | signs: rules, seed, moves"),
        ("run", "20 classic | seed=a", "a run has 3 parts between | signs: rules, seed, moves"),
        ("run", "20 classic | seed=a | - | -", "a run has 3 parts between | signs: rules, seed, moves"),
        ("run", "20 classic | | -", "a run's cards are seed=..., then deck=... if it has its own, not ''"),
        ("run", "20 classic | gate | -", "a run's cards are seed=..., then deck=... if it has its own, not 'gate'"),
        (
            "run",
            "20 classic | deck=5H | -",
            "a run's cards are seed=..., then deck=... if it has its own, not 'deck=5H'",
        ),
        (
            "run",
            "20 classic | seed=a b | -",
            "a run's cards are seed=..., then deck=... if it has its own, not 'seed=a b'",
        ),
        (
            "run",
            "20 classic | seed=a deck=5H 6H | -",
            "a run's cards are seed=..., then deck=... if it has its own, not 'seed=a deck=5H 6H'",
        ),
        ("run", "20 classic | seed=a deck=5H,XX | -", "no such card: 'XX'"),
        ("run", "20 classic | seed=a deck=5H,5H | -", "a deck has no card twice"),
        ("run", "20 classic | seed=a deck=- | -", "a deck has at least one card"),
        ("run", "20 classic | seed=a deck= | -", "a deck has at least one card"),
        ("run", "20 classic | seed= | -", "a seed is 1 to 64 printable characters, not ''"),
        ("run", f"20 classic | seed={'x' * 65} | -", f"a seed is 1 to 64 printable characters, not {'x' * 60!r}"),
        ("run", "20 classic | seed=%FF | -", "a seed is 1 to 64 printable characters, not '%FF'"),
        ("run", "20 classic | seed=\ud800 | -", "a seed is 1 to 64 printable characters, not '\\ud800'"),
        ("run", "20 chaos | seed=a | -", "rules are a health and a preset, not '20 chaos'"),
        ("run", "20 classic | seed=a | 9S", "no such move: '9S'"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_word_why(kind, text, message):  # case 25
    with pytest.raises(NotationError) as caught:
        TEXTS[kind](text)
    assert str(caught.value) == message
