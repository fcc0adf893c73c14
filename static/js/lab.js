// A lab: boxes for SQL with line numbers and a Tab that lets go, drafts that
// are kept, and a run whose steps are shown without leaving the page.
import { Draft, Memory, restore } from "./draft.js";
import { lookAfter } from "./outbox.js";
import { clock, say } from "./say.js";

const form = document.querySelector("form[data-lab]");
const boxes = [...form.querySelectorAll("textarea[data-sql]")];
const saved = form.querySelector("[data-saved]");

// whole is all boxes as one text, the form in which a draft is kept.
const whole = () => JSON.stringify(Object.fromEntries(boxes.map((b) => [b.name, b.value])));

const fill = (text) => {
  let texts = {};
  try { texts = JSON.parse(text); } catch { /* not ours */ }
  for (const b of boxes) if (typeof texts[b.name] === "string") b.value = texts[b.name];
  boxes.forEach(number);
};

// number writes the lines' numbers beside a box.
const number = (box) => {
  const gutter = box.previousElementSibling;
  const bad = Number(box.dataset.line);
  const lines = box.value.split("\n").length;
  gutter.replaceChildren();
  for (let i = 1; i <= lines; i++) {
    const line = document.createElement(i === bad ? "b" : "span");
    line.textContent = `${i}\n`;
    gutter.append(line);
  }
  gutter.scrollTop = box.scrollTop;
};

for (const box of boxes) {
  const gutter = document.createElement("div");
  gutter.className = "gutter";
  gutter.setAttribute("aria-hidden", "true");
  box.before(gutter);
  number(box);
  box.addEventListener("scroll", () => { gutter.scrollTop = box.scrollTop; });
  new ResizeObserver(() => { gutter.style.maxHeight = `${box.offsetHeight}px`; }).observe(box);
}

// Tab indents only in a box that was typed in since it got the focus. Escape
// ends that, so that nobody is held by the keyboard.
let typing = null;
form.addEventListener("focusin", () => { typing = null; });
form.addEventListener("keydown", (e) => {
  const box = e.target.closest?.("textarea[data-sql]");
  if (!box || e.isComposing) return;
  if (e.key === "Escape") typing = null;
  else if (e.key === "Tab" && typing === box && !e.ctrlKey && !e.altKey && !e.metaKey) {
    e.preventDefault();
    indent(box, e.shiftKey);
  } else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    form.requestSubmit();
  } else if (e.key.length === 1 || e.key === "Enter" || e.key === "Backspace" || e.key === "Delete") typing = box;
});

// indent shifts the lines of the selection, or writes two spaces where there
// is none. It goes through the browser's own editing, so that undo undoes it.
const indent = (box, back) => {
  const { selectionStart: from, selectionEnd: to, value } = box;
  const start = value.lastIndexOf("\n", from - 1) + 1;
  if (from === to && !back) return insert(box, "  ");
  const lines = value.slice(start, to).split("\n");
  const moved = lines.map((l) => (back ? l.replace(/^( {1,2}|\t)/, "") : `  ${l}`)).join("\n");
  if (moved === lines.join("\n")) return;
  const first = back ? lines[0].length - lines[0].replace(/^( {1,2}|\t)/, "").length : -2;
  box.setSelectionRange(start, to);
  insert(box, moved);
  if (from === to) box.setSelectionRange(Math.max(start, from - first), Math.max(start, from - first));
  else box.setSelectionRange(start, start + moved.length);
};

