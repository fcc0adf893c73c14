// Orders: options are moved by their buttons or by dragging, and the fields
// that hold their places follow.
import { say } from "./say.js";

const rowsOf = (list) => [...list.children];

// settle brings the fields in line with the order that is seen.
const settle = (list) => {
  const rows = rowsOf(list);
  rows.forEach((row, i) => {
    row.querySelector("select").value = String(i + 1);
    for (const button of row.querySelectorAll("[data-move]")) {
      const end = button.dataset.move === "-1" ? i === 0 : i === rows.length - 1;
      button.toggleAttribute("data-end", end);
    }
  });
};

const tell = (row) => {
  const rows = rowsOf(row.parentElement);
  say(`${row.querySelector(".what").innerText.trim()}: place ${rows.indexOf(row) + 1} of ${rows.length}.`);
};

// The neighbour is what moves in the page, so that the button keeps the focus.
document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-move]");
  if (!button) return;
  const row = button.closest("li");
  if (button.dataset.move === "-1") {
    if (row.previousElementSibling) row.after(row.previousElementSibling);
  } else if (row.nextElementSibling) {
    row.before(row.nextElementSibling);
  }
  settle(row.parentElement);
  tell(row);
});

// A mouse takes hold anywhere on a row; a finger at its grip, since elsewhere
// it scrolls the page.
document.addEventListener("pointerdown", (e) => {
  const row = e.target.closest("[data-ranks] > li");
  if (!row || e.button !== 0 || e.target.closest("button, select, a, .fb")) return;
  if (e.pointerType !== "mouse" && !e.target.closest("[data-grip]")) return;
  e.preventDefault();
  drag(row, e.pointerId);
});

const drag = (row, pointer) => {
  const list = row.parentElement;
  const before = rowsOf(list);
  const move = (e) => e.pointerId === pointer && carry(row, e.clientY);
  const end = (e) => {
    if (e.type === "keydown" && e.key !== "Escape") return;
    if (e.type !== "keydown" && e.pointerId !== pointer) return;
    for (const type of ["pointermove", "pointerup", "pointercancel", "keydown"]) document.removeEventListener(type, type === "pointermove" ? move : end);
    delete row.dataset.held;
    if (e.type !== "pointerup") list.append(...before);
    settle(list);
    tell(row);
  };
  row.dataset.held = "";
  document.addEventListener("pointermove", move);
  for (const type of ["pointerup", "pointercancel", "keydown"]) document.addEventListener(type, end);
};

// carry puts the row under the pointer: past a neighbour as soon as it will lie
// there, be the neighbour larger or smaller.
const carry = (row, y) => {
  const box = (of) => of.getBoundingClientRect();
  while (row.previousElementSibling && y < box(row.previousElementSibling).top + box(row).height) row.after(row.previousElementSibling);
  while (row.nextElementSibling && y > box(row.nextElementSibling).bottom - box(row).height) row.before(row.nextElementSibling);
};

const begin = (root) => { for (const list of root.querySelectorAll("[data-ranks]")) settle(list); };
begin(document);
document.addEventListener("check:answered", (e) => begin(e.target));
