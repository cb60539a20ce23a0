"""A player who plays, takes back and tries forbidden things, for as long as it likes; after each, all must be well."""

from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.engine import (
    IllegalMove,
    Run,
    Status,
    Step,
    at_turn,
    follow,
    legal_moves,
    refusal,
    replay,
    score,
    steps,
    undo,
    undo_refusal,
)
from app.engine.deeds import Avoided, Drunk, RoomDealt
from app.engine.notation import parse_run, print_dungeon, print_run

from .games import ALL_MOVES, any_rules, cost, lying_anywhere, numbers, own_decks


class Player(RuleBasedStateMachine):
    """`steps` is the game as played on turn by turn; `run` is what would be kept of it."""

    @initialize(rules=any_rules, number=numbers, deck=st.none() | own_decks)
    def enter(self, rules, number, deck):
        self.run = Run(rules, str(number), (), deck)
        self.steps: list[Step] = list(steps(self.run))
        self.all_cards = sorted(map(str, self.run.order))

    @property
    def dungeon(self):
        return self.steps[-1].dungeon

    def make(self, move):
        self.run = Run(self.run.rules, self.run.seed, (*self.run.moves, move), self.run.deck)
        self.steps.append(follow(self.steps[-1], move))

    def playing(self):
        return self.dungeon.status is Status.PLAYING

    @precondition(playing)
    @rule(number=numbers)
    def play_anything(self, number):
        open_here = legal_moves(self.dungeon)
        self.make(open_here[number % len(open_here)])

    @precondition(playing)
    @rule()
    def play_carefully(self):
        self.make(min(legal_moves(self.dungeon), key=lambda move: cost(self.dungeon, move)))

    @precondition(playing)
    @rule()
    def play_the_room_carefully(self):
        for _ in range(3):
            if self.playing():
                self.play_carefully()

    @rule()
    def take_back(self):
        why = undo_refusal(self.steps[-1])
        if why is None:
            self.run = undo(self.run)
            self.steps.pop()
            assert self.run.turn == len(self.steps) - 1
        else:
            with pytest.raises(IllegalMove) as caught:
                undo(self.run)
            assert caught.value.refusal is why.refusal

    @rule()
    def try_what_is_forbidden(self):
        before = print_dungeon(self.dungeon)
        open_here = set(legal_moves(self.dungeon))
        assert open_here == {move for move in ALL_MOVES if refusal(self.dungeon, move) is None}
        for move in ALL_MOVES:
            if move not in open_here:
                with pytest.raises(IllegalMove):
                    follow(self.steps[-1], move)
        assert print_dungeon(self.dungeon) == before

    @rule()
    def keep_and_load(self):
        loaded = parse_run(print_run(self.run))
        assert loaded == self.run
        assert print_dungeon(replay(loaded)) == print_dungeon(self.dungeon)

    @rule(number=numbers)
    def look_back(self, number):
        turn = number % len(self.steps)
        assert print_dungeon(replay(at_turn(self.run, turn))) == print_dungeon(self.steps[turn].dungeon)

    @invariant()
    def every_card_is_in_one_place(self):
        assert sorted(map(str, lying_anywhere(self.dungeon))) == self.all_cards

    @invariant()
    def rooms_are_as_they_should_be(self):
        dealt = [deed for deed in self.steps[-1].deeds if isinstance(deed, RoomDealt)]
        for deed in dealt:
            there = sum(card is not None for card in deed.room)
            assert there == 4 or (1 <= there <= 4 and deed.left == 0)
            if self.run.deck is None:
                assert (there, deed.left % 3) == (4, 1) or (there, deed.left) == (2, 0)
        if self.playing():
            assert self.dungeon.cards
            assert legal_moves(self.dungeon)

    @invariant()
    def health_is_in_bounds_and_heals_once_a_room(self):
        assert 0 <= max(0, self.dungeon.health) <= self.run.rules.health
        drunk = 0
        for step in reversed(self.steps):
            drunk += sum(isinstance(deed, Drunk) for deed in step.deeds)
            if any(isinstance(deed, RoomDealt) for deed in step.deeds):
                drunk -= isinstance(step.deeds[0], Drunk)
                break
        assert drunk == self.dungeon.potion_used

    @invariant()
    def the_limit_has_not_risen(self):
        if len(self.steps) > 1:
            earlier, later = self.steps[-2].dungeon.weapon, self.dungeon.weapon
            if earlier is not None and later is not None and earlier.card == later.card and earlier.stack:
                assert later.limit <= earlier.limit

    @invariant()
    def no_two_rooms_in_a_row_were_avoided(self):
        avoided = [
            isinstance(step.deeds[0], Avoided)
            for step in self.steps
            if any(isinstance(deed, RoomDealt) for deed in step.deeds)
        ]
        assert not any(one and next_one for one, next_one in pairwise(avoided))
        assert self.dungeon.avoids == sum(avoided)
        assert self.dungeon.room_number == len(avoided)

    @invariant()
    def only_a_finished_run_has_a_score(self):
        assert (score(self.dungeon) is None) == self.playing()

    def teardown(self):
        if hasattr(self, "run"):
            assert steps(self.run) == tuple(self.steps)
            assert print_dungeon(replay(self.run)) == print_dungeon(self.dungeon)


Player.TestCase.settings = settings(max_examples=60, stateful_step_count=50)
TestPlayer = Player.TestCase
