// The explanation box: counts as the server counts, loses nothing.
import { characters, counted, fault, passed } from "./count.js";
import { Draft, Memory, restore } from "./draft.js";
import { changed as copyIsOld, lost } from "./offline.js";
import { handIn, lookAfter, send, takeBack, waiting } from "./outbox.js";
import { clock, say } from "./say.js";
import { Waiting } from "./waiting.js";

const form = document.querySelector("form[data-explain]");
const box = form.elements.text;
const count = form.querySelector("[data-count]");
const saved = form.querySelector("[data-saved]");
const [min, max, attempts] = ["min", "max", "attempts"].map((k) => Number(form.dataset[k]));

const slug = form.dataset.explain;
const memory = new Memory(slug, form.dataset.draft);
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
    line(`${lost()} ${kept ? "Your draft is kept on this device and is saved when the connection is back." : "Your draft is not saved. Trying again."}`, "failed");
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

const remember = (more = {}) => memory.write({ text: box.value, revision: draft.revision, dirty: draft.dirty, attempts, ...more });

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
  if (found.other !== undefined && found.other !== box.value) {
    offer("This browser holds words of yours that were not saved, and a newer draft was saved elsewhere, which is in the box.", found.other, {
      take: () => put(found.other),
      keep: () => remember(),
    });
  }
  recount();
};

// An explanation that was handed in without a connection.
const later = new Waiting(form, () => {
  takeBack(slug);
  draft.stopped = sending = false;
  changed();
  box.focus();
});

// resume shows the one that waits. What else this browser keeps of the lesson
// stays as it is, to be offered once that one is gone.
const resume = () => {
  const item = waiting(slug);
  if (!item) return;
  box.value = item.text;
  memory.seen = undefined;
  recount();
  if (item.refused) {
    takeBack(slug);
    changed();
    return blame(item.refused);
  }
  draft.stop();
  later.wait(item.ms);
};

let sending = false;

const submit = async () => {
  remember({ dirty: true, sent: attempts });
  await Promise.race([draft.stop(), new Promise((done) => setTimeout(done, 2000))]);
  const { key, run } = form.elements;
  const kept = handIn(slug, { key: key.value, run: run?.value, text: box.value, url: form.action });
  copyIsOld();
  const { at, refused } = kept ? await send(slug) : { refused: true };
  if (at) return location.assign(at);
  if (refused !== undefined) {
    takeBack(slug);
    return HTMLFormElement.prototype.submit.call(form); // and the page says why
  }
  later.wait(Date.now());
  dispatchEvent(new Event("outbox:waits"));
};

form.addEventListener("submit", (e) => {
  e.preventDefault();
  const wrong = fault(characters(box.value), min, max);
  if (wrong) {
    blame(wrong);
    box.focus();
  }
  if (wrong || sending || later.shown) return;
  // A save that arrived after the explanation would bring the draft back.
  sending = true;
  e.submitter?.setAttribute("aria-disabled", "true");
  submit().finally(() => e.submitter?.removeAttribute("aria-disabled"));
});

addEventListener("outbox:arrived", ({ detail }) => { if (detail.slug === slug && later.shown) later.arrived(detail.at); });
addEventListener("outbox:refused", ({ detail }) => { if (detail.slug === slug && later.shown) { later.hide(); resume(); } });

// Another window of this lesson handed in, or what waited there is gone.
addEventListener("storage", (e) => {
  if (e.key !== `fencepost.handin.${slug}`) return;
  if (!e.newValue && later.shown) location.reload();
  else if (e.newValue && !sending && (!draft.dirty || waiting(slug)?.text === box.value)) resume();
});

box.addEventListener("input", changed);
addEventListener("online", () => draft.flush());
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") draft.flush(true); });
addEventListener("pageshow", (e) => {
  if (!e.persisted) return;
  sending = draft.stopped = later.shown;
  form.querySelector("[aria-disabled]")?.removeAttribute("aria-disabled");
});

begin();
resume();
lookAfter(memory.tab);
