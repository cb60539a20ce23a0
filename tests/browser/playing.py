"""Sitting at the table in a real browser: what the page shows, what a player decides from it, and each way to do it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, expect

VICTORY = (
    "4D 4H KS 2H QC 9C 2S 3S 8H 2D JS QS 8D 6S 7C 3D 10C 5D 8C 3C JC AC "
    "9H 4S 5H 5S 7D 3H KC 10D 9S 8S 10S 5C 7S 6C 7H 6D AS 4C 6H 10H 9D 2C"
)
"""All 44 cards, in an order in which the careful player wins with 4: 46 moves, 2 avoids, armed and bare fights."""

DEATH = (
    "10C 9S 8S 8C 6D 2D 9H 6S 8H 7C 6C 9C JC AC 8D 9D 5C 2C 7H QS KS 3H "
    "7D 5H 3C QC 4D KC 10H AS 5D 10D 3D 4S JS 7S 2S 5S 10S 3S 4H 2H 6H 4C"
)
"""All 44 cards, in an order in which the careful player is slain at the 30th move, after 3 avoids."""
LONG = (
    "2D 6D 5S 10D 3H 3S 4C JS 9H JC QC 4S 3D 6H 9C 6C 7H 10C 4D 9S QS 3C "
    "4H 8C 10H 5D 5H 8D AC KS 7S AS 8H 2C 7D KC 2S 2H 9D 6S 5C 7C 8S 10S"
)
"""All 44 cards, in an order in which the restless player wins at 40 health after 58 moves, 14 of them avoids."""
VICTORY_MOVES = (
    "4D KSw 4H 2Sb 2H 9Cw 8H 3Sw 2D avoid 6Sw 3D 7Cw 3Cw 5D 8Cw avoid 5Sw 4Sw 5H 3H 10D KCw 10Sw 9Sw 8Sw 7Sw 6Cw "
    "5Cw 7H 6D ASw 6H 4Cw 7D 2Cb QCw 10H JSw 9D QSw JCw 9H 8D 10Cw ACb"
)
DEATH_MOVES = (
    "avoid 6D 6Sw 2D 6Cw 8H 9H avoid 2Cw 8D 5Cw 9D QSw 7H 3H 5H 7D 3Cb QCw 4D avoid 4Sw 5D 10D 2Sb 7Sw 3D 3Sb 5Sw JSb"
)
"""What the careful player makes of them: for tests that only want the end."""

LOOK = """() => {
  const card = (face) => face?.dataset.card ?? null;
  const table = document.getElementById("table");
  const held = table.querySelector(".arms .held > .face");
  return {
    turn: Number(table.querySelector("#play input[name=turn]").value),
    over: document.getElementById("result") !== null,
    health: Number(document.getElementById("health-now").textContent),
    weapon: card(held),
    stack: [...table.querySelectorAll(".stack .face")].map(card),
    avoid: document.getElementById("avoid")?.disabled === false,
    undo: document.getElementById("undo")?.disabled === false,
    slots: [1, 2, 3, 4].flatMap((no) => {
      const take = document.getElementById(`slot-${no}`);
      return take === null ? [] : [{
        no,
        card: card(take.querySelector(".face")),
        ways: [...take.querySelectorAll(".tell")].map((tell) => ({
          how: tell.classList[1],
          amount: Number((tell.querySelector("b")?.textContent ?? "0").replace("\\u2212", "-")),
          fatal: tell.classList.contains("fatal"),
        })),
      }];
    }),
  };
}"""

SHOWS_TURN = """(turn) => new Promise((done) => {
  const shown = () => document.querySelector("#play input[name=turn]")?.value === turn;
  if (shown()) return done();
  const watching = new MutationObserver(() => { if (shown()) { watching.disconnect(); done(); } });
  watching.observe(document.getElementById("table"), { subtree: true, childList: true, attributes: true });
  setTimeout(done, 5000);
})"""
"""Resolves the moment that the table shows the turn, or after 5 s whatever it shows."""


def worth(card: str) -> int:
    """What a card counts in the game."""
    return {"J": 11, "Q": 12, "K": 13, "A": 14}.get(card[:-1]) or int(card[:-1])


@dataclass(frozen=True, slots=True)
class Choice:
    """One move as a player means it: a card and the way to take it, or avoiding the room (no slot)."""

    no: int = 0
    card: str = ""
    how: str = "avoid"
    chooses: bool = False

    @property
    def onto(self) -> str:
        """Where the card is dragged for it."""
        return "weapon" if self.how in ("weapon", "equip") else "health"

    @property
    def move(self) -> str:
        """The move as the API writes it."""
        return self.card + {"weapon": "w", "bare": "b"}.get(self.how, "") or "avoid"


def choices(view: dict[str, Any]) -> list[Choice]:
    """Every card that can be taken, each way."""
    return [
        Choice(slot["no"], slot["card"], way["how"], len(slot["ways"]) == 2)
        for slot in view["slots"]
        for way in slot["ways"]
    ]


def careful(view: dict[str, Any]) -> Choice:
    """What a careful player does, from what the page shows alone."""
    weapon, stack = view["weapon"], view["stack"]
    monsters = [worth(slot["card"]) for slot in view["slots"] if slot["card"][-1] in "CS"]
    if view["avoid"] and sum(monsters) > (24 if weapon is None else 34):
        return Choice()

    def rank(slot: dict[str, Any], way: dict[str, Any]) -> float:
        value = worth(slot["card"])
        if way["fatal"]:
            return -1000
        match way["how"]:
            case "weapon":
                return 55 + value / 10 + 3 * way["amount"]
            case "bare":
                small = value <= 3 and weapon is not None and (not stack or worth(stack[-1]) > 9)
                return 60 if small else 30 + 4 * way["amount"]
            case "drink":
                return 50 + way["amount"] if way["amount"] == value else 12 + way["amount"]
        if weapon is None:
            return 58 + value
        return 45 if stack and worth(stack[-1]) <= 6 else value - worth(weapon)

    ranked = [(rank(slot, way), slot, way) for slot in view["slots"] for way in slot["ways"]]
    _, slot, way = max(ranked, key=lambda each: each[0])
    return Choice(slot["no"], slot["card"], way["how"], len(slot["ways"]) == 2)


def restless(view: dict[str, Any]) -> Choice:
    """Avoids each room that may be avoided, and is careful in the others."""
    return Choice() if view["avoid"] else careful(view)


@dataclass(slots=True)
class Seat:
    """One browser context with one page at one server, and everything that the browser complained of."""

    context: BrowserContext
    page: Page
    address: str
    scripts: bool = True
    allowed: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    tapped: int | None = None

    def watch(self, page: Page) -> None:
        """Note what this page writes into the console as an error or warning, and every exception in it."""
        page.on(
            "console",
            lambda said: (
                self.complaints.append(f"{said.type}: {said.text}") if said.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: self.complaints.append(f"exception: {error}"))

    def allow(self, pattern: str) -> None:
        """Let console lines of this pattern pass: a test that breaks the connection provokes them."""
        self.allowed.append(pattern)

    def unexpected(self) -> list[str]:
        """The complaints that nothing allowed."""
        return [line for line in self.complaints if not any(re.search(pattern, line) for pattern in self.allowed)]

    def another_tab(self) -> Page:
        """A second page of the same player, on the table."""
        page = self.context.new_page()
        self.watch(page)
        page.goto(self.address)
        return page

    # The game ------------------------------------------------------------------------------------------------------

    def deal(self, **wish: Any) -> dict[str, Any]:
        """Begin this game through the API and sit down at it."""
        begun = self.context.request.post(f"{self.address}api/v1/games", data=wish)
        assert begun.status == 201, begun.text()
        self.page.goto(self.address)
        if self.scripts:
            # htmx begins a moment after the page has loaded; a press before that is a plain form's, and a new page.
            expect(self.page.locator("#play[data-htmx-powered]")).to_have_count(1)
        return begun.json()

    def told(self, game: dict[str, Any]) -> dict[str, Any]:
        """The game as the API tells it now."""
        answer = self.context.request.get(f"{self.address}api/v1/games/{game['id']}")
        assert answer.status == 200, answer.text()
        return answer.json()

    def do(self, game: dict[str, Any], *moves: str) -> None:
        """Make moves through the API, behind the page's back."""
        for turn, move in enumerate(moves, start=self.told(game)["turn"]):
            done = self.context.request.post(
                f"{self.address}api/v1/games/{game['id']}/moves", data={"turn": turn, "move": move}
            )
            assert done.status == 200, done.text()

    def set_look(self, **look: str) -> None:
        """Keep settings of the look as the form of the settings page does."""
        form = {"theme": "system", "motion": "normal", "single_keys": "true"} | look
        kept = self.context.request.post(
            f"{self.address}settings/look", form={name: text for name, text in form.items() if text}
        )
        assert kept.ok, kept.status

    # The page ------------------------------------------------------------------------------------------------------

    def see(self) -> dict[str, Any]:
        """What the table shows."""
        return self.page.evaluate(LOOK)

    def expect_turn(self, turn: int, page: Page | None = None) -> None:
        """Wait until the table shows this turn."""
        if self.scripts and page is None:
            self.page.evaluate(SHOWS_TURN, str(turn))
        expect((page or self.page).locator("#play input[name=turn]")).to_have_value(str(turn))

    def active(self) -> str:
        """What has the focus: its id, else its tag and class."""
        return self.page.evaluate(
            "() => { const on = document.activeElement;"
            " return on ? on.id || `${on.tagName}.${on.className}` : 'nothing' }"
        )

    def centre(self, selector: str) -> tuple[float, float]:
        """The middle of an element, in the viewport."""
        box = self.page.locator(selector).bounding_box()
        assert box, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


