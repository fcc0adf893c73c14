// Prints a run as the server's templates print it: shapes and words come laid
// out, nothing here chooses a place. No document is needed, so that a test can
// compare every byte.

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

/** What the templates' escaping makes of a text. */
const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => escapes[c]);

const pct = (n) => `${n / 100}%`;
const phase = (n, step) => (n === step ? " now" : n < step ? " past" : "");

const forms = [
  (c, t, x, x2, dx, y, w, h) => `<rect class="${c}" x="${pct(x)}" y="${y}" width="${pct(x2)}" height="${h}"></rect>`,
  (c, t, x, x2, dx, y, w, h) => `<line class="${c}" x1="${pct(x)}" y1="${y}" x2="${pct(x2)}" y2="${h}" transform="translate(${dx})"></line>`,
  (c, t, x, x2, dx, y, w, h) => `<svg x="${pct(x)}"><line class="${c}" x1="${dx}" y1="${y}" x2="${w}" y2="${h}"></line></svg>`,
  (c, t, x, x2, dx, y, w, h) => `<rect class="${c}" x="${pct(x)}" y="${y}" width="${w}" height="${h}" transform="translate(${dx})"></rect>`,
  (c, t, x, x2, dx, y, w) => `<use href="#${t}" x="${pct(x)}" y="${y}" width="${w}" height="${w}" transform="translate(${dx})"></use>`,
  (c, t, x, x2, dx, y) => `<text class="${c}" x="${pct(x)}" y="${y}" dx="${dx}">${t}</text>`,
];

