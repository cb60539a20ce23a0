"""House rule "No undo" (ruling 19): what is played is played."""

import pytest

from app.engine import DECK, IllegalMove, Refusal, Rules, Run, legal_moves, replay, undo
from app.engine.notation import moves

RULES = Rules(undo=False)


@pytest.mark.parametrize("played", ["-", "2Cb", "2Cb 3Cb", "2Cb 3Cb 4Cb", "avoid"])
def test_nothing_is_ever_taken_back(played):
    with pytest.raises(IllegalMove) as caught:
        undo(Run(RULES, "gate", moves(played), DECK))
    assert caught.value.refusal is Refusal.NO_UNDO
    assert caught.value.reason == "This run is played without undo."


def test_the_moves_are_those_of_any_other_run():
    assert legal_moves(replay(Run(RULES, "gate"))) == legal_moves(replay(Run(Rules(), "gate")))