Hands = Callable[[Seat, Choice], None]


def click(seat: Seat, choice: Choice) -> None:
    """With a mouse's button."""
    if not choice.no:
        seat.page.locator("#avoid").click()
        return
    seat.page.locator(f"#slot-{choice.no}").click()
    if choice.chooses:
        seat.page.locator(f"#choose-{choice.no} .way.{choice.how}").click()


def tap(seat: Seat, choice: Choice) -> None:
    """With a finger; the room is avoided by tapping the pile. Never twice so quickly that it is a double tap."""
    if seat.tapped == choice.no:
        seat.page.wait_for_timeout(400)
    seat.tapped = choice.no
    if not choice.no:
        seat.page.locator("#pile").tap()
        return
    seat.page.locator(f"#slot-{choice.no}").tap()
    if choice.chooses:
        seat.page.locator(f"#choose-{choice.no} .way.{choice.how}").tap()


def keys(seat: Seat, choice: Choice) -> None:
    """With single keys."""
    if not choice.no:
        seat.page.keyboard.press("a")
        return
    seat.page.keyboard.press(str(choice.no))
    if choice.chooses:
        seat.page.keyboard.press("w" if choice.how == "weapon" else "b")


def tab_to(seat: Seat, wanted: str) -> None:
    """Press Tab until what matches the selector has the focus."""
    for _ in range(30):
        if seat.page.evaluate("(wanted) => document.activeElement?.matches(wanted)", wanted):
            return
        seat.page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is out of Tab's reach; the focus is on {seat.active()}")


