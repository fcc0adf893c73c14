// The explanation box: counts as the server counts, loses nothing.
import { characters, counted, fault, passed } from "./count.js";
import { Draft, Memory, restore } from "./draft.js";
import { say } from "./say.js";
import { clock } from "./times.js";

const form = document.querySelector("form[data-explain]");
const box = form.elements.text;
const count = form.querySelector("[data-count]");
const saved = form.querySelector("[data-saved]");
const [min, max, attempts] = ["min", "max", "attempts"].map((k) => Number(form.dataset[k]));

const memory = new Memory(form.dataset.explain);
const draft = new Draft(form.dataset.draft, box.value, Number(form.elements.revision.value), (what, more) => told[what](more));

// told is what the reader learns of the draft.
const told = {
  saved(ms) {
    form.elements.revision.value = draft.revision;
    remember();
    line(`Draft saved at ${clock(ms)}`);
  },
  failed() {
    const kept = remember();
    line(kept ? "Not saved on the server. Kept in this browser; trying again." : "Not saved. Trying again.", "failed");
    say("The draft could not be saved. Trying again.");
  },
  refused(why) { line(why || "Too long to be saved on the server. Kept in this browser.", "failed"); },
  conflict(text) {
    line("Not saved: there is a newer draft.", "failed");
    offer("A newer draft of this was saved from another window.", text, {
      take: () => put(draft.take()),
      keep: () => draft.keep(),
    });
  },
};

const line = (text, kind = "") => {
  saved.textContent = text;
  saved.className = kind;
};

const remember = (more = {}) => memory.write({ text: box.value, revision: draft.revision, dirty: draft.dirty, ...more });

let length = characters(box.value), speaking = 0;

// recount shows the number and, where a limit was crossed, has it read out.
const recount = () => {
  const n = characters(box.value);
  count.textContent = counted(n, min, max);
  count.classList.toggle("over", n > max);
  const words = passed(length, n, min, max);
  if (words) {
    clearTimeout(speaking);
    speaking = setTimeout(() => say(words), 500);
  }
  length = n;
  if (n >= min && n <= max) blame("");
};

// blame shows what is wrong with the text, at the text.
const blame = (words) => {
  form.querySelector(".fault")?.remove();
  if (!words) {
    box.removeAttribute("aria-invalid");
    box.setAttribute("aria-describedby", "ex-count");
    return;
  }
  const p = document.createElement("p");
  p.className = "fault";
  p.id = "ex-fault";
  p.append(glyph("g-no"), words);
  box.after(p);
  box.setAttribute("aria-invalid", "true");
  box.setAttribute("aria-describedby", "ex-fault ex-count");
};

// glyph is one of the shapes that the page defines.
const glyph = (id) => {
  const made = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const svg = made("svg"), use = made("use");
  use.setAttribute("href", `#${id}`);
  svg.setAttribute("class", "glyph");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
};

const put = (text) => {
  box.value = text;
  changed();
};

const changed = () => {
  draft.change(box.value);
  remember();
  recount();
};

// offer shows a second text and lets the reader choose; the one not chosen
// stays in sight until the page is left.
const offer = (why, other, { take, keep }) => {
  form.querySelector(".twodrafts")?.remove();
  const panel = document.createElement("div");
  panel.className = "twodrafts";
  panel.setAttribute("role", "group");
  panel.setAttribute("aria-label", "Two drafts");
  const p = document.createElement("p");
  p.textContent = `${why} Nothing was overwritten.`;
  const quote = document.createElement("blockquote");
  quote.textContent = other;
  quote.tabIndex = 0;
  const row = document.createElement("div");
  row.className = "row";
  row.append(
    button("Use this one", () => {
      const mine = box.value;
      take();
      quote.textContent = mine;
      p.textContent = "You went on with the other draft. This is the one that you left; copy from it what you need.";
      row.remove();
      box.focus();
    }),
    button("Keep mine", () => {
      keep();
      p.textContent = "Yours is kept. This is the one that you left; copy from it what you need.";
      row.remove();
      box.focus();
    }),
  );
  panel.append(p, quote, row);
  form.querySelector(".saveline").after(panel);
  say(p.textContent);
};

const button = (text, act) => {
  const b = document.createElement("button");
  b.type = "button";
  b.className = "btn";
  b.textContent = text;
  b.addEventListener("click", act);
  return b;
};

// begin puts back what this browser knows and the server does not.
const begin = () => {
  const served = { text: box.value, revision: draft.revision };
  const found = restore(served, memory.read(), attempts);
  if (found.forget) memory.forget();
  if (found.restored) {
    put(found.text);
    line("Restored what you had written in this browser.");
  }
  if (found.other !== undefined) {
    offer("This browser holds words of yours that were not saved, and a newer draft was saved elsewhere, which is in the box.", found.other, {
      take: () => put(found.other),
      keep: () => remember(),
    });
  }
  recount();
};

let sending = false;

form.addEventListener("submit", async (e) => {
  const wrong = fault(characters(box.value), min, max);
  if (wrong || sending) {
    e.preventDefault();
    if (wrong) {
      blame(wrong);
      box.focus();
    }
    return;
  }
  // A save that arrived after the explanation would bring the draft back.
  e.preventDefault();
  sending = true;
  e.submitter?.setAttribute("aria-disabled", "true");
  remember({ dirty: true, sent: attempts });
  await Promise.race([draft.stop(), new Promise((done) => setTimeout(done, 2000))]);
  HTMLFormElement.prototype.submit.call(form);
});

box.addEventListener("input", changed);
addEventListener("online", () => draft.flush());
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") draft.flush(true); });
addEventListener("pageshow", (e) => {
  if (!e.persisted) return;
  sending = draft.stopped = false;
  form.querySelector("[aria-disabled]")?.removeAttribute("aria-disabled");
});

begin();
