"""House rule "Shuffled when avoided" (ruling 10): the four go under in an order drawn from the game's own seed."""

from collections import Counter

from app.engine import DECK, AvoidedOrder, Rules, Run, play, replay
from app.engine.deeds import Avoided, RoomDealt
from app.engine.notation import cards, moves, parse_dungeon, print_dungeon, spaced

from .positions import after, deeds_of

SHUFFLED = Rules(avoided=AvoidedOrder.SHUFFLED)
POSITION = "20 | 2C 3C 4C 5C | - | 6C 7C 8C 2S 3S | - | room=1 seed={seed} | 20 classic shuffled"


def under(seed: object) -> str:
    return spaced(after(POSITION.format(seed=seed), "avoid").pile[1:])


def test_the_four_go_under_in_an_order_of_the_seed():
    assert [under(seed) for seed in ("a", "b", "c")] == ["3C 4C 5C 2C", "5C 3C 4C 2C", "3C 2C 4C 5C"]


def test_the_rest_of_the_dungeon_keeps_its_order():
    assert after(POSITION.format(seed="a"), "avoid").pile[:1] == cards("3S")
    assert after(POSITION.format(seed="a"), "avoid").room == cards("6C 7C 8C 2S")


def test_the_deed_tells_slot_order_and_not_the_new_one():
    assert deeds_of(POSITION.format(seed="a"), "avoid") == (
        Avoided(cards("2C 3C 4C 5C")),
        RoomDealt(2, cards("6C 7C 8C 2S"), cards("6C 7C 8C 2S"), None, 5),
    )


def test_a_replay_repeats_the_order():
    run = Run(SHUFFLED, "gate", moves("avoid"))
    assert print_dungeon(replay(run)) == print_dungeon(replay(run))
    in_order = replay(Run(Rules(), "gate", moves("avoid")))
    assert set(replay(run).pile[-4:]) == set(in_order.pile[-4:])
    assert replay(run).pile[:-4] == in_order.pile[:-4]


def test_a_deck_of_ones_own_is_shuffled_by_the_seed_too():
    first = replay(Run(SHUFFLED, "a", moves("avoid"), DECK))
    second = replay(Run(SHUFFLED, "b", moves("avoid"), DECK))
    assert first.pile[:-4] == second.pile[:-4]
    assert first.pile[-4:] != second.pile[-4:]


def test_each_avoid_of_a_game_draws_an_order_of_its_own():
    dungeons = [
        parse_dungeon(f"20 | 2C 3C 4C 5C | - | 6C | - | room={room} seed=a | 20 classic shuffled")
        for room in range(1, 30)
    ]
    bottoms = {spaced(play(each, moves("avoid")[0])[0].cards) for each in dungeons}
    assert len(bottoms) > 12


def test_every_one_of_the_24_orders_comes_about_equally_often():
    counted = Counter(under(seed) for seed in range(2400))
    assert len(counted) == 24
    assert 60 <= min(counted.values()) <= max(counted.values()) <= 140
