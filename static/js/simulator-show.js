// What a figure shows of its run: the plot, the list of events, the verdict, the
// map and its ring, the controls, and what is said of a change.
import { scheduler } from "./simulator-draw.js";
import { tabStop } from "./simulator-input.js";

/** Draws the run at the present step; all of it where more than the step changed. */
export const draw = (sim, changed) => {
  const { step, values } = sim.state;
  const run = sim.shown;
  const before = room(sim); // to ask once something is written would lay the page out at once
  const href = (n) => sim.address(values, n);
  const plot = sim.querySelector(".plot");
  if (changed) {
    plot.innerHTML = run.plot(step);
    plot.setAttribute("aria-label", run.label);
    if (sim.standsOn !== run.ground.names) {
      plot.setAttribute("height", run.ground.h);
      sim.$("names").innerHTML = run.ground.names;
      sim.standsOn = run.ground.names;
    }
    sim.$("meta").textContent = run.runs.meta;
    rewrite(sim.$("events"), run.list(step, href));
    keepRoom(sim.$("stepno"), stepOf(run, run.length));
    keepRoom(sim.$("now"), run.longest);
    rewrite(sim.$("outcome"), run.outcome(href, neighbours(sim)));
    if (sim.$("table")) rewrite(sim.$("table"), run.table());
    choices(sim);
    ring(sim);
  } else {
    move(plot, run, step);
    mark(sim);
  }
  write(sim.$("stepno"), stepOf(run, step));
  write(sim.$("now"), run.events[step - 1]?.text ?? "");
  for (const b of sim.querySelectorAll("[data-go]")) {
    const end = { first: 1, back: 1, next: run.length, last: run.length }[b.dataset.go];
    if (b.hasAttribute("aria-disabled") !== (end === step)) b.toggleAttribute("aria-disabled");
    if (end === step) set(b, "aria-disabled", "true");
  }
  reveal(sim, before);
};

const stepOf = (run, step) => (run.length ? `step ${step} of ${run.length}` : "no step yet");

const keepRoom = (e, longest) => { e.parentNode.dataset.longest = longest; };

/**
 * Gives an attribute a value that it does not have yet: a browser styles and
 * paints again what is written, be it the same.
 */
export const set = (e, name, value) => {
  if (e.getAttribute(name) !== String(value)) e.setAttribute(name, value);
};

// Changes a text where it stands: another node would be styled and laid out anew.
const write = (e, text) => {
  if (e.textContent === text) return;
  if (text && e.childNodes.length === 1) e.firstChild.data = text;
  else e.textContent = text;
};

// Moves the clock within the plot; bars and arrows are those of the whole run.
const move = (plot, run, step) => {
  set(plot.querySelector(".v-elapsed"), "width", run.clock(step));
  set(plot.querySelector(".v-past"), "x2", run.clock(step));
  plot.querySelectorAll(".tick").forEach((tick, i) => {
    const { name, r } = run.post(i + 1, step);
    if (tick.getAttribute("class") === name) return;
    tick.setAttribute("class", name);
    set(tick.firstChild, "r", r);
  });
  const flag = run.flag(step);
  if (flag) wave(plot.querySelector(".cursor"), flag);
};

/** Moves a cursor and its flag. */
export const wave = (cursor, { x, left, middle, time }) => {
  const [, flag, text] = cursor.children;
  set(cursor, "x", x);
  set(flag, "x", left);
  set(text, "x", middle);
  write(text, time);
};

// Moves the mark of the present step within the list.
const mark = (sim) => {
  const { step } = sim.state;
  [...sim.$("events").children].forEach((li, i) => {
    const n = i + 1;
    const name = `event${n === step ? " now" : n < step ? " past" : ""}`;
    if (li.className === name) return;
    li.className = name;
    li.setAttribute("aria-current", n === step ? "step" : "false");
  });
};

const neighbours = (sim) => {
  const { values, step } = sim.state;
  return sim.others.map(({ k, t }) => {
    const to = values[k] === "on" ? "off" : "on";
    return { text: t[to === "on" ? 1 : 0], href: sim.address({ ...values, [k]: to }, step) };
  });
};

