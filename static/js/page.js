// What every page runs: a second look at a result that is not ready, reading
// without a connection, sending what was written meanwhile, and one form for two
// clicks.
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
