// What every page runs: a second look at a result that is not ready, reading
// without a connection, and sending what was written meanwhile.
import "./offline.js";
import { start } from "./outbox.js";

start();

if (document.querySelector("[data-waiting]")) setTimeout(() => location.reload(), 3000);
