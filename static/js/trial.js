// Predictions and challenges: once a prediction is made its figure shows the
// run, and a challenge hands in the run that its figure shows.

document.addEventListener("check:answered", (e) => {
  const { unveils, begins } = e.target.dataset;
  if (unveils) document.getElementById(unveils)?.unveil?.(begins);
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
  if (key === "tape") return sim.querySelector(".scheduler .made span")?.textContent.replace(/^So far: |\.$/g, "") ?? "none yet";
  const shown = sim.querySelector(`[data-shown="${CSS.escape(key)}"]`);
  if (shown) return shown.textContent;
  const control = sim.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (control?.selectedOptions) return control.selectedOptions[0].textContent;
  return value;
};
