// A draft: in this browser at every key, on the server a moment later.
import { me, mine } from "./outbox.js";

// Memory keeps one lesson's draft in this browser. Its record holds the text,
// the server's revision that it was written on, whether the server lacks it
// (dirty), where it is saved (url), whose it is (reader), the attempts there were
// when it was written (attempts) and when it was sent (sent), and words that
// another window wrote without a connection and this one has not seen (other).
export class Memory {
  constructor(slug, url) {
    Object.assign(this, { key: `fencepost.draft.${slug}`, url, tab: globalThis.crypto?.randomUUID?.() ?? String(Math.random()) });
  }
  read() {
    try {
      const record = JSON.parse(localStorage.getItem(this.key));
      if (record && !mine(record)) return null;
      this.seen = record?.text;
      return record;
    } catch { return null; }
  }
  write(record) {
    const { seen } = this;
    const before = this.read();
    const unseen = before?.dirty && before.tab !== this.tab && before.text !== seen && before.text !== record.text;
    const other = unseen ? before.text : before?.other;
    this.seen = record.text;
    try {
      localStorage.setItem(this.key, JSON.stringify({ url: this.url, reader: me(), tab: this.tab, ...(other && other !== record.text && { other }), ...record }));
      return true;
    } catch { return false; }
  }
  forget() {
    try { localStorage.removeItem(this.key); } catch { /* there is nothing then */ }
  }
}

// restore decides what a page that was served with text and revision begins
// with: the served text, the browser's, or, where both went on, a choice. A page
// with an earlier revision than this browser saved was drawn before that, unless
// the draft was handed in elsewhere: it is a copy that was kept, or it came while
// the save was under way.
export const restore = (served, local, attempts) => {
  if (!local || typeof local.text !== "string") return { text: served.text };
  const also = (found) => (local.other && local.other !== found.text && found.other === undefined ? { ...found, other: local.other } : found);
  if (local.sent !== undefined && attempts > local.sent) return also({ text: served.text, forget: true });
  const old = local.revision > served.revision && local.attempts === attempts;
  if (!(local.dirty || old) || local.text === served.text) return also({ text: served.text });
  if (old || local.revision === served.revision || served.text === "") return also({ text: local.text, restored: true });
  return { text: served.text, other: local.text };
};

const pause = 1000; // ms without a key before the server is told
const longest = 60_000; // ms between tries when the server does not answer

// Draft keeps a text on the server. It tells what became of it: "saved",
// "failed", "refused", or "conflict" when another window's text is newer, which
// is never overwritten unless keep is called.
export class Draft {
  #timer = 0;
  #sending = null;
  #failures = 0;

  constructor(url, text, revision, tell) {
    Object.assign(this, { url, text, revision, tell, saved: text, refused: null, newer: null, stopped: false });
  }

  get dirty() { return this.text !== this.saved; }
  get #waiting() { return this.dirty && this.text !== this.refused && !this.newer && !this.stopped; }

  change(text) {
    this.text = text;
    if (this.#waiting) this.#later(pause);
  }

  #later(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), ms);
  }

  // flush saves now what is not saved yet.
  flush(leaving = false) {
    clearTimeout(this.#timer);
    if (!this.#waiting) return this.#sending;
    this.#sending ??= this.#send(leaving).finally(() => {
      this.#sending = null;
      if (this.#waiting && !this.#failures) this.#later(pause);
    });
    return this.#sending;
  }

  // stop ends saving, and waits for the one under way.
  async stop() {
    this.stopped = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }

  async #send(leaving) {
    const { text, revision } = this;
    try {
      const res = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ text, revision }),
        keepalive: leaving && text.length < 16_000,
      });
      const said = res.headers.get("Content-Type")?.includes("json") ? await res.json() : {};
      if (res.ok) this.#keep(text, said);
      else if (res.status === 409) this.#meet(text, said);
      else if (res.status === 413 || res.status === 422) this.#refuse(text, said);
      else throw new Error(`status ${res.status}`);
      this.#failures = 0;
    } catch {
      this.#failures++;
      if (this.#waiting) this.#later(Math.min(longest, pause * 2 ** this.#failures));
      this.tell("failed");
    }
  }

  #keep(text, said) {
    this.saved = text;
    this.revision = said.revision;
    this.tell("saved", said.saved_ms);
  }

  #refuse(text, said) {
    this.refused = text;
    this.tell("refused", said.error ?? "");
  }

  // meet is for a save that came too late: someone, most likely this person in
  // another window, saved something newer.
  #meet(text, said) {
    this.revision = said.revision;
    if (said.text === text) this.#keep(text, said);
    else if (said.text) {
      this.newer = said.text;
      this.tell("conflict", said.text);
    } // else the draft was sent elsewhere: this text is a new one
  }

  // keep saves this text on top of the newer one; take goes on with the newer.
  keep() {
    this.newer = null;
    return this.flush();
  }
  take() {
    this.text = this.saved = this.newer;
    this.newer = null;
    return this.text;
  }
}
