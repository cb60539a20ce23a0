"""The histogram of scores as SVG: across in percent of its width, down in pixels, so that letters keep their size.

How it looks stands in `static/css/records.css`; a defeat's bar is striped and outlined, a victory's is solid.
"""

from collections.abc import Sequence

from markupsafe import Markup, escape

from app.store.statistics import BIN, Bin
from app.words import number

_TOP, _BASE, _HEIGHT = 18, 178, 204
"""Where the tallest bar may end, where all begin, and the whole height with the scores below: pixels from above."""
_FEWEST_LOW, _FEWEST_HIGH = -49, 30
"""What is drawn at least, so that a few runs don't make a few huge blocks."""
_LABELS = 6
_LINES = 4
_GAP = 0.14
_STRIPES = (
    '<defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="between" width="6" height="6"/><rect class="stripe" width="3" height="6"/></pattern></defs>'
)


def picture(bins: Sequence[Bin]) -> Markup:
    """The histogram of these bins, which are as `statistics.histogram` gives them and not empty."""
    low = min(bins[0].low, _FEWEST_LOW)
    high = max(bins[-1].high, _FEWEST_HIGH)
    step, most = _upright(max(each.defeats + each.victories for each in bins))

    def across(score: float) -> str:
        return f"{100 * (score - low + 1) / (high - low + 1):.2f}%"

    def down(count: float) -> float:
        return round(_BASE - (_BASE - _TOP) * count / most, 1)

    drawn = [_STRIPES]
    for count in range(step, most + 1, step):
        drawn.append(f'<line class="rule" x1="0" x2="100%" y1="{down(count)}" y2="{down(count)}"/>')
    for each in bins:
        # A bin holds defeats or victories, never both.
        count = each.defeats + each.victories
        if count:
            end = "won" if each.victories else "slain"
            fill = "" if each.victories else ' fill="url(#stripes)"'
            top = min(down(count), _BASE - 3)
            x, width = across(each.low - 1 + BIN * _GAP / 2), f"{100 * BIN * (1 - _GAP) / (high - low + 1):.2f}%"
            drawn.append(
                f'<rect class="bar {end}"{fill} x="{x}" y="{top}" width="{width}" height="{round(_BASE - top, 1)}"/>'
            )
    drawn.append(f'<line class="axis" x1="0" x2="100%" y1="{_BASE}" y2="{_BASE}"/>')
    drawn.append(f'<line class="zero" x1="{across(0)}" x2="{across(0)}" y1="6" y2="{_BASE + 6}"/>')
    for count in range(step, most + 1, step):
        drawn.append(f'<text class="count" x="100%" y="{down(count) - 4}">{count}</text>')
    for score in _labelled(low, high):
        drawn.append(f'<text class="score" x="{across(score)}" y="{_HEIGHT - 6}">{number(score)}</text>')
    named = f'role="img" aria-label="{escape(summary(bins))}" focusable="false"'
    return Markup(f'<svg class="histogram" {named}>{"".join(drawn)}</svg>')  # noqa: S704 - numbers and our own words


def summary(bins: Sequence[Bin]) -> str:
    """What the picture shows, in a sentence or two."""
    told = []
    for name, counts in (
        ("defeat", [(each.defeats, each) for each in bins]),
        ("victory", [(each.victories, each) for each in bins]),
    ):
        total = sum(count for count, _ in counts)
        plural = name if total == 1 else {"defeat": "defeats", "victory": "victories"}[name]
        if not total:
            told.append(f"no {name}")
            continue
        _, fullest = max(counts, key=lambda pair: pair[0])
        span = f"from {number(fullest.low)} to {number(fullest.high)}"
        told.append(f"{total} {plural}, {'' if total == 1 else 'most '}{span}")
    return f"Histogram of scores in tens: {'; '.join(told)}."


def _upright(most: int) -> tuple[int, int]:
    """How many runs lie between two lines, and how many the topmost stands for."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step * _LINES >= most:
                return step, -(-most // step) * step
        size *= 10


def _labelled(low: int, high: int) -> list[int]:
    """The scores written below, between bins: 0 always, and round ones as far as there is room."""
    step = next(each for each in (10, 20, 50, 100) if (high - low + 1) / each <= _LABELS)
    first = -(-low // step) * step
    return [score for score in range(first, high, step) if low + BIN / 2 < score < high - BIN / 2]
