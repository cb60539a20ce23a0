"""Ruling 13: victory is an empty dungeon and an empty room with health left; death is looked at first."""

from app.engine import Dungeon, Refusal, Rules, Status, legal_moves, score
from app.engine.deeds import Beaten, Equipped, Slain, Survived
from app.engine.dungeon import EMPTY_ROOM
from app.engine.notation import card, parse_dungeon

from .positions import after, deeds_of, line, refused


def test_the_run_is_won_with_the_last_card():
    assert deeds_of("13 | 9S - - -", "9Sb") == (Beaten(card("9S"), 9, 4), Survived(4, 0))
    assert line("13 | 9S - - -", "9Sb") == "4 | - - - - | - | - | 9S | room=1 | 20 classic"


def test_an_empty_dungeon_alone_is_no_victory():  # case 6
    position = "10 | AS - - KC* | - | - | - | room=15"
    assert after(position).status is Status.PLAYING
    assert score(after(position)) is None
    assert after(position, "KCb").status is Status.SLAIN
    assert after(position, "ASb").status is Status.SLAIN


def test_one_health_is_enough():
    assert after("10 | 9S", "9Sb").status is Status.WON
    assert score(after("10 | 9S", "9Sb")) == 1


def test_death_is_looked_at_before_victory():
    assert after("9 | 9S", "9Sb").status is Status.SLAIN


def test_a_last_weapon_or_a_last_slain_monster_wins_too():
    assert deeds_of("7 | 2D", "2D") == (Equipped(card("2D"), None), Survived(7, 0))
    assert deeds_of("7 | 9S | 10D", "9Sw") == (Slain(card("9S"), card("10D"), 0, 7), Survived(7, 0))


def test_a_won_run_refuses_every_move():
    won = after("13 | 9S", "9Sb")
    assert legal_moves(won) == ()
    assert refused(won, "9Sb") == (Refusal.RUN_OVER, "This run is over.")
    assert refused(won, "avoid") == (Refusal.RUN_OVER, "This run is over.")


def test_an_empty_room_above_an_empty_dungeon_is_always_a_won_run():  # case 18
    stored = parse_dungeon("12 | - - - - | 5D>9C | - | 2H 3H")
    assert stored.status is Status.WON
    assert score(stored) == 12
    assert Dungeon(Rules(), (), EMPTY_ROOM, 1).status is Status.WON
