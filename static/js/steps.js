// Figures of the rules page that step: one frame at a time, by button or arrow key. Loaded before the page is drawn, so
// that nothing jumps; without it every frame shows, one after the other.
{
  document.documentElement.classList.add("scripted");

  const said = (frame) => frame.querySelector(".says").textContent.trim();

  function set(figure) {
    const frames = [...figure.querySelectorAll(".frame")];
    const part = (name) => figure.querySelector(name);
    let at = 0;
    figure.tabIndex = 0; // where the arrow keys are listened to

    function show(next) {
      if (next < 0 || next >= frames.length || next === at) return;
      frames[at].classList.remove("now");
      at = next;
      frames[at].classList.add("now");
      part(".step-back").setAttribute("aria-disabled", String(at === 0));
      part(".step-on").setAttribute("aria-disabled", String(at === frames.length - 1));
      part(".step-no").textContent = String(at + 1);
      part(".step-said").textContent = `Step ${at + 1} of ${frames.length}. ${said(frames[at])}`;
    }

    part(".step-back").addEventListener("click", () => show(at - 1));
    part(".step-on").addEventListener("click", () => show(at + 1));
    part(".step-all").addEventListener("click", (event) => {
      const all = figure.classList.toggle("all");
      event.currentTarget.setAttribute("aria-pressed", String(all));
    });
    figure.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey || figure.classList.contains("all")) return;
      event.preventDefault();
      show(to);
    });
  }

  // On paper every answer is read.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
  });

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".steps").forEach(set));
}
