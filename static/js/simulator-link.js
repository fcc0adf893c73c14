// The link to the run that a figure shows.

/** Copies the link, and says so. */
export const copyLink = async (sim) => {
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
