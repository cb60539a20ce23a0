"""Bytes over the line and layout shifts, measured where they arrive. Times are printed by `tests.browser.report`."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Seat
from tests.browser.report import OBSERVE, first_load, long_run, shift

FIRST_LOAD = 90_000
ANSWER = 8_000


def test_the_first_load_is_light(seat: Seat):
    line = first_load(seat)
    assert len(line.came) >= 10
    assert len({url for url, _ in line.came}) == len(line.came), "nothing is fetched twice"
    assert line.total <= FIRST_LOAD, line.came


def test_a_second_visit_fetches_the_page_alone(seat: Seat):
    first_load(seat)
    again = first_load(seat)
    assert [url for url, size in again.came if size] == [seat.address]


@pytest.mark.parametrize("shape", [PHONE, DESK], ids=["phone", "desk"])
def test_each_answer_of_a_long_run_is_light_and_shifts_nothing(sit: Callable[..., Seat], shape: dict[str, Any]):
    seat = sit(**shape)
    seat.context.add_init_script(OBSERVE)
    line, made = long_run(seat)
    answers = [size for url, size in line.came if url.endswith("/moves")]
    assert len(made) == len(answers) == 58
    assert {url.rpartition("/")[2] for url, _ in line.came} == {"moves"}, "a move fetches nothing else"
    assert max(answers) <= ANSWER, answers
    seen = seat.page.evaluate("() => window.seen")
    assert shift(seen, pressed=False) <= 0.02, seen["shifts"]
