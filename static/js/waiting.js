// What the explanation box shows while an explanation waits on this device.
import { lost } from "./offline.js";
import { clock, say } from "./say.js";

/**
 * A panel below the box that says what became of an explanation. It holds the
 * box and its buttons still, and lets go of them when the writer takes the
 * explanation back.
 */
export class Waiting {
  #panel;

  constructor(form, takeBack) { Object.assign(this, { form, takeBack }); }

  get shown() { return Boolean(this.#panel); }

  #show(words, ...more) {
    this.hide();
    this.#panel = document.createElement("div");
    this.#panel.className = "twodrafts";
    this.#panel.dataset.handin = "";
    const p = document.createElement("p");
    p.textContent = words;
    this.#panel.append(p, ...more);
    this.form.querySelector(".saveline").after(this.#panel);
    say(words);
  }

  #hold(on) {
    this.form.elements.text.readOnly = on;
    for (const b of this.form.querySelectorAll("[type=submit]")) b.hidden = on;
  }

  /** The explanation waits since ms. */
  wait(ms) {
    const back = document.createElement("button");
    Object.assign(back, { type: "button", className: "btn", textContent: "Take it back and go on writing" });
    back.addEventListener("click", () => { this.hide(); this.takeBack(); });
    const row = document.createElement("div");
    row.className = "row";
    row.append(back);
    this.#show(`${lost()} Your explanation is kept on this device since ${clock(ms)} and has not arrived yet. It is sent once, as soon as the connection is back and a page of this site is open; you may close this one.`, row);
    this.#hold(true);
  }

  /** The explanation arrived; its result stands at an address. */
  arrived(at) {
    const link = document.createElement("a");
    Object.assign(link, { href: at, className: "btn primary", textContent: "See what was found in it" });
    const row = document.createElement("div");
    row.className = "row";
    row.append(link);
    this.#show("The connection is back, and your explanation has arrived.", row);
    this.#hold(true);
  }

  hide() {
    this.#panel?.remove();
    this.#panel = undefined;
    this.#hold(false);
  }
}
