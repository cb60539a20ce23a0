"""The histogram as a picture: each bin a bar of its height, told apart by more than colour, in percent of the width."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from app.store.statistics import Bin
from app.web.histogram import picture, summary


def bars(drawn: Markup) -> list[tuple[str, float, float, float]]:
    """The bars from left to right: whose they are, where they begin in percent, their width, their height in pixels."""
    found = [part for part in ElementTree.fromstring(drawn).iter("rect") if "bar" in part.get("class", "")]
    return [
        (
            part.get("class", "").removeprefix("bar "),
            float(part.get("x", "").removesuffix("%")),
            float(part.get("width", "").removesuffix("%")),
            float(part.get("height", "")),
        )
        for part in found
    ]


def labels(drawn: Markup, name: str) -> list[str]:
    return [part.text or "" for part in ElementTree.fromstring(drawn).iter("text") if part.get("class") == name]


BINS = (Bin(-29, -20, 4, 0), Bin(-19, -10, 0, 0), Bin(-9, 0, 1, 0), Bin(1, 10, 0, 2), Bin(11, 20, 0, 3))


def test_each_bin_with_a_run_is_a_bar_of_its_height():
    drawn = bars(picture(BINS))
    assert [name for name, *_ in drawn] == ["slain", "slain", "won", "won"]
    heights = [height for *_, height in drawn]
    assert heights == pytest.approx([160, 40, 80, 120])
    lefts = [left for _, left, *_ in drawn]
    assert lefts == sorted(lefts)
    assert all(left + width < following for (_, left, width, _), following in zip(drawn, lefts[1:], strict=False))


def test_a_defeat_is_striped_and_a_victory_solid():
    drawn = picture(BINS)
    assert len(re.findall(r'class="bar slain" fill="url\(#stripes\)"', drawn)) == 2
    assert len(re.findall(r'class="bar won" x=', drawn)) == 2
    assert 'id="stripes"' in drawn


def test_the_line_at_0_parts_defeats_from_victories():
    drawn = picture(BINS)
    [zero] = [part for part in ElementTree.fromstring(drawn).iter("line") if part.get("class") == "zero"]
    at = float(zero.get("x1", "").removesuffix("%"))
    ends = [left + width for name, left, width, _ in bars(drawn) if name == "slain"]
    begins = [left for name, left, *_ in bars(drawn) if name == "won"]
    assert max(ends) < at < min(begins)


@pytest.mark.parametrize(
    "bins",
    [
        BINS,
        (Bin(-189, -180, 1, 0),),
        (Bin(41, 50, 0, 1),),
        tuple(Bin(low, low + 9, 7, 0) for low in range(-209, 0, 10))
        + tuple(Bin(low, low + 9, 0, 8) for low in (1, 41)),
    ],
)
def test_the_scores_below_leave_each_other_room(bins: tuple[Bin, ...]):
    drawn = picture(bins)
    there = [
        float(part.get("x", "").removesuffix("%"))
        for part in ElementTree.fromstring(drawn).iter("text")
        if part.get("class") == "score"
    ]
    assert "0" in labels(drawn, "score")
    assert 2 <= len(there) <= 6
    assert min(there) > 2
    assert max(there) < 98
    assert all(after - before >= 15 for before, after in pairwise(there))
    assert all(left >= 0 and left + width <= 100 for _, left, width, _ in bars(drawn))


@pytest.mark.parametrize(
    ("most", "counts"),
    [
        (1, ["1"]),
        (4, ["1", "2", "3", "4"]),
        (5, ["2", "4", "6"]),
        (17, ["5", "10", "15", "20"]),
        (1000, ["500", "1000"]),
        (4321, ["2000", "4000", "6000"]),
    ],
)
def test_the_counts_are_round_and_reach_the_tallest_bar(most: int, counts: list[str]):
    assert labels(picture((Bin(1, 10, 0, most),)), "count") == counts


def test_a_single_run_among_thousands_is_still_to_be_seen():
    drawn = bars(picture((Bin(-9, 0, 1, 0), Bin(1, 10, 0, 9999))))
    assert min(height for *_, height in drawn) >= 3


def test_the_picture_says_in_words_what_it_shows():
    assert summary(BINS) == (
        "Histogram of scores in tens: 5 defeats, most from \u221229 to \u221220; 5 victories, most from 11 to 20."
    )
    assert summary((Bin(-9, 0, 1, 0),)) == "Histogram of scores in tens: 1 defeat, from \u22129 to 0; no victory."
    assert 'role="img" aria-label="Histogram of scores in tens: 5 defeats' in picture(BINS)


def test_how_it_looks_is_left_to_the_style_sheet():
    assert not re.findall(r"\s(style|font-\w+|color)=", picture(BINS))
