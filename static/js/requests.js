// What happens round a request: the press shows at once, open choosers close, and trouble offers a retry.

const table = document.getElementById("table");
const trouble = document.getElementById("trouble");
const SHOWN = new Set([200, 409, 422]);

const WORDS = {
  lost: "The connection dropped before the answer came. Nothing is lost.",
  slow: "The server takes too long to answer. Nothing is lost.",
  gone: "This game is not here any more.",
  busy: "Too many requests just now. Wait a moment.",
  broken: "The server could not answer. Nothing is lost.",
};

function show(words, retry) {
  trouble.replaceChildren(document.createTextNode(`${words} `));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "choice";
  button.textContent = retry ? "Retry" : "Reload";
  button.addEventListener("click", retry ?? (() => location.reload()));
  trouble.append(button);
  trouble.hidden = false;
}

// The same form, button and values again: the turn in it is the old one, so the server lets it have one effect.
function again({ form, submitter }) {
  return () => form.requestSubmit(submitter?.isConnected ? submitter : undefined);
}

// The second click of a double click was meant for the table that the first one was made on. By finger two quick taps
// on neighbours count as a double one too: those are meant.
let before = { clientX: -99, clientY: -99 };

table.addEventListener("click", (event) => {
  const near = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 24;
  before = event;
  if (event.detail < 2 || !near || !event.target.closest(".take, .way, .scrim, #pile, #avoid")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("htmx:before:request", (event) => {
  const { submitter } = event.detail.ctx.request;
  for (const open of table.querySelectorAll(":popover-open")) open.hidePopover();
  table.setAttribute("aria-busy", "true");
  // A chooser's button is gone from sight by now: its card shows the press.
  const card = submitter?.closest(".slot")?.querySelector(".take");
  (card ?? submitter)?.classList.add("pressed");
});

document.addEventListener("htmx:before:response", (event) => {
  const { request, response } = event.detail.ctx;
  const html = response.headers.get("Content-Type")?.startsWith("text/html");
  if (SHOWN.has(response.status) && html) return;
  event.preventDefault();
  if (response.status === 404) show(WORDS.gone);
  else if (response.status === 429) show(WORDS.busy, again(request));
  else show(WORDS.broken, again(request));
});

document.addEventListener("htmx:error", (event) => {
  const { ctx, error } = event.detail;
  if (ctx?.request) show(error === "timeout" ? WORDS.slow : WORDS.lost, again(ctx.request));
});

// The way back to the run just left is offered once, until this one is touched.
if (new URLSearchParams(location.search).has("left")) history.replaceState(null, "", location.pathname);

document.addEventListener("htmx:after:swap", () => {
  document.querySelector(".offer")?.remove();
  trouble.hidden = true;
});

document.addEventListener("htmx:finally:request", () => {
  table.removeAttribute("aria-busy");
  for (const pressed of table.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
});

// A page from the browser's memory may be older than the game.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