def tabs(seat: Seat, choice: Choice) -> None:
    """With Tab and Enter alone."""
    tab_to(seat, f"#slot-{choice.no}" if choice.no else "#avoid")
    seat.page.keyboard.press("Enter")
    if choice.chooses:
        expect(seat.page.locator(f"#choose-{choice.no} .way.{choice.how}")).to_be_visible()
        tab_to(seat, f"#choose-{choice.no} .way.{choice.how}")
        seat.page.keyboard.press("Enter")


def drag(seat: Seat, choice: Choice) -> None:
    """With a mouse that carries the card where it goes; the room is avoided by a click on the pile."""
    if not choice.no:
        seat.page.locator("#pile").click()
        return
    mouse_drag(seat, seat.centre(f"#slot-{choice.no}"), seat.centre(f"#{choice.onto}"))


def mouse_drag(seat: Seat, start: tuple[float, float], end: tuple[float, float], *, drop: bool = True) -> None:
    """Press, carry in a few steps, let go (or hold on)."""
    mouse = seat.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 6, start[1] + 8)
    mouse.move(*end, steps=4)
    if drop:
        mouse.up()


def finger(seat: Seat) -> CDPSession:
    """What touches the page's screen: real touch events, so that panning and cancelling are the browser's own."""
    return seat.context.new_cdp_session(seat.page)


def touch_drag(touch: CDPSession, start: tuple[float, float], end: tuple[float, float], *, drop: bool = True) -> None:
    """Put a finger down, move it in steps, lift it."""

    def send(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    send("touchStart", start)
    for step in range(1, 7):
        part = step / 6
        send("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    if drop:
        for still in ((end[0], end[1] + 1), end) * 3:
            send("touchMove", still)  # held still before it lets go: after a flick the browser eats the next tap
        send("touchEnd")


def finger_drag() -> Hands:
    """With a finger that carries the card where it goes."""
    touching: list[CDPSession] = []

    def hands(seat: Seat, choice: Choice) -> None:
        if not touching:
            touching.append(finger(seat))
        if not choice.no:
            seat.page.locator("#pile").tap()
            return
        touch_drag(touching[0], seat.centre(f"#slot-{choice.no}"), seat.centre(f"#{choice.onto}"))

    return hands


def play(
    seat: Seat,
    hands: Hands,
    policy: Callable[[dict[str, Any]], Choice] = careful,
    *,
    most: int = 80,
    after: Callable[[dict[str, Any], Choice], None] | None = None,
) -> list[str]:
    """Play on to the end of the run, or `most` moves; the moves made. `after` looks at the page after each."""
    made: list[str] = []
    view = seat.see()
    while not view["over"] and len(made) < most:
        choice = policy(view)
        hands(seat, choice)
        seat.expect_turn(view["turn"] + 1)
        made.append(choice.move)
        if after is not None:
            after(view, choice)
        view = seat.see()
    return made
