// Cards go where they go: each face is found before and after a swap and slides between (first, last, invert, play).
// Only the faces move; the buttons under them are in place at once, so a tap during the motion acts.

const DURATIONS = { off: 0, fast: 150, normal: 230 };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const table = document.getElementById("table");
let before = null;

const duration = () => (still.matches ? 0 : DURATIONS[document.documentElement.dataset.motion] ?? DURATIONS.normal);
const box = (element) => (element?.getClientRects().length ? element.getBoundingClientRect() : null);
const faces = () => [...table.querySelectorAll("[data-card]")].filter((face) => !face.closest("[popover]"));
const health = () => Number(document.getElementById("health-now")?.textContent);

function slide(face, from, delay = 0) {
  const to = box(face);
  if (!from || !to) return;
  const [dx, dy, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
  if (Math.hypot(dx, dy) < 2 && Math.abs(scale - 1) < 0.02) return;
  face.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 3 },
      { transform: "none", zIndex: 3 },
    ],
    { duration: duration(), delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" },
  );
}

// A card that is nowhere on the table any more leaves for the place that swallowed it.
function leave(card, from, to) {
  if (!from || !to) return;
  const ghost = card.cloneNode(true);
  ghost.removeAttribute("data-card");
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  document.body.append(ghost);
  const goal = `translate(${to.left - from.left}px, ${to.top - from.top}px) scale(${to.width / from.width})`;
  const going = ghost.animate([{ transform: "none" }, { transform: goal, opacity: 0.2 }], { duration: duration(), easing: "ease-in" });
  going.finished.finally(() => ghost.remove()).catch(() => {});
}

function count(from, to) {
  const shown = document.getElementById("health-now");
  const began = performance.now();
  const step = (now) => {
    if (!shown.isConnected || shown.dataset.counting !== String(began)) return;
    const part = Math.min(1, (now - began) / duration());
    shown.textContent = String(Math.round(from + (to - from) * part));
    if (part < 1) requestAnimationFrame(step);
    else delete shown.dataset.counting;
  };
  shown.dataset.counting = String(began);
  shown.textContent = String(from);
  document.getElementById("health").animate([{ filter: `brightness(${to < from ? 1.7 : 1.3})` }, { filter: "none" }], { duration: duration() });
  requestAnimationFrame(step);
}

document.addEventListener("htmx:before:swap", () => {
  if (!duration()) return;
  before = { boxes: new Map(), clones: new Map(), room: new Set(), health: health(), pile: box(document.getElementById("pile")) };
  for (const face of faces()) {
    before.boxes.set(face.dataset.card, box(face));
    if (!face.closest(".discard")) before.clones.set(face.dataset.card, face.cloneNode(true));
    if (face.closest(".slot")) before.room.add(face.dataset.card);
    for (const motion of face.getAnimations()) motion.cancel();
  }
});

document.addEventListener("htmx:after:swap", () => {
  if (!before || !duration()) return;
  const was = before;
  before = null;
  const there = new Set();
  let dealt = 0;
  for (const face of faces()) {
    const { card } = face.dataset;
    there.add(card);
    const fresh = !was.boxes.has(card) && face.closest(".slot");
    slide(face, fresh ? was.pile : was.boxes.get(card), fresh ? 35 * dealt++ : 0);
  }
  const discard = box(document.querySelector(".discard"));
  for (const [card, clone] of was.clones) {
    if (!there.has(card)) leave(clone, was.boxes.get(card), was.room.has(card) ? was.pile : discard);
  }
  const now = health();
  if (now !== was.health && Number.isFinite(was.health)) count(was.health, now);
});
