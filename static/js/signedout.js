// Somebody signed out: what they had typed and not sent goes from this browser.
try {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("fencepost.draft.")) localStorage.removeItem(key);
  }
} catch { /* there is nothing then */ }
