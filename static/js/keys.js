// Single keys: 1-4 a card, W weapon, B bare hands, A avoid, U undo, N new, L log, ? how to play.

const table = document.getElementById("table");
const on = () => document.documentElement.dataset.keys === "on";
const chooser = () => document.querySelector("#table .chooser:popover-open");

// What can't be done says why (refusals.js).
function refuse(place, detail = null) {
  place.dispatchEvent(new CustomEvent("scoundrel:refused", { bubbles: true, detail }));
}

function press(button) {
  if (button?.disabled && button.dataset.why) refuse(button);
  if (!button || button.disabled) return false;
  button.focus({ preventScroll: true });
  button.click();
  return true;
}

// W and B answer the open chooser; without one they act on the card that has the focus.
function way(name) {
  const place = chooser() ?? document.activeElement?.closest(".slot");
  const answer = place?.querySelector(`.way.${name}`) ?? (name === "bare" && place?.querySelector(".take:has(.tell.bare)"));
  if (answer) return press(answer);
  const card = place?.querySelector(".take[data-why]");
  if (card) refuse(card);
  else if (place) refuse(place, { why: "That is no monster to fight.", topic: "fighting" });
  return false;
}

function slot(no) {
  const open = chooser();
  const button = document.getElementById(`slot-${no}`);
  if (!button && document.getElementById(`place-${no}`)) refuse(table, { why: `Slot ${no} is empty.`, topic: "rooms" });
  if (open) {
    const same = open.id === `choose-${no}`;
    open.hidePopover();
    if (same) return true;
  }
  return press(button);
}

function dialog(id) {
  const sheet = document.getElementById(id);
  if (!sheet?.popover) return false;
  if (getComputedStyle(sheet).position === "static") {
    sheet.focus(); // on a wide screen the log lies open beside the table
    return true;
  }
  sheet.togglePopover();
  return true;
}

const ACTIONS = {
  1: () => slot(1),
  2: () => slot(2),
  3: () => slot(3),
  4: () => slot(4),
  w: () => way("weapon"),
  b: () => way("bare"),
  a: () => press(document.getElementById("avoid")),
  u: () => press(document.getElementById("undo")),
  n: () => dialog("new"),
  l: () => dialog("log"),
  "?": () => dialog("keys"),
};

document.addEventListener(
  "keydown",
  (event) => {
    const control = event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]");
    if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest?.("#table")) {
      event.preventDefault(); // a held key is one move
      return;
    }
    if (!on() || event.repeat || event.ctrlKey || event.metaKey || event.altKey || control) return;
    const sheet = document.querySelector(".sheet:popover-open");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // Under an open sheet the table does not act; the sheet's own key closes it.
    if (sheet && !{ n: "new", "?": "keys" }[key]?.includes(sheet.id)) return;
    if (ACTIONS[key]?.()) event.preventDefault();
  },
  true,
);