/** One document of runs, as the server sends it, with its texts looked up. */
export class Runs {
  constructor(doc) {
    this.doc = doc;
    this.meta = doc.t[doc.meta];
    this.grounds = doc.g.map((g) => ({ ...g, frame: this.#print(g.frame) }));
    // Lists came as differences from the run before.
    let last = {};
    const sum = (list, by = []) => list.map((n, i) => n + (by[i] ?? 0));
    this.full = doc.runs.map((r) => (last = { ...r, ...Object.fromEntries(["l", "m", "e", "k", "v", "r", "t"].filter((k) => r[k]).map((k) => [k, sum(r[k], last[k])])) }));
  }

  #print(shapes) {
    const { t, s } = this.doc;
    return shapes.map((i) => {
      const [form, c, text, x, x2, dx, y, w, h] = s.map((column) => column[i]);
      return forms[form](escaped(t[c]), escaped(t[text]), x, x2, dx, y, w, h);
    }).join("");
  }

  /** The run for these values of the controls; undefined where it is not here. */
  at(values) {
    let i = 0;
    for (const c of this.doc.controls ?? []) {
      const n = c.v.indexOf(values[c.k]);
      if (n < 0) return undefined;
      i = i * c.v.length + n;
    }
    return this.run(i);
  }

  /** The i-th run. */
  run(i) {
    const r = this.full[i];
    return r && new Run(this, r, this.#print(r.m));
  }
}

/** One run, ready to be printed at any step. */
class Run {
  constructor(runs, r, marks) {
    const { t, findings } = runs.doc;
    this.runs = runs;
    this.ground = runs.grounds[r.g ?? 0];
    this.marks = marks;
    this.choices = Boolean(r.c);
    this.dense = Boolean(r.d);
    this.ring = r.r;
    this.ticks = [];
    this.events = [];
    for (let i = 0; i < r.e.length; i += 2) {
      const k = i / 2 * 3;
      this.events.push({ time: t[r.e[i]], text: t[r.e[i + 1]] });
      this.ticks.push({ x: r.k[k], dx: r.k[k + 1], flag: r.k[k + 2] });
    }
    const [kind, word, sentence, swatch, glyph, step] = r.v;
    this.verdict = { kind: t[kind], word: t[word], sentence: t[sentence], swatch: t[swatch], glyph: t[glyph], step };
    this.label = `${r.l.map((n) => t[n]).join("")}${this.verdict.word}: ${this.verdict.sentence}`;
    this.measured = r.t;
    this.findings = findings.map((text, i) => ({ text: t[text], step: r.f[i] }));
  }

  get length() { return this.events.length; }

  /** The longest text of an event. */
  get longest() { return this.events.reduce((most, { text }) => (text.length > most.length ? text : most), ""); }

  /** What stands within the plot's frame at a step. */
  plot(step) {
    const { axis, frame } = this.ground;
    const x = this.clock(step);
    return `<rect class="v-elapsed" x="0" y="32" width="${x}" height="${axis - 32}"></rect>${frame}${this.marks}` +
      `<line class="v-past" x1="0" x2="${x}" y1="${axis}" y2="${axis}"></line>${this.posts(step)}${this.cursor(step)}`;
  }

  /** Where the clock stands at a step. */
  clock(step) {
    const now = this.ticks[step - 1];
    return now ? pct(now.x) : "0%";
  }

  /** How the n-th post looks at a step: its class and radius. */
  post(n, step) {
    return { name: `tick${this.dense ? " dense" : ""}${phase(n, step)}`, r: this.dense && n !== step ? "3" : "8.5" };
  }

  /** A post for each step along the axis. */
  posts(step) {
    return this.ticks.map((k, i) => {
      const { name, r } = this.post(i + 1, step);
      return `<svg class="${name}" x="${pct(k.x)}" y="${this.ground.axis + 38}"><circle cx="${k.dx}" cy="0" r="${r}"></circle><text x="${k.dx}" y="4">${i + 1}</text></svg>`;
    }).join("");
  }

  /** Where the cursor stands at a step, and its flag; undefined where there is none. */
  flag(step) {
    const now = this.ticks[step - 1];
    return now && { x: pct(now.x), left: now.flag - 26, middle: now.flag, time: this.events[step - 1].time };
  }

  /** The cursor at a step; "" where there is none. */
  cursor(step) {
    const flag = this.flag(step);
    return flag ? cursor(flag, this.ground.axis) : "";
  }

  /** The list of events at a step; href gives a step's address. */
  list(step, href) {
    return this.events.map((e, i) => {
      const n = i + 1;
      return `<li class="event${phase(n, step)}" aria-current="${n === step ? "step" : "false"}"><a href="${escaped(href(n))}" data-step="${n}" aria-label="Step ${n}, at ${escaped(e.time)}"><time>${escaped(e.time)}</time></a><span>${escaped(e.text)} <span class="here">You are here.</span></span></li>`;
    }).join("");
  }

  /** What the run measured; "" where it measures nothing. */
  table() {
    const { t, table } = this.runs.doc;
    if (!table || !this.measured) return "";
    const [title, ...head] = table.map((n) => escaped(t[n]));
    const [note, ...flat] = this.measured;
    const rows = [];
    for (let i = 0; i < flat.length; i += head.length + 2) rows.push(row(flat[i], flat[i + 1], flat.slice(i + 2, i + 2 + head.length).map((n) => escaped(t[n]))));
    return `<div class="tablescroll" tabindex="0" role="region" aria-label="${title}"><table class="runtable"><caption>${title}</caption>` +
      `<thead><tr>${head.map((h) => `<th scope="col">${h}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>` +
      (t[note] ? `<p class="meta">${escaped(t[note])}</p>` : "");
  }

  /** The verdict, links to neighbouring runs, and what had to hold. */
  outcome(href, others) {
    const v = this.verdict;
    const glyph = v.glyph ? `<use href="#${escaped(v.glyph)}" x="11" y="11" width="24" height="24"></use>` : "";
    const links = others.map((o) => `<a href="${escaped(o.href)}" data-run>${escaped(o.text)}</a>`).join("");
    return `<div class="verdict"><svg aria-hidden="true" viewBox="0 0 46 46"><rect class="${escaped(v.swatch)}" x="1" y="1" width="44" height="44"></rect>${glyph}</svg>` +
      `<p class="meta">Verdict for this run</p><p class="word is-${escaped(v.kind)}">${escaped(v.word)}</p><p>${escaped(v.sentence)}</p><p class="ui">${links}</p></div>` +
      `<ul class="findings" aria-label="What had to hold">${this.findings.map((f) => finding(f, href)).join("")}</ul>`;
  }
}

const row = (step, bar, [name, ...cells]) => `<tr><th scope="row">${step ? `${step}. ` : ""}${name}</th>${cells.map((c, i) => (bar >= 0 && i === cells.length - 1
  ? `<td class="barred"><svg aria-hidden="true"><rect class="v-bar-full" width="${bar / 10}%" height="12"></rect></svg><span>${c}</span></td>`
  : `<td>${c}</td>`)).join("")}</tr>`;

const cursor = ({ x, left, middle, time }, axis) =>
  `<svg class="cursor" x="${x}" y="0"><path class="v-cursor" d="M0 24V${axis + 8}"></path><rect class="v-flag" x="${left}" y="4" width="52" height="22"></rect><text class="v-flagtext mid" x="${middle}" y="19">${escaped(time)}</text></svg>`;

const finding = (f, href) => (f.step <= 0
  ? `<li><svg class="glyph" role="img" aria-label="${f.step ? "Open:" : "Held:"}"><use href="#g-${f.step ? "none" : "ok"}"></use></svg><span>${escaped(f.text)}</span></li>`
  : `<li><svg class="glyph" role="img" aria-label="Broken:"><use href="#g-no"></use></svg><span>${escaped(f.text)} <a href="${escaped(href(f.step))}" data-step="${f.step}">Broken at step ${f.step}</a></span></li>`);

/** What lets the reader decide what happens next, from the address given. */
export const scheduler = (own) => `<p><a class="btn" href="${escaped(own)}" data-run>Decide yourself what happens next</a></p>`;

/** The address of a run at a step, in the order in which the server writes it. */
export function address({ action, prefix, id, keys, kept }, values, step) {
  const parts = [];
  for (const { k, unless } of keys) {
    if (unless === undefined || values[k] !== unless) parts.push(`${prefix}${k}=${encodeURIComponent(values[k])}`);
  }
  if (step !== undefined) parts.push(`${prefix}step=${step}`);
  for (const [name, value] of kept) parts.push(`${name}=${encodeURIComponent(value)}`);
  return `${action}?${parts.join("&")}#${id}`;
}
