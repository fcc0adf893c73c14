// Loaded before the page is drawn, so that a theme chosen before does not
// flash; everything else waits in page.js.
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
})();
