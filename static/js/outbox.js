// What was written without a connection and waits on this device: drafts, and
// explanations that were handed in. Whatever page of the site is open sends them
// when the server answers again. The server makes sure that nothing arrives
// twice: a draft names the revision that it goes on from, an explanation its key.
import { characters, plain } from "./count.js";

const drafts = "fencepost.draft.", handed = "fencepost.handin.";

/** Whose page this is, in the server's words; undefined where it does not say. */
export const me = () => globalThis.document?.querySelector("[data-reader]")?.dataset.reader || undefined;

/** Whether a record was made by whoever reads now. Somebody's who has an account is nobody else's, be it somebody without a name. */
export const mine = (record, reader = me()) => !record.reader || (reader ? record.reader === reader : !record.reader.startsWith("p-"));

const read = (key) => {
  try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
};
const write = (key, record) => {
  try { localStorage.setItem(key, JSON.stringify(record)); return true; } catch { return false; }
};
const remove = (key) => {
  try { localStorage.removeItem(key); } catch { /* there is nothing then */ }
};
const keys = (prefix) => {
  try { return Object.keys(localStorage).filter((k) => k.startsWith(prefix)); } catch { return []; }
};

/** Takes away what somebody else left who was signed in here before. */
export const tidy = (reader = me()) => {
  if (!reader?.startsWith("p-")) return;
  for (const key of [...keys(drafts), ...keys(handed)]) {
    if (read(key)?.reader?.startsWith("p-") && !mine(read(key), reader)) remove(key);
  }
};

/** The explanation that waits to be sent for a lesson, or null. */
export const waiting = (slug) => {
  const item = read(handed + slug);
  return item && mine(item) ? item : null;
};

/** Keeps an explanation until it has arrived; false where this browser cannot. */
export const handIn = (slug, item) => write(handed + slug, { ...item, reader: me(), ms: Date.now() });

/** Takes back an explanation that waits. */
export const takeBack = (slug) => remove(handed + slug);

// alone runs one sender at a time among all tabs; without locks several may
// send, and the server takes one.
const alone = (name, send) => (globalThis.navigator?.locks ? navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && send()) : send());

const held = (tab) => `fencepost.tab.${tab}`;

/** Says to the others that this tab is open and sends its drafts itself. */
export const lookAfter = (tab) => {
  navigator.locks?.request(held(tab), () => new Promise(() => {})).catch(() => {});
};

const post = async (url, type, body) => {
  const res = await fetch(url, { method: "POST", headers: { "Content-Type": type, Accept: "application/json" }, body, signal: AbortSignal.timeout?.(20_000) });
  const said = res.headers.get("Content-Type")?.includes("json") ? await res.json() : {};
  return { status: res.status, said };
};

// sent is told what became of an explanation: {at} where its result stands,
// {refused} in the server's words, or {later} where it waits on.
const sendExplanation = async (slug) => {
  const key = handed + slug, item = waiting(slug);
  if (!item || item.refused) return { later: true };
  const { url, run, text } = item;
  const fields = new URLSearchParams({ key: item.key, text, ...(run && { run }) });
  const { status, said } = await post(url, "application/x-www-form-urlencoded", fields.toString());
  if (status === 200 && said.at) {
    remove(key);
    const draft = read(drafts + slug);
    if (draft && plain(draft.text) === plain(text)) remove(drafts + slug);
    tell("arrived", { slug, at: said.at });
    return { at: said.at };
  }
  if (![413, 415, 422, 404].includes(status)) return { later: true }; // it may go another time
  const now = read(key);
  if (now?.key === item.key) write(key, { ...now, refused: said.error || "The server did not take it." });
  tell("refused", { slug });
  return { refused: said.error };
};

/** Sends the explanation that waits for a lesson; only one tab does at a time. */
export const send = async (slug) => {
  try { return (await alone(handed + slug, () => sendExplanation(slug))) ?? { later: true }; } catch { return { later: true }; }
};

// sendDraft saves a draft whose page is closed. What the server holds that is
// newer stays, and the page offers both when it is opened.
const sendDraft = async (key, again = true) => {
  const record = read(key);
  if (!record?.dirty || !record.url || record.met || !mine(record) || !characters(record.text)) return;
  const { text, revision } = record;
  const { status, said } = await post(record.url, "application/json", JSON.stringify({ text, revision }));
  const now = read(key);
  if (now?.text !== text) return; // it was written on meanwhile
  if (status === 200 || (status === 409 && said.text === text)) write(key, { ...now, dirty: false, revision: said.revision });
  else if (status === 409 && said.text === "" && again) {
    write(key, { ...now, revision: said.revision });
    await sendDraft(key, false);
  } else if ([409, 413, 422].includes(status)) write(key, { ...now, met: true });
};

const tell = (what, detail) => globalThis.dispatchEvent?.(new CustomEvent(`outbox:${what}`, { detail }));

/** Sends all that waits and may be sent; true where something waits on. */
export const flush = async () => {
  try {
    for (const key of keys(handed)) await send(key.slice(handed.length));
    for (const key of keys(drafts)) {
      const closed = (then) => alone(held(read(key)?.tab), then);
      if (!read(handed + key.slice(drafts.length))) await closed(() => alone(key, () => sendDraft(key)));
    }
  } catch { /* no connection: another time */ }
  return keys(handed).some((k) => mine(read(k)) && !read(k).refused) || keys(drafts).some((k) => read(k)?.dirty && !read(k).met && mine(read(k)));
};

const soonest = 2000, latest = 60_000; // ms between tries

/** Sends what waits now, whenever the browser says that it is online, and from time to time. */
export const start = () => {
  let timer = 0, wait = soonest;
  const go = async () => {
    clearTimeout(timer);
    if (!(await flush())) return;
    wait = Math.min(latest, wait * 2);
    timer = setTimeout(go, wait);
  };
  const anew = () => { wait = soonest; go(); };
  tidy();
  anew();
  addEventListener("online", anew);
  addEventListener("outbox:waits", anew);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") anew(); });
};
