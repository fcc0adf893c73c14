// <fence-sim> makes a figure live: sliders redraw it at once from the runs that
// came along, steps are stepped without a request, and the address follows.
// Everything that it shows the server has drawn before; see simulator-draw.js.
import { Runs, address } from "./simulator-draw.js";
import { clicked, pressed, scrub } from "./simulator-input.js";
import { Player, still } from "./simulator-play.js";
import { draw, point, reveal, rewrite, set, show, tell } from "./simulator-show.js";

class FenceSim extends HTMLElement {
  #runs; // those of the main controls, once they are here
  #run; // the one shown
  #wanted = 0; // counts requests, so that a late answer does not win
  #player = new Player(this);
  #before; // what a reset threw away

  connectedCallback() {
    if (this.state) return;
    this.knobs = this.querySelector("[data-knobs]");
    this.state = { values: this.#read(), step: Number(this.dataset.step) };
    this.keys = undefined;
    this.#upgrade();
    this.#listen();
    this.ready = this.#load();
    // A copy was drawn for another address than one may have come by.
    if (document.documentElement.dataset.kept && location.search) this.#restore();
    requestAnimationFrame(() => reveal(this));
  }

  disconnectedCallback() {
    this.#player.stop();
    this.leave.abort();
  }

  $(name) { return this.querySelector(`[data-${name}]`); }

  // What the controls say.
  #read() {
    const values = { tape: this.dataset.tape };
    for (const c of this.knobs.querySelectorAll("[data-key]")) values[c.dataset.key] = said(c);
    return values;
  }

