"""A run is a seed, the rules and the moves: whatever else is known of it comes from replaying it."""

import pytest

from app.engine import (
    DECK,
    IllegalMove,
    Refusal,
    Rules,
    Run,
    StaleTurn,
    Status,
    at_turn,
    enter,
    follow,
    legal_moves,
    play,
    replay,
    steps,
    undo,
)
from app.engine.notation import cards, move, moves, print_dungeon

OWN = cards("2C 3H 4D 5C 6C 7C 8C")
RUN = Run(Rules(), "gate", moves("4D 5Cw 3H 6Cb"), OWN)


def test_a_run_at_its_deal_is_the_game_entered():
    run = Run(Rules(), "gate")
    assert replay(run) == enter(Rules(), run.order, seed="gate")[0]
    assert run.turn == 0
    assert sorted(map(str, run.order)) == sorted(map(str, DECK))


def test_the_steps_are_the_deal_and_one_a_move():
    played = steps(RUN)
    assert [step.move for step in played] == [None, *RUN.moves]
    assert [len(step.deeds) for step in played] == [1, 1, 1, 2, 1]
    assert RUN.turn == 4


def test_following_a_step_is_playing_from_its_dungeon():
    step = steps(RUN)[1]
    assert (follow(step, move("2Cb")).dungeon, follow(step, move("2Cb")).deeds) == play(step.dungeon, move("2Cb"))


def test_any_turn_can_be_looked_at():
    assert [at_turn(RUN, turn).turn for turn in range(5)] == [0, 1, 2, 3, 4]
    assert print_dungeon(replay(at_turn(RUN, 1))) == print_dungeon(steps(RUN)[1].dungeon)
    assert at_turn(RUN, 4) == RUN


@pytest.mark.parametrize("turn", [-1, 5, 99])
def test_there_is_no_other_turn(turn):
    with pytest.raises(ValueError, match=f"the run has turns 0 to 4, not {turn}"):
        at_turn(RUN, turn)


def test_a_forged_move_shows_in_the_replay():  # case 25
    for forged, kind in (("7Cb", Refusal.NOT_HERE), ("2Cw", Refusal.UNARMED)):
        with pytest.raises(IllegalMove) as caught:
            replay(Run(Rules(), "gate", moves(forged), OWN))
        assert caught.value.refusal is kind


def test_moves_after_the_end_show_in_the_replay():
    with pytest.raises(IllegalMove) as caught:
        replay(Run(Rules(), "gate", moves("2H 2H"), cards("2H")))
    assert caught.value.refusal is Refusal.RUN_OVER


def test_an_undo_after_the_next_deal_is_refused_and_the_run_stays():  # case 26
    dealt = at_turn(RUN, 3)
    with pytest.raises(IllegalMove) as caught:
        undo(dealt)
    assert caught.value.refusal is Refusal.UNDO_SETTLED
    assert dealt.turn == 3
    assert undo(RUN) == dealt


def test_a_stale_turn_tells_the_true_one():
    assert StaleTurn(7).turn == 7
    assert str(StaleTurn(7)) == "the run is at turn 7"


def test_two_games_one_after_the_other_share_nothing():  # case 16
    first = Run(Rules(), "gate", moves("4D 5Cw 3H"), OWN)
    assert replay(first).weapon is not None
    fresh = Run(Rules(), "gate", (), OWN)
    dungeon = replay(fresh)
    assert print_dungeon(dungeon) == "20 | 2C 3H 4D 5C | - | 6C 7C 8C | - | room=1 seed=gate | 20 classic"
    assert not dungeon.potion_used
    assert not dungeon.just_avoided
    assert move("avoid") in legal_moves(dungeon)
    with pytest.raises(IllegalMove) as caught:
        undo(fresh)
    assert caught.value.refusal is Refusal.NOTHING_TO_UNDO


def test_a_kept_game_with_nothing_left_is_won_when_loaded():  # case 18
    kept = Run(Rules(), "gate", moves("2D 3H"), cards("3H 2D"))
    assert replay(kept).status is Status.WON
