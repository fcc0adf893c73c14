// Predictions and challenges: their links open the figure where it stands, and a
// challenge hands in the run that its figure shows.

const open = async (id, href) => {
  const sim = document.getElementById(id);
  return Boolean(await sim?.open?.(href));
};

document.addEventListener("click", async (e) => {
  const link = e.target.closest?.("a[data-opens]");
  if (!link || e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
  e.preventDefault();
  if (!(await open(link.dataset.opens, link.href))) return void (location.href = link.href);
  const sim = document.getElementById(link.dataset.opens);
  sim.scrollIntoView({ block: "start" });
  sim.querySelector(".scroll").focus({ preventScroll: true });
});

// Once a prediction is made its figure shows the run.
document.addEventListener("check:answered", (e) => {
  const { unveils, begins } = e.target.dataset;
  if (unveils) open(unveils, new URL(begins, location.href).href);
  for (const sim of document.querySelectorAll("fence-sim")) if (sim.state) stand(sim);
});

document.addEventListener("fence-sim:run", (e) => stand(e.target));

// stand brings the challenges about a figure in line with what it shows.
const stand = (sim) => {
  for (const form of document.querySelectorAll("form[data-challenge]")) {
    if (form.dataset.challenge !== sim.id) continue;
    for (const [key, value] of Object.entries(sim.state.values)) {
      const field = form.elements.namedItem(key);
      if (!field) continue;
      field.value = key === "tape" && value === "." ? "" : value;
      const shown = form.querySelector(`[data-stand="${CSS.escape(key)}"]`);
      if (shown) shown.textContent = words(sim, key, value);
    }
  }
};

// words are a value as the figure's own control shows it.
const words = (sim, key, value) => {
  const shown = sim.querySelector(`[data-shown="${CSS.escape(key)}"]`);
  if (shown) return shown.textContent;
  const control = sim.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (control?.selectedOptions) return control.selectedOptions[0].textContent;
  return value === "" || value === "." ? "none yet" : value;
};
