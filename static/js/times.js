// Times as the reader's own clock shows them; those that a page arrives with are
// written by first.js.

/** The time of day, of ms since 1970: 14:32. */
export const clock = (ms) => new Date(ms).toTimeString().slice(0, 5);
