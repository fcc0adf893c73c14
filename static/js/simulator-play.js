// Playing a run: from step to step at a pace that can be read, the clock moving
// between them where motion is welcome.

import { wave } from "./simulator-show.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)");
const pace = 1400; // ms a step at normal speed

export class Player {
  #timer = 0;

  /** Plays what a figure shows. */
  constructor(sim) { this.sim = sim; }

  /** Plays, or stops where it plays. */
  toggle() { return this.#timer ? this.stop() : this.#start(); }

  #start() {
    this.#playing(true);
    if (this.sim.state.step >= (this.sim.shown?.length ?? 1)) this.sim.go({ step: 1 }).then(() => this.#rest());
    else this.#rest();
  }

  // Playing stays at each step long enough to read it, then travels to the next.
  #rest() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#travel(), (still.matches ? pace : pace * 0.7) / this.#speed());
  }

  #speed() { return Number(this.sim.$("speed").value); }

  #travel() {
    const { step } = this.sim.state;
    const run = this.sim.shown;
    if (step >= run.length) return this.stop();
    const arrive = () => this.sim.go({ step: step + 1 }).then(() => (step + 1 < run.length ? this.#rest() : this.stop()));
    if (still.matches || run.ticks[step].x === run.ticks[step - 1].x) return arrive();
    const long = pace * 0.6 / this.#speed();
    const from = performance.now();
    const frame = (now) => {
      if (!this.#timer || run !== this.sim.shown || this.sim.state.step !== step) return;
      const share = Math.min(1, Math.max(0, now - from) / long);
      if (share >= 1) return arrive();
      this.#between(step, share);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  // Shows the clock on its way from a step to the next.
  #between(step, share) {
    const [a, b] = this.sim.shown.ticks.slice(step - 1, step + 1);
    const [s, t] = this.sim.shown.events.slice(step - 1, step + 1).map((e) => parseFloat(e.time));
    const mid = (x, y) => x + (y - x) * share;
    const x = `${mid(a.x, b.x) / 100}%`;
    const middle = mid(a.flag, b.flag);
    this.sim.querySelector(".v-elapsed").setAttribute("width", x);
    this.sim.querySelector(".v-past").setAttribute("x2", x);
    wave(this.sim.querySelector(".cursor"), { x, left: middle - 26, middle, time: `${mid(s, t).toFixed(1)}\u00a0s` });
  }

  /** Stops where it is. */
  stop() {
    const playing = this.#timer;
    clearTimeout(playing);
    this.#timer = 0;
    if (!playing) return;
    this.#playing(false);
    if (this.sim.shown) this.sim.redraw();
  }

  #playing(on) {
    const b = this.sim.querySelector('[data-go="play"]');
    b.setAttribute("aria-label", on ? "Pause" : "Play");
    b.querySelector("use").setAttribute("href", on ? "#i-pause" : "#i-play");
  }
}
