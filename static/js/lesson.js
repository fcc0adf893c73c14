// What every lesson runs: the step rail, which says where the reader is, in words
// too, and which steps were read; and the way out of an explanation of a term.

const steps = [...document.querySelectorAll("[data-read-at]")];
const rail = document.querySelector(".rail");
const posts = new Map(steps.map((s) => [s.id, rail?.querySelector(`[data-step="${CSS.escape(s.id)}"]`)]));
const where = rail?.querySelector("[data-where]");

// A step is current while it crosses the middle of the window.
const here = (step) => {
  const at = steps.indexOf(step);
  for (const [id, post] of posts) {
    const link = post?.querySelector("a");
    if (id === step.id) link?.setAttribute("aria-current", "step");
    else link?.removeAttribute("aria-current");
  }
  if (where) where.textContent = `${at + 1} of ${steps.length}. ${step.dataset.title}`;
};

const middle = new IntersectionObserver((list) => {
  for (const e of list) if (e.isIntersecting) here(e.target);
}, { rootMargin: "-40% 0px -55% 0px" });

// A step was read when its end stayed in sight for a moment: a jump to the
// foot of the page runs past the ends of all.
const dwell = 1000;
const timers = new Map();

const ends = new IntersectionObserver((list) => {
  for (const e of list) {
    clearTimeout(timers.get(e.target));
    if (e.isIntersecting) timers.set(e.target, setTimeout(() => read(e.target), dwell));
  }
}, { rootMargin: "8px" });

const read = async (end) => {
  if (document.visibilityState !== "visible") return;
  ends.unobserve(end);
  const step = end.parentElement;
  try {
    const answer = await fetch(step.dataset.readAt, { method: "POST", keepalive: true });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const post = posts.get(step.id);
    post?.classList.add("read");
    const word = post?.querySelector("[data-read]");
    if (word) word.textContent = "(read)";
  } catch {
    ends.observe(end); // told again when its end is next seen
  }
};

for (const step of steps) {
  middle.observe(step);
  if (posts.get(step.id)?.classList.contains("read")) continue;
  const end = document.createElement("span");
  step.append(end);
  ends.observe(end);
}

// Explanations of terms open by hover and focus, which the style sheet does.
// Here Escape closes one without moving the pointer or the focus (WCAG 2.2,
// 1.4.13).
const glosses = document.querySelectorAll(".gloss");

for (const gloss of glosses) {
  const reopen = () => gloss.classList.remove("closed");
  gloss.addEventListener("pointerleave", reopen);
  gloss.addEventListener("focusout", reopen);
}

document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape") return;
  for (const gloss of glosses) if (gloss.matches(":hover, :focus-within")) gloss.classList.add("closed");
});
