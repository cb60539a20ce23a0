// Dragging a card where it goes. The rules are not here: each card says what it may be dropped on, and as which move.

const START = 8; // px before a press becomes a drag
const PLACES = ["weapon", "health"];
const table = document.getElementById("table");
let drag = null;

const place = (name) => document.getElementById(name);
const does = (card, name) => card.dataset[`onto${name[0].toUpperCase()}${name.slice(1)}Does`];
const moveOf = (card, name) => card.dataset[`onto${name[0].toUpperCase()}${name.slice(1)}`];

function within(name, { clientX: x, clientY: y }) {
  const box = place(name).getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

const over = (event) => drag.targets.find((name) => within(name, event));

function lift() {
  const { card } = drag;
  const face = card.querySelector(".face");
  const box = face.getBoundingClientRect();
  const ghost = face.cloneNode(true);
  ghost.removeAttribute("data-card");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  drag.ghost = ghost;
  drag.targets = PLACES.filter((name) => moveOf(card, name));
  card.classList.add("lifted");
  table.classList.add("dragging");
  for (const name of drag.targets) {
    place(name).classList.add("target");
    place(name).querySelector(".drop-says").textContent = does(card, name);
  }
}

function follow(event) {
  drag.ghost.style.transform = `translate(${event.clientX - drag.x}px, ${event.clientY - drag.y}px) rotate(2deg)`;
  const on = over(event);
  for (const name of drag.targets) place(name).classList.toggle("over", name === on);
}

function put() {
  if (!drag) return;
  drag.ghost?.remove();
  drag.card.classList.remove("lifted");
  table.classList.remove("dragging");
  for (const name of PLACES) place(name)?.classList.remove("target", "over");
  drag = null;
}

table.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".take");
  if (!card || event.button !== 0 || !event.isPrimary || drag) return;
  drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, targets: [] };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < START) return;
    lift();
  }
  follow(event);
});

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { card, ghost } = drag;
  const on = ghost && over(event);
  put();
  if (!ghost) return;
  if (!on && card.dataset.why && within("weapon", event)) card.dispatchEvent(new Event("scoundrel:refused", { bubbles: true }));
  // The browser may still send the click of this press: it was a drag, so the card is not tapped.
  const swallow = (click) => {
    click.preventDefault();
    click.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
  const button = on && card.form.querySelector(`button[name=move][value="${moveOf(card, on)}"]`);
  if (button) card.form.requestSubmit(button);
});

document.addEventListener("pointercancel", (event) => {
  if (drag && event.pointerId === drag.id) put();
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !drag?.ghost) return;
    event.preventDefault();
    event.stopPropagation();
    put();
  },
  true,
);
document.addEventListener("htmx:before:swap", put);
table.addEventListener("dragstart", (event) => event.preventDefault());
