// The review desk: evidence a point at a time, keys, the comment bank, and the
// lease. Without it everything is a form that works as it stands.
import { holdAnswer } from "./review-lease.js";
import { listenToKeys } from "./review-keys.js";
import { say } from "./say.js";

const review = document.querySelector("[data-review]");
const form = document.querySelector("[data-judge]");

// On phones the answer comes first and the queue folds away.
const fold = document.querySelector("[data-fold]");
if (fold && matchMedia("(max-width: 65.99rem)").matches) fold.open = false;

const points = [...document.querySelectorAll("[data-judge] [data-point]")];
const paper = document.querySelector("[data-paper]");
let lookedAt = points.find((p) => p.classList.contains("focus"));

// look shows the words that count for one point and steps the others back.
const look = (point, { scroll = false } = {}) => {
  if (!point) return;
  for (const p of points) p.classList.toggle("focus", p === point);
  lookedAt = point;
  const marks = [...(paper?.querySelectorAll(".ev") ?? [])];
  const lit = marks.filter((m) => m.dataset.of === point.dataset.point);
  for (const m of marks) m.classList.toggle("lit", lit.includes(m));
  paper?.toggleAttribute("data-lit", lit.length > 0);
  const box = point.closest("details");
  if (box) box.open = true;
  if (scroll) point.scrollIntoView({ block: "nearest" });
};

// Changes that can be undone, newest last: each puts back what was there.
const changes = [];
const back = document.querySelector("[data-back]");
const remember = (undo) => {
  changes.push(undo);
  if (back) back.disabled = false;
};
const undo = () => {
  const last = changes.pop();
  if (back) back.disabled = changes.length === 0;
  if (last) return say(last());
  const saved = document.querySelector("[data-undo]");
  if (saved) saved.requestSubmit();
  else say("Nothing to undo.");
};
back?.addEventListener("click", undo);

const chosen = (point) => point.querySelector("input:checked");
const nameOf = (point) => point.querySelector("legend").textContent.trim();
const wordOf = (input) => input.nextElementSibling.textContent.trim();

// choose gives a verdict and says so.
const choose = (point, verdict) => {
  const to = point.querySelector(`input[value="${verdict}"]`);
  if (!to || to.disabled || to.checked) return;
  to.checked = true;
  follow(point, to);
  changed(point, to);
};

// Where the reviewer stands in a point, the mark of it stays on what is chosen.
const follow = (point, to) => { if (to && point.contains(document.activeElement)) to.focus({ preventScroll: true }); };

// A point on which the reviewer differs from the scorer shows it at a glance.
const mark = (point) => point.classList.toggle("changed", chosen(point)?.value !== point.dataset.machine);

const before = new Map(points.map((p) => [p, chosen(p)]));
const changed = (point, to) => {
  const was = before.get(point);
  before.set(point, to);
  mark(point);
  remember(() => {
    if (was) was.checked = true;
    else to.checked = false;
    before.set(point, was);
    mark(point);
    follow(point, was);
    look(point, { scroll: true });
    return `${nameOf(point)}: ${was ? wordOf(was) : "no verdict"} again.`;
  });
  say(`${nameOf(point)}: ${wordOf(to)}.`);
};

for (const p of points) {
  p.addEventListener("change", (e) => { if (e.target.type === "radio") changed(p, e.target); });
  p.addEventListener("focusin", () => look(p));
  p.addEventListener("click", () => look(p));
}
// A number in the text leads to its point.
paper?.addEventListener("click", (e) => {
  const tag = e.target.closest("a.tag");
  if (tag) look(points.find((p) => `#${p.id}` === tag.getAttribute("href")));
});

// The comment and its bank.
const comment = document.querySelector("[data-comment]");
const put = (button) => {
  if (!button || comment.disabled || comment.closest("fieldset").disabled) return;
  const was = comment.value;
  comment.value = was.trim() ? `${was.trimEnd()}\n${button.dataset.sentence}` : button.dataset.sentence;
  const used = Object.assign(document.createElement("input"), { type: "hidden", name: "used", value: button.dataset.id });
  form.append(used);
  remember(() => {
    comment.value = was;
    used.remove();
    return "The sentence is taken out again.";
  });
  comment.focus();
  say("Put into the comment.");
};
const bank = [...document.querySelectorAll("[data-bank] button")];
for (const b of bank) b.addEventListener("click", () => put(b));

// Enter alone must not save a review that is half written.
form?.addEventListener("keydown", (e) => {
  if (e.key === "Enter" && e.target.type === "radio") e.preventDefault();
});
// A second press of the button is not a second review; the key of the form
// sees to that, and this saves the wait.
form?.addEventListener("submit", () => form.querySelector("[data-save]")?.setAttribute("aria-disabled", "true"));

if (review) {
  holdAnswer(document.querySelector("[data-hold]"), form);
  if (lookedAt) look(lookedAt);
}
listenToKeys({
  form, points, comment, bank, put, look, undo, choose, chosen,
  current: () => lookedAt,
  dialog: document.querySelector("[data-keys]"),
});
document.documentElement.dataset.desk = "ready";
