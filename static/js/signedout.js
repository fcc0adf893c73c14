// Somebody signed out, or deleted their work: what they had typed and not sent
// goes from this browser, and so do the pages that it kept of theirs.
try {
  for (const key of Object.keys(localStorage)) {
    if (/^fencepost\.(draft|handin)\./.test(key)) localStorage.removeItem(key);
  }
} catch { /* there is nothing then */ }

const forget = async () => {
  const site = new URL("../../", import.meta.url).pathname;
  for (const name of await caches.keys()) if (name.startsWith(`fencepost ${site} pages `)) await caches.delete(name);
};
if (globalThis.caches) forget().catch(() => {});
