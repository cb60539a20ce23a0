"""What the browser measures on loopback: `python -m tests.browser.report`.

Bytes as they come over the line, compressed; the largest contentful paint; from a press to the painted answer; layout
shifts. The tests assert bytes and shifts; times depend on the machine, so they are only printed here.
"""

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import DESK, NO_LIMITS, OPTIONS, PHONE
from tests.browser.playing import LONG, Choice, Seat, keys, play, restless
from tests.serving import serving

OBSERVE = """
window.seen = { lcp: 0, shifts: [], paints: [] };
new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.seen.lcp = one.startTime; }))
  .observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((one) => window.seen.shifts.push({
  value: one.value, input: one.hadRecentInput, of: one.sources.map((from) => from.node?.id || from.node?.className) })))
  .observe({ type: "layout-shift", buffered: true });
document.addEventListener("htmx:before:request", () => { window.seen.began = performance.now(); });
document.addEventListener("htmx:after:swap", () => requestAnimationFrame(() => {
  const painted = new MessageChannel();
  painted.port1.onmessage = () => window.seen.paints.push(performance.now() - window.seen.began);
  painted.port2.postMessage(0);
}));
"""


class Line:
    """Counts what comes over the line, headers and all, by address."""

    def __init__(self, seat: Seat) -> None:
        self.came: list[tuple[str, int]] = []
        session = seat.context.new_cdp_session(seat.page)
        addresses: dict[str, str] = {}

        def answered(event: dict[str, Any]) -> None:
            addresses[event["requestId"]] = event["response"]["url"]

        def finished(event: dict[str, Any]) -> None:
            self.came.append((addresses.get(event["requestId"], "?"), int(event["encodedDataLength"])))

        session.on("Network.responseReceived", answered)
        session.on("Network.loadingFinished", finished)
        session.send("Network.enable")

    @property
    def total(self) -> int:
        """All bytes so far."""
        return sum(size for _, size in self.came)


def first_load(seat: Seat) -> Line:
    """The table opened for the first time, nothing cached."""
    line = Line(seat)
    seat.page.goto(seat.address, wait_until="networkidle")
    return line


def long_run(seat: Seat, after: Callable[[dict[str, Any], Choice], None] | None = None) -> tuple[Line, list[str]]:
    """A run of 58 moves by keys, and what each brought over the line."""
    seat.deal(deck=LONG.split(), health=40)
    seat.page.wait_for_load_state("networkidle")
    line = Line(seat)
    made = play(seat, keys, restless, after=after)
    seat.page.wait_for_load_state("networkidle")
    return line, made


def shift(seen: dict[str, Any], *, pressed: bool = True) -> float:
    """The sum of layout shifts; those within half a second of a press only where `pressed`."""
    return sum(one["value"] for one in seen["shifts"] if pressed or not one["input"])


def main() -> None:
    """Measure on a phone's and a desk's screen and print."""
    own = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
    lines = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), **NO_LIMITS) as server,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=own, args=[*OPTIONS])
        lines.append(f"Chromium {browser.version}")
        for name, shape in (("phone", PHONE), ("desk", DESK)):
            paints: list[float] = []
            for _ in range(5):
                context = browser.new_context(**shape)
                context.add_init_script(OBSERVE)
                seat = Seat(context, context.new_page(), server.address)
                came = list(first_load(seat).came)  # the counting goes on
                paints.append(seat.page.evaluate("() => window.seen.lcp"))
                if len(paints) < 5:
                    context.close()
            moves, made = long_run(seat)
            seen = seat.page.evaluate("() => window.seen")
            answers = [size for url, size in moves.came if url.endswith("/moves")]
            took = sorted(seen["paints"])
            lines += [
                f"{name}: first load {sum(size for _, size in came):,} bytes in {len(came)} requests",
                *(f"    {size:7,}  {url.removeprefix(server.address)}" for url, size in came),
                f"{name}: a move's answer {answers[0]:,} bytes at first, {max(answers):,} at most of {len(made)}",
                f"{name}: largest contentful paint {statistics.median(paints):.0f} ms (median of 5 first loads)",
                f"{name}: move to paint {statistics.median(took):.0f} ms p50, {took[int(len(took) * 0.95)]:.0f} ms p95",
                f"{name}: layout shift {shift(seen, pressed=False):.4f}, {shift(seen):.4f} with those after a press",
            ]
            context.close()
        browser.close()
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
