// What every page runs: times as the reader's own clock shows them, a second
// look at a result that is not ready, reading without a connection, and sending
// what was written meanwhile.
import "./offline.js";
import { start } from "./outbox.js";
import { date, clock } from "./times.js";

start();

for (const t of document.querySelectorAll("time[data-ms]")) {
  const ms = Number(t.dataset.ms);
  if (ms > 0) t.textContent = "date" in t.dataset ? date(ms) : clock(ms);
}

if (document.querySelector("[data-waiting]")) setTimeout(() => location.reload(), 3000);
