// Pointer and keys on a figure. Whatever a pointer can do, keys do too: arrows
// step along the axis, Home and End go to its ends, space plays, and in a map
// arrows walk from cell to cell.

// What a press upon a control or a link of the figure does.
export const clicked = (sim, e) => {
  if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  const at = e.target.closest("[data-go], [data-step], [data-run], [data-copy], [data-reset]");
  if (!at || at === sim || !sim.contains(at)) return;
  if (at.matches("a")) {
    if (!sim.shown) return; // the link works by itself
    e.preventDefault();
  }
  if (at.dataset.go) sim.control(at.dataset.go);
  else if (at.dataset.step) sim.jump(Number(at.dataset.step));
  else if (at.hasAttribute("data-run")) sim.show(at.getAttribute("href"));
  else if (at.hasAttribute("data-copy")) copyLink(sim);
  else sim.reset();
};

// Keys work wherever focus is inside, but never take a key from a control
// that has a use for it.
export const pressed = (sim, e) => {
  if (e.defaultPrevented || e.metaKey || e.ctrlKey || e.altKey || e.shiftKey) return;
  const cell = e.target.closest?.("[data-panel] a");
  if (cell && moveInMap(cell, e.key)) return void e.preventDefault();
  if (e.target.matches("input, select, textarea, summary, .tablescroll")) return;
  if (e.key === " " && e.target.matches("button, a")) {
    if (e.target.matches("button")) return;
  }
  const go = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", " ": "play" }[e.key];
  if (!go || !sim.shown) return;
  e.preventDefault();
  sim.control(go);
};

// A press upon the plot goes to the nearest step; one upon the axis may be
// drawn along it.
export const scrub = (sim, plot) => {
  const nearest = (e) => {
    const box = plot.getBoundingClientRect();
    const x = e.clientX - box.left;
    let best = 1, far = Infinity;
    sim.shown.ticks.forEach((k, i) => {
      const d = Math.abs(k.x / 1e4 * box.width + k.dx - x);
      if (d < far) [best, far] = [i + 1, d];
    });
    if (best !== sim.state.step) sim.jump(best);
  };
  const onAxis = (e) => e.clientY - plot.getBoundingClientRect().top > sim.shown.ground.axis - 12;
  plot.addEventListener("click", (e) => { if (sim.shown) nearest(e); });
  plot.addEventListener("pointerdown", (e) => {
    if (sim.shown && e.button === 0 && e.pointerType === "mouse" && onAxis(e)) plot.setPointerCapture(e.pointerId);
  });
  plot.addEventListener("pointermove", (e) => { if (plot.hasPointerCapture(e.pointerId)) nearest(e); });
};

/** Leaves one of a map's cells in the order of tabs. */
export function tabStop(cells, i) {
  for (const a of cells) if (a.tabIndex === 0) a.setAttribute("tabindex", "-1");
  cells[i]?.setAttribute("tabindex", "0");
}

/** Arrow keys within a map; true where the key was one. */
function moveInMap(cell, key) {
  const cells = [...cell.closest("[data-panel]").querySelectorAll("a")];
  const cols = Number(cell.closest("[data-panel]").dataset.cols);
  const i = cells.indexOf(cell);
  const to = { ArrowRight: i + 1, ArrowLeft: i - 1, ArrowDown: i + cols, ArrowUp: i - cols, Home: i - i % cols, End: i - i % cols + cols - 1 }[key];
  if (to === undefined) return false;
  if (cells[to]) {
    tabStop(cells, to);
    cells[to].focus();
  }
  return true;
}

// Copies the link to the run that the figure shows, and says so.
const copyLink = async (sim) => {
  const link = new URL(sim.address(), location.href).href;
  const words = sim.$("copy").querySelector("span");
  try {
    await navigator.clipboard.writeText(link);
    words.textContent = "Link copied";
    sim.$("say").textContent = "Link copied.";
    setTimeout(() => { words.textContent = "Copy link to this run"; }, 2500);
  } catch {
    offer(sim, link);
  }
};

// Where the clipboard is refused the link stands there to be taken by hand.
const offer = (sim, link) => {
  let box = sim.querySelector(".copied");
  if (!box) {
    box = document.createElement("label");
    box.className = "copied";
    box.append("Your browser did not let the page copy. The link: ", Object.assign(document.createElement("input"), { readOnly: true }));
    sim.querySelector(".transport").append(box);
  }
  const field = box.querySelector("input");
  field.value = link;
  field.focus();
  field.select();
};