const insert = (box, text) => {
  if (!document.execCommand("insertText", false, text)) {
    box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
};

// Where a mistake was found, the cursor stands at it.
const wrong = boxes.find((b) => b.dataset.line);
if (wrong) {
  const lines = wrong.value.split("\n");
  const line = Number(wrong.dataset.line), at = [...(lines[line - 1] ?? "")].slice(0, Number(wrong.dataset.col) - 1).join("").length;
  const from = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + at;
  wrong.focus();
  wrong.setSelectionRange(from, from);
}

// Drafts.
const memory = new Memory(form.dataset.lab, form.dataset.draft);
const draft = new Draft(form.dataset.draft, whole(), Number(form.elements.revision.value), (what, more) => told[what](more));
const line = (text, kind = "") => {
  saved.textContent = text;
  saved.className = kind;
};
const remember = (more = {}) => memory.write({ text: whole(), revision: draft.revision, dirty: draft.dirty, attempts: Number(form.dataset.attempts), ...more });
const told = {
  saved(ms) {
    form.elements.revision.value = draft.revision;
    remember();
    line(`Draft saved at ${clock(ms)}`);
  },
  failed() {
    line(remember() ? "Not saved on the server. Kept in this browser; trying again." : "Not saved. Trying again.", "failed");
    say("The draft could not be saved. Trying again.");
  },
  refused(why) { line(why || "Too long to be saved on the server. Kept in this browser.", "failed"); },
  conflict(text) { offer("Not saved: another window kept a newer draft.", "Use that one", () => { draft.take(); fill(text); }, () => draft.keep()); },
};

// offer lets the writer take another text, or go on with this one.
const offer = (why, take, yes, no = () => {}) => {
  const pick = (text, act) => {
    const b = document.createElement("button");
    Object.assign(b, { type: "button", className: "btn", textContent: text, onclick: () => { act(); line(""); changed(); boxes[0].focus(); } });
    return b;
  };
  line(`${why} `, "failed");
  saved.append(pick(take, yes), " ", pick("Go on with this one", no));
  say(why);
};

const changed = () => {
  draft.change(whole());
  remember();
};
form.addEventListener("input", (e) => {
  if (e.target.matches("[data-sql]")) number(e.target);
  changed();
});
form.addEventListener("submit", () => {
  draft.stop();
  remember({ dirty: false, sent: Number(form.dataset.attempts) });
});
addEventListener("online", () => draft.flush());
addEventListener("pagehide", () => draft.flush(true));
lookAfter(memory.tab);

if (!wrong) {
  const begun = restore({ text: whole(), revision: draft.revision }, memory.read(), Number(form.dataset.attempts));
  if (begun.forget) memory.forget();
  if (begun.restored) {
    fill(begun.text);
    changed();
    line("Restored from this browser.");
  } else if (begun.other) {
    const other = begun.other;
    offer("This browser kept another text of yours.", "Use it", () => fill(other));
  }
}

// The run: links to other steps and schedules are followed in place.
document.addEventListener("click", async (e) => {
  const link = e.target.closest?.("[data-labrun] a[data-show]");
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
  e.preventDefault();
  try {
    await show(link.href, link.dataset.go);
  } catch {
    location.href = link.href;
  }
});

document.addEventListener("keydown", (e) => {
  if (!e.target.closest?.("[data-labrun] .events")) return;
  const go = { ArrowDown: "next", ArrowRight: "next", ArrowUp: "back", ArrowLeft: "back", Home: "first", End: "last" }[e.key];
  const link = go && document.querySelector(`[data-labrun] [data-go="${go}"][href]`);
  if (!link) return;
  e.preventDefault();
  show(link.href, "event").catch(() => { location.href = link.href; });
});

// sight keeps the present step in sight where the drawing scrolls.
const sight = (run) => {
  const frame = run?.querySelector(".scroll"), cursor = frame?.querySelector(".cursor");
  if (!cursor || frame.scrollWidth <= frame.clientWidth) return;
  const x = parseFloat(cursor.getAttribute("x")) / 100 * frame.scrollWidth, margin = 60;
  if (x < frame.scrollLeft + margin || x > frame.scrollLeft + frame.clientWidth - margin) frame.scrollLeft = x - frame.clientWidth / 2;
};
sight(document.querySelector("[data-labrun]"));

// show puts the run at another address in the old one's place. The focus stays
// on what was pressed.
const show = async (href, go) => {
  const res = await fetch(href, { headers: { Accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await res.text(), "text/html").querySelector("[data-labrun]");
  if (!fresh) throw new Error(`no run in the answer, status ${res.status}`);
  const old = document.querySelector("[data-labrun]");
  const scrolled = old.querySelector(".scroll").scrollLeft;
  old.replaceWith(document.adoptNode(fresh));
  history.replaceState(history.state, "", href);
  fresh.querySelector(".scroll").scrollLeft = scrolled;
  sight(fresh);
  const current = fresh.querySelector(".events [aria-current=step] a");
  const target = go && go !== "event" ? fresh.querySelector(`[data-go="${go}"]`) : current;
  (target?.hasAttribute("href") ? target : current)?.focus({ preventScroll: true });
  say(fresh.querySelector(".events [aria-current=step]")?.innerText ?? "");
};
