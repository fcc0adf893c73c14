// Review by keyboard. The keys act while the focus is in the question or in what
// came of it, and each does what a control there does; with a modifier held, or
// while somebody types, the browser keeps its own. In a list of choices letters and
// digits are the list's, which goes to the choice that begins with them; no choice
// begins with a question mark.
const part = document.querySelector("[data-recall]");

const typing = (e) => e.target.matches("textarea, input:not([type=radio]):not([type=checkbox])") || (e.target.matches("select") && e.key !== "?");

const choose = (n) => {
  const inputs = [...part.querySelectorAll("input[name=option]")];
  const input = inputs[n - 1];
  if (!input) return false;
  if (input.type === "radio") input.checked = true;
  else input.checked = !input.checked;
  input.focus();
  return true;
};

const press = (selector, within = document) => {
  const control = within.querySelector(selector);
  control?.click();
  return Boolean(control);
};

const act = (e) => {
  if (/^[1-9]$/.test(e.key)) return press(`.ratings button[value="${e.key}"]`, part) || choose(Number(e.key));
  if (e.key === "Enter" && e.target.matches("input[type=checkbox]")) return press(".btn.primary[type=submit]", part);
  if (e.key === "?") return press("button[name=give]", part);
  if (e.key === "n") return press("[data-next]", part);
  if (e.key === "u") return press("[data-undo] button");
  return false;
};

part?.addEventListener("keydown", (e) => {
  const sends = e.key === "Enter" && (e.ctrlKey || e.metaKey) && e.target.matches("textarea");
  if (sends && press(".btn.primary[type=submit]", part)) return e.preventDefault();
  if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing || typing(e)) return;
  if (act(e)) e.preventDefault();
});

// The first control has the focus, so that the keys work from the start; a page
// that was scrolled to on purpose stays where it is, and one that asks nothing
// is read from its top.
if (part && !location.hash && document.activeElement === document.body) {
  const first = part.querySelector("[autofocus]") ?? part.querySelector("input:not([type=hidden]), textarea, select, [data-next], button");
  first?.focus({ preventScroll: true });
}
