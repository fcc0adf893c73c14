// What every page runs: a second look at a result that is not ready, reading
// without a connection, sending what was written meanwhile, one form for two
// clicks, and a menu that does not stay in the way.
import "./offline.js";
import { start } from "./outbox.js";

start();

if (document.querySelector("[data-waiting]")) setTimeout(() => location.reload(), 3000);

// A second click while a form is on its way would take back the first, which the
// server may have done already. Whoever waits longer may send it again.
let sent;
addEventListener("submit", (e) => {
  if (e.defaultPrevented || e.target.method !== "post") return;
  if (sent?.form === e.target && sent.by === e.submitter && e.timeStamp - sent.at < 2000) e.preventDefault();
  else sent = { form: e.target, by: e.submitter, at: e.timeStamp };
});
addEventListener("pageshow", () => { sent = undefined; });

// The menu lies over the links below it: it closes when it is left, and Escape closes
// it where it is (WCAG 2.2, 2.4.11).
const menu = document.querySelector(".who");
const leave = (to) => { if (to && !menu.contains(to)) menu.open = false; };
menu?.addEventListener("focusout", (e) => leave(e.relatedTarget));
addEventListener("click", (e) => { if (menu?.open) leave(e.target); });
addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || !menu?.open) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
});
