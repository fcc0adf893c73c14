// The keys of the review desk. Each does what a control on the page does; none
// acts while somebody types or holds a modifier.

const typing = (e) => e.target.matches?.("textarea, select, input:not([type=radio]):not([type=checkbox])");

export const listenToKeys = ({ form, points, comment, bank, put, look, undo, choose, chosen, current, dialog }) => {
  const rows = [...document.querySelectorAll(".queue ol a[href]")];
  const here = rows.findIndex((a) => a.hasAttribute("aria-current"));
  let commenting = false; // c was pressed, and a digit may follow

  const help = () => { if (dialog && !dialog.open) dialog.showModal(); };
  document.querySelector("[data-help]")?.addEventListener("click", help);

  // digit looks at a point and changes it: covered, or not yet. With shift it
  // only looks.
  const digit = (key, only) => {
    const point = points.find((p) => p.dataset.key === key);
    if (!point) return;
    look(point, { scroll: true });
    point.querySelector("input:checked, input")?.focus({ preventScroll: true });
    if (!only) choose(point, chosen(point)?.value === "covered" ? "missing" : "covered");
  };

  const go = (by) => {
    const next = rows[here < 0 ? 0 : here + by];
    if (next) location.assign(next.href);
  };

  const acts = {
    c: () => { if (comment && !form.querySelector("fieldset").disabled) { comment.focus(); commenting = true; } },
    s: () => form?.querySelector("[data-save]:not([aria-disabled])")?.click(),
    u: undo,
    o: () => current() && choose(current(), current().dataset.key ? "contradicted" : "present"),
    n: () => current() && choose(current(), "unsure"),
    j: () => go(1),
    k: () => go(-1),
    "?": help,
  };

  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || dialog?.open) return;
    if (e.target === comment) return inComment(e);
    commenting = false;
    if (typing(e)) return;
    const number = /^Digit([1-9])$/.exec(e.code)?.[1] ?? (/^[1-9]$/.test(e.key) ? e.key : "");
    const act = number ? () => digit(number, e.shiftKey) : acts[e.key];
    if (!act || (!form && !"jk?u".includes(e.key))) return;
    e.preventDefault();
    act();
  });

  // A digit straight after c puts in a sentence of the bank.
  const inComment = (e) => {
    if (e.key === "Escape") comment.blur();
    else if (commenting && /^[1-9]$/.test(e.key) && bank[e.key - 1]) {
      e.preventDefault();
      put(bank[e.key - 1]);
    }
    commenting = false;
  };
};