// What the reader can decide. Focus goes on from one choice to the next.
const choices = (sim) => {
  const box = sim.$("scheduler");
  const within = box.contains(document.activeElement);
  const own = sim.address({ ...sim.state.values, tape: "." }, null);
  box.innerHTML = sim.shown.scheduler ?? (sim.shown.choices ? scheduler(own) : "");
  if (within) box.querySelector("a")?.focus();
};

// Moves the ring of the map to this run.
const ring = (sim) => {
  const ring = sim.shown.ring;
  const to = ring && sim.querySelector(`[data-panel="${ring[0]}"]`);
  const from = sim.querySelector(".c-here")?.parentNode;
  if (!to || !from) return;
  for (const name of ["c-gap", "c-here"]) {
    const r = from.querySelector(`.${name}`);
    r.setAttribute("x", `${ring[1] / 100}%`);
    r.setAttribute("y", ring[2]);
    to.append(r);
  }
  tabStop([...to.querySelectorAll("a")], ring[3]);
};

// Says of which run a cell of the map is.
export const point = (sim, at) => {
  const label = at.closest?.("[data-panel] a")?.getAttribute("aria-label");
  const line = sim.$("pointed");
  if (label && line) line.textContent = label;
};

// Brings controls in line with the state.
export const show = (sim) => {
  for (const c of sim.knobs.querySelectorAll("[data-key]")) {
    const value = sim.state.values[c.dataset.key];
    if (c.type === "checkbox") c.checked = value === c.value;
    else if (c.type === "range") c.value = value.slice(0, value.length - c.dataset.suffix.length);
    else c.value = value;
    if (c.type === "range") spell(sim, c);
  }
};

const spell = (sim, c) => {
  const { unit, units, short, key } = c.dataset;
  const shown = sim.querySelector(`[data-shown="${CSS.escape(key)}"]`);
  const full = c.value === "1" ? unit : units;
  const number = Number(c.value).toLocaleString("en-GB");
  if (shown) shown.textContent = `${number}\u00a0${short === units ? full : short}`.trim();
  c.setAttribute("aria-valuetext", `${number}\u00a0${full}`.trim());
};

// Says once what changed: the step, or the verdict when a slider rests.
export const tell = (sim, changed) => {
  clearTimeout(sim.telling);
  const say = sim.$("say");
  const { step } = sim.state;
  const e = sim.shown.events[step - 1];
  if (!changed) write(say, e ? `Step ${step} of ${sim.shown.length}, ${e.time}: ${e.text}` : "");
  else sim.telling = setTimeout(() => { say.textContent = outcome(sim, e); }, 500);
};

// What came of a change, in words: how the run ends, or what it waits for.
const outcome = (sim, event) => {
  const { kind, word, sentence } = sim.shown.verdict;
  if (kind !== "open") return `${word}. ${sentence}`;
  return `${event?.text ?? ""} ${sim.querySelector(".scheduler .ask")?.textContent ?? ""}`.trim();
};

// How wide the plot is, and which part of it is seen.
const room = (sim) => {
  const { scrollWidth: wide, clientWidth: seen, scrollLeft: left } = sim.querySelector(".scroll");
  return { wide, seen, left };
};

// Keeps the cursor in sight where the plot scrolls.
export const reveal = (sim, { wide, seen, left } = room(sim)) => {
  const cursor = sim.querySelector(".cursor");
  if (!cursor || wide <= seen) return;
  const x = parseFloat(cursor.getAttribute("x")) / 100 * wide;
  const margin = seen / 4;
  if (x < left + margin || x > left + seen - margin) sim.querySelector(".scroll").scrollLeft = x - seen / 2;
};

/** Puts other HTML into an element; focus stays on the link that it was on. */
export function rewrite(box, html) {
  const at = [...box.querySelectorAll("a")].indexOf(document.activeElement);
  box.innerHTML = html;
  const links = [...box.querySelectorAll("a")];
  if (at >= 0) (links[at] ?? links.at(-1))?.focus({ preventScroll: true });
}
