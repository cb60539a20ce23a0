// Stepping through a run without leaving the page: the next turn's page is asked for and only its table put in.

const KEYS = { ArrowLeft: "to-previous", ArrowRight: "to-next", Home: "to-first", End: "to-last" };
const BY = { "to-first": () => 0, "to-previous": () => at - 1, "to-next": () => at + 1, "to-last": () => Number(slider().max) };
const CHANGES = [".depth", ".spent", ".vitals", ".room", ".arms", ".scale label", ".now", ".ways-through"];
const slider = () => document.getElementById("turn");
let asking = new AbortController();
let at = Number(slider().value); // the turn asked for last, which the page may not show yet

async function go(turn) {
  at = Math.min(Math.max(0, turn), Number(slider().max));
  const address = `${slider().form.action}/${at}`;
  asking.abort(); // another turn is asked for now
  asking = new AbortController();
  const { signal } = asking;
  let there;
  try {
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new Error(answer.status);
    there = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    if (!signal.aborted) location.assign(address); // the browser says what is wrong
    return;
  }
  const held = document.activeElement?.id;
  for (const part of CHANGES) {
    const [old, fresh] = [document.querySelector(part), there.querySelector(part)];
    old.replaceWith(fresh);
  }
  // The slider stays, for it may be under a finger just now; so do the story and where it is scrolled to.
  if (slider().value !== String(at)) slider().value = at;
  slider().setAttribute("aria-valuetext", there.getElementById("turn").getAttribute("aria-valuetext"));
  document.querySelector("#log [aria-current]")?.removeAttribute("aria-current");
  const line = document.querySelector(`#log li li a[href$="/turns/${at}"]`);
  line?.setAttribute("aria-current", "step");
  line?.scrollIntoView({ block: "nearest" });
  document.getElementById("said").replaceChildren(...there.getElementById("said").childNodes);
  document.title = there.title;
  history.replaceState(null, "", address);
  // At either end the link that was pressed leads nowhere any more: then the way back has the focus.
  const still = [held, "to-next", "to-previous"].map((id) => document.getElementById(id)).find((link) => link?.href);
  if (held?.startsWith("to-")) still.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay a[href]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(BY[link.id]?.() ?? Number(link.href.split("/").pop()));
});

document.addEventListener("input", (event) => {
  if (event.target === slider()) go(Number(event.target.value));
});

slider().form.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  const turn = BY[KEYS[event.key]]?.();
  if (turn === undefined) return;
  event.preventDefault();
  go(turn);
});
