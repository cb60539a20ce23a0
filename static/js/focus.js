// Where the focus goes: it stays on its slot, else on the next card, else on what can be done; never on the body.

const table = document.getElementById("table");
let last = "slot-1";

// The pile is a button only while the room may be avoided, and never one for the keyboard.
const usable = (element) =>
  element?.matches("button:enabled:not([aria-hidden=true])") && element.getClientRects().length > 0;

function sensible() {
  const result = document.getElementById("result");
  if (result) return result;
  const from = Number(/^slot-(\d)$/.exec(last)?.[1] ?? 1);
  const order = [0, 1, 2, 3].map((step) => document.getElementById(`slot-${((from - 1 + step) % 4) + 1}`));
  return [document.getElementById(last), ...order].find(usable);
}

table.addEventListener("focusin", (event) => {
  const slot = event.target.closest(".slot")?.querySelector(".take") ?? event.target;
  if (slot.id) last = slot.id;
});

document.addEventListener("htmx:after:swap", () => {
  const held = document.activeElement;
  const ended = document.getElementById("result");
  const lost = held === null || held === document.body || held.disabled || !held.isConnected;
  const hidden = held?.closest("[aria-hidden=true]");
  // What the guide asks for may lie below the edge of a short screen.
  document.getElementById(document.querySelector("[data-asked]")?.dataset.asked)?.scrollIntoView({ block: "nearest" });
  if (ended ? held !== ended : lost || hidden) sensible()?.focus({ preventScroll: !ended });
});

// A chooser or question that opens takes the focus; closing gives it back to its opener by itself.
document.addEventListener(
  "toggle",
  (event) => {
    if (event.newState !== "open" || !event.target.matches("[popover]")) return;
    // A question's harmless answer, else the heading: so a long sheet begins at its beginning.
    const answer = event.target.querySelector(".way, .choice[popovertargetaction=hide]") ?? event.target.querySelector("h2");
    answer?.focus({ preventScroll: true });
  },
  true,
);
