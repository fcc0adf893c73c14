// What must be so before a page is first painted, or it would flash or move: the
// theme that was chosen, and times as the reader's own clock shows them.
// Everything else waits in page.js.
(() => {
  const root = document.documentElement;
  root.dataset.scripts = "on";
  const remembered = () => { try { return localStorage.getItem("fencepost.theme"); } catch { return null; } };
  const remember = (theme) => { try { localStorage.setItem("fencepost.theme", theme); } catch { /* private window */ } };
  const show = (theme) => { if (theme === "light" || theme === "dark") root.dataset.theme = theme; };
  show(remembered());
  addEventListener("storage", (e) => { if (e.key === "fencepost.theme") show(e.newValue); });
  document.addEventListener("click", (e) => {
    if (!e.target.closest?.("[data-theme-toggle]")) return;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    show(dark ? "light" : "dark");
    remember(root.dataset.theme);
  });

  const two = (n) => String(n).padStart(2, "0");
  const day = (t) => `${t.getFullYear()}-${two(t.getMonth() + 1)}-${two(t.getDate())}`;
  const clock = (t) => t.toTimeString().slice(0, 5);

  // The day and the time: "today, 14:32" or "2026-11-29, 14:32".
  const date = (t) => {
    const name = { [day(new Date(Date.now() - 864e5))]: "yesterday", [day(new Date())]: "today" };
    return `${name[day(t)] ?? day(t)}, ${clock(t)}`;
  };
  const times = () => {
    for (const e of document.querySelectorAll("time[data-ms]")) {
      const t = new Date(Number(e.dataset.ms));
      if (t > 0) e.textContent = "date" in e.dataset ? date(t) : clock(t);
    }
  };
  // A frame's callbacks come before its paint, and a long page is painted before
  // the rest of it has arrived.
  const frame = () => {
    times();
    if (document.readyState === "loading") requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  document.addEventListener("DOMContentLoaded", times);
})();
