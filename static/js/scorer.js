// While a candidate is tried or scores are taken over, the page is read anew
// every few seconds. Without it a link does the same.
import { say } from "./say.js";

const every = 2000;
const underWay = () => document.querySelector("main [data-progress]");

const renew = async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.querySelector("main");
  const fresh = page.querySelector("main");
  // What the reader may be about to press stays where it is until it is over.
  const here = [...main.querySelectorAll("[data-progress]")];
  const there = [...fresh.querySelectorAll("[data-progress]")];
  if (here.length === there.length) {
    here.forEach((part, i) => swap(part, there[i]));
    return;
  }
  swap(main, fresh);
  say(fresh.querySelector("#candidate ~ .lead")?.textContent ?? "Every stored answer has its score.");
};

// swap puts a part anew in the old one's place. The focus stays on what leads to
// the same place or sends to it, and else goes to the heading above.
const swap = (old, fresh) => {
  const at = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(document.adoptNode(fresh));
  if (!at) return;
  const same = [...fresh.querySelectorAll("a[href], button")].find((e) => to(e) === to(at));
  const head = fresh.querySelector("#candidate") ?? fresh.querySelector("h1");
  if (!same) head?.setAttribute("tabindex", "-1");
  (same ?? head)?.focus({ preventScroll: true });
};

const to = (e) => e.href ?? e.form?.action;

const watch = () => {
  if (!underWay()) return;
  setTimeout(() => renew().catch(() => {}).finally(watch), every);
};
watch();
