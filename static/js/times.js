// Times as the reader's own clock shows them.

const two = (n) => String(n).padStart(2, "0");

// clock is the time of day: 14:32.
export const clock = (ms) => {
  const t = new Date(ms);
  return `${two(t.getHours())}:${two(t.getMinutes())}`;
};

// date is the day and the time: "today, 14:32" or "2026-11-29, 14:32".
export const date = (ms, now = Date.now()) => {
  const day = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const then = day(new Date(ms));
  if (then === day(new Date(now))) return `today, ${clock(ms)}`;
  if (then === day(new Date(now - 864e5))) return `yesterday, ${clock(ms)}`;
  return `${then}, ${clock(ms)}`;
};