  // Links that step become buttons, and what needs scripts gets its words.
  #upgrade() {
    for (const a of this.querySelectorAll("a[data-go]")) {
      const b = document.createElement("button");
      b.type = "button";
      b.dataset.go = a.dataset.go;
      b.setAttribute("aria-label", a.getAttribute("aria-label"));
      if (!a.hasAttribute("href")) b.setAttribute("aria-disabled", "true");
      b.append(...a.childNodes);
      a.replaceWith(b);
    }
    this.$("copy").querySelector("span").textContent = "Copy link to this run";
  }

  #listen() {
    this.addEventListener("click", (e) => clicked(this, e));
    this.addEventListener("keydown", (e) => pressed(this, e));
    this.knobs.addEventListener("input", (e) => this.#turned(e.target));
    this.knobs.addEventListener("submit", (e) => e.preventDefault());
    for (const kind of ["pointerover", "focusin"]) this.$("map").addEventListener(kind, (e) => point(this, e.target));
    scrub(this, this.querySelector(".plot"));
    this.leave = new AbortController();
    const { signal } = this.leave;
    addEventListener("popstate", () => this.#restore(), { signal });
    document.addEventListener("click", (e) => this.#called(e), { signal });
  }

  async #load() {
    const doc = await fetchJSON(this.dataset.runs || this.#question());
    if (!doc) return;
    this.keys = doc.keys;
    this.others = doc.others;
    this.#runs = new Runs(doc);
    this.mapOf = this.#ground();
    this.#run = this.#held() ?? (await this.#ask());
  }

  // The run for the present values, where it came along.
  #held() {
    if (!this.dataset.runs) return undefined;
    const main = new Set(this.#runs.doc.controls.map((c) => c.k));
    const { values } = this.state;
    if (this.keys.some(({ k, show }) => !main.has(k) && values[k] !== show)) return undefined;
    return this.#runs.at(values);
  }

  #question() {
    const q = Object.entries(this.state.values).map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join("&");
    return `${this.dataset.ask}&${q}`;
  }

  // Asks the server for a run that did not come along.
  async #ask() {
    const mine = ++this.#wanted;
    const doc = await fetchJSON(this.#question());
    if (!doc || mine !== this.#wanted) return undefined;
    this.#around(doc);
    const run = new Runs(doc).run(0);
    run.scheduler = doc.scheduler;
    run.notes = doc.notes ?? [];
    return run;
  }

  // What surrounds a run and does not follow from it: the map, unless it shows
  // this run already.
  #around(doc) {
    if (!doc.map || "veiled" in this.dataset || this.mapOf === this.#ground()) return;
    rewrite(this.$("map"), doc.map);
    const legend = this.$("legend");
    if (legend) legend.innerHTML = doc.legend;
    this.mapOf = this.#ground();
  }

  // The values on which the whole map rests.
  #ground() {
    return this.keys.filter((k) => !k.axis).map(({ k }) => this.state.values[k]).join("|");
  }

  #turned(control) {
    if (!control.dataset.key) return;
    this.go({ values: { ...this.state.values, [control.dataset.key]: said(control) } });
  }

  /** Shows other values, another step, or both. */
  async go({ values, step, quiet }) {
    await this.ready;
    if (!this.#run) return;
    const before = this.state;
    const last = before.step === this.#run.length;
    const changed = values !== undefined && !same(values, before.values);
    if (changed) {
      this.state = { ...before, values };
      show(this);
      const held = this.#held();
      const run = held ?? (await this.#ask());
      if (!run || !same(values, this.state.values)) return;
      if (held && this.mapOf !== this.#ground()) this.#ask();
      this.#run = run;
      this.$("notes").replaceChildren(...(run.notes ?? []).map((n) => Object.assign(document.createElement("p"), { textContent: n })));
      this.#fresh(false);
    }
    const to = step ?? (last && changed ? this.#run.length : before.step);
    this.state = { values: this.state.values, step: Math.max(1, Math.min(this.#run.length, to)) };
    draw(this, changed);
    this.#follow();
    if (changed) this.dispatchEvent(new CustomEvent("fence-sim:run", { bubbles: true, detail: { ...this.state } }));
    if (!quiet) tell(this, changed);
  }

  /** The address of a run at a step. */
  address(values = this.state.values, step = this.state.step) {
    const { action, prefix } = this.dataset;
    const own = new Set(this.keys.map(({ k }) => prefix + k).concat(`${prefix}step`));
    const kept = [...new URLSearchParams(location.search)].filter(([k]) => !own.has(k));
    return address({ action, prefix, id: this.id, keys: this.keys, kept }, values, step ?? undefined);
  }

  // Address and links wait until it is painted; browsers limit changes of the address, too.
  #follow() {
    clearTimeout(this.following);
    this.following = setTimeout(() => {
      const to = this.address();
      history.replaceState(history.state, "", to);
      set(this.$("copy"), "href", to);
      this.#quote();
    }, 60);
  }

  // The link that takes the run along to the explanation.
  #quote() {
    const link = this.$("quote");
    if (!link) return;
    const run = address({ action: "", prefix: "", id: "", keys: this.keys, kept: [] }, this.state.values, this.state.step).slice(0, -1);
    set(link, "href", `${this.dataset.action}?run=${encodeURIComponent(this.id + run)}#explain`);
  }

  /** The run that is shown, once it is here. */
  get shown() { return this.#run; }

  redraw() { draw(this, false); }

  /** Goes to a step. */
  jump(step) {
    this.#player.stop();
    return this.go({ step });
  }

  /** Does what a button of the transport says. */
  control(go) {
    const { step } = this.state;
    const last = this.#run?.length ?? 1;
    if (go === "play") return this.#player.toggle();
    return this.jump({ first: 1, back: step - 1, next: step + 1, last }[go]);
  }

  /** Shows the run that was predicted, and the map that would have told of it. */
  async unveil(href) {
    await this.ready;
    if (!this.#run || !("veiled" in this.dataset)) return;
    delete this.dataset.veiled;
    this.mapOf = undefined;
    await this.show(href);
    if (this.mapOf !== this.#ground()) await this.#ask();
  }

  /** Shows the run that a link names. */
  show(href) {
    const q = new URL(href, location.href).searchParams;
    this.#player.stop();
    return this.go(this.#named(q));
  }

  // Links elsewhere on the page that name a run of this figure open it here.
  #called(e) {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const a = e.target.closest?.("a[href]");
    if (!a || this.contains(a) || !this.#run || !this.#mine(new URL(a.href))) return;
    e.preventDefault();
    this.open(a.href);
  }

  // Whether an address is of this page and names a run of this figure.
  #mine(url) {
    const { prefix } = this.dataset;
    return url.origin === location.origin && url.pathname === location.pathname && url.hash === `#${this.id}` &&
      [...url.searchParams.keys()].some((k) => this.keys.some((key) => k === prefix + key.k));
  }

  /** Shows the run that an address of this page names, and goes there. */
  async open(href) {
    await this.ready;
    history.pushState(null, "", href);
    this.scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
    this.querySelector(".scroll").focus({ preventScroll: true });
    await this.show(href);
  }

  /** The present run as a query, for what the page hands in. */
  get run() {
    return Object.entries(this.state.values).filter(([, v]) => v !== "").map(([k, v]) => `${k}=${encodeURIComponent(v)}`).join("&");
  }

  #named(q) {
    const values = {};
    for (const { k, show } of this.keys) values[k] = q.getAll(this.dataset.prefix + k).at(-1) ?? show;
    const step = Number(q.get(`${this.dataset.prefix}step`)) || (values.tape ? Infinity : 1);
    return { values, step };
  }

  // Back and Forward: the address says what to show.
  async #restore() {
    await this.ready;
    if (!this.#run) return;
    const to = this.#named(new URLSearchParams(location.search));
    if (same(to.values, this.state.values) && to.step === this.state.step) return;
    this.#player.stop();
    await this.go({ ...to, quiet: true });
  }

  /** Goes back to the run that the page came with, or takes that back. */
  reset() {
    this.#player.stop();
    if (this.#before) {
      const back = this.#before;
      this.go({ ...back }).then(() => this.#fresh(false));
      return;
    }
    const before = this.state;
    const values = Object.fromEntries(this.keys.map(({ k, show }) => [k, show]));
    this.go({ values, step: 1 }).then(() => { this.#before = before; this.#fresh(true); });
  }

  // The button that resets takes the reset back until something else changes.
  #fresh(undo) {
    if (!undo) this.#before = undefined;
    this.$("reset").textContent = undo ? "Undo the reset" : "Reset";
  }
}

/** A control's value as addresses write it. */
function said(c) {
  if (c.type === "checkbox") return c.checked ? c.value : c.dataset.off;
  return c.value + (c.dataset.suffix ?? "");
}

const same = (a, b) => Object.keys(a).every((k) => a[k] === b[k]);

async function fetchJSON(url) {
  try {
    const r = await fetch(url, { headers: { Accept: "application/json" } });
    return r.ok ? await r.json() : undefined;
  } catch {
    return undefined;
  }
}

customElements.define("fence-sim", FenceSim);
