// What every page runs: times as the reader's own clock shows them, and a
// second look at a result that is not ready.
import { date, clock } from "./times.js";

for (const t of document.querySelectorAll("time[data-ms]")) {
  const ms = Number(t.dataset.ms);
  if (ms > 0) t.textContent = "date" in t.dataset ? date(ms) : clock(ms);
}

if (document.querySelector("[data-waiting]")) setTimeout(() => location.reload(), 3000);
