// Reading without a connection: the service worker is started and told of which
// page its copy has grown old. A form that cannot be sent says so.
import { say } from "./say.js";

const root = new URL("../../", import.meta.url); // of the site
const key = "fencepost.changed"; // the page on which something was done, in this tab

/** The worker's copy of this page is made anew once the page was left. */
export const changed = () => {
  try { sessionStorage.setItem(key, location.href); } catch { /* the copy stays as it is */ }
};

const left = () => {
  try {
    const url = sessionStorage.getItem(key);
    if (!url || new URL(url).pathname === location.pathname) return undefined;
    sessionStorage.removeItem(key);
    return url;
  } catch { return undefined; }
};

// Whether this page came before the worker did, which may have taken it over since.
const unseen = () => !navigator.serviceWorker.controller || performance.getEntriesByType("navigation")[0]?.workerStart === 0;

const begin = async () => {
  const all = navigator.serviceWorker;
  const first = unseen();
  await all.register(new URL("worker.js", root));
  const { active } = await all.ready;
  active.postMessage({ again: first ? location.href : left() });
};

if ("serviceWorker" in navigator) {
  const start = () => begin().catch(() => {}); // a page is complete without
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}

addEventListener("check:answered", changed);

/** Says at a form why it was not sent. */
export const unsent = (form, words) => {
  let p = form.querySelector(".unsent");
  if (!p) {
    p = document.createElement("p");
    p.className = "unsent";
    form.append(p);
  }
  p.textContent = words;
  say(words);
};

export const lost = () => (navigator.onLine ? "The server cannot be reached." : "You are offline.");

// Last of those who listen, so that forms with a way of their own have taken it.
addEventListener("submit", (e) => {
  if (e.defaultPrevented || navigator.onLine || e.target.method !== "post") return;
  e.preventDefault();
  unsent(e.target, "You are offline. Nothing was sent, and what you entered is still here. Send it again when the connection is back.");
});

// A copy stays a copy when the connection is back, and offers the page itself.
addEventListener("online", () => {
  const words = document.querySelector("aside.offline p");
  if (!words) return;
  const link = document.createElement("a");
  Object.assign(link, { href: location.pathname + location.search, textContent: "Load it anew" });
  words.replaceChildren("The connection is back. This is still the page as it was kept. ", link);
  say(words.textContent);
});

// An explanation that waited on this device arrived, while another page than its
// own is open.
addEventListener("outbox:arrived", ({ detail: { slug, at } }) => {
  if (document.querySelector(`form[data-explain="${CSS.escape(slug)}"]`)) return;
  const note = document.createElement("p");
  note.className = "arrived";
  const link = document.createElement("a");
  Object.assign(link, { href: at, textContent: "See what was found in it" });
  note.append("An explanation that you handed in without a connection has arrived. ", link);
  document.body.append(note);
  say(note.textContent);
});
