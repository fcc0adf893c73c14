// One definition of a character, the server's: Unicode code points of the text
// with line ends as one and outer white space cut.

const blank = /[\s\u0085]/;

// plain is the text that is counted, stored and scored.
export const plain = (text) => {
  const s = text.replace(/\r\n?/g, "\n");
  let from = 0, to = s.length;
  while (from < to && blank.test(s[from])) from++;
  while (to > from && blank.test(s[to - 1])) to--;
  return s.slice(from, to);
};

export const characters = (text) => {
  let n = 0;
  for (const _ of plain(text)) n++; // a string is walked by code points
  return n;
};

// digits writes a number as the server does: 4,000.
export const digits = (n) => n.toLocaleString("en-GB");

// counted is the line below the box.
export const counted = (n, min, max) => {
  if (n < min) return `${digits(n)} of at least ${digits(min)} characters`;
  if (n > max) return `${digits(n)} of at most ${digits(max)} characters: ${digits(n - max)} too many`;
  return `${digits(n)} of at most ${digits(max)} characters`;
};

// fault is what keeps a text of n characters from being sent, or "".
export const fault = (n, min, max) => {
  if (n === 0) return "There is nothing in the box yet. Explain the idea in your own words.";
  if (n < min) return `That is ${digits(n)} ${n === 1 ? "character" : "characters"}. Write at least ${digits(min)}, so that there is something to compare.`;
  if (n > max) return `That is ${digits(n)} characters, and ${digits(max)} is the most. Keep what carries the idea.`;
  return "";
};

// passed is what to say when the count went from was to n, or "": only where a
// limit was crossed, never at every key.
export const passed = (was, n, min, max) => {
  const near = max - 200;
  if (was < min && n >= min && n <= max) return `${digits(min)} characters reached: enough to send.`;
  if (was <= max && n > max) return `${digits(n - max)} characters too many.`;
  if (was > max && n <= max) return "Short enough again.";
  if (was < near && n >= near && near > min) return `${digits(max - n)} characters left.`;
  return "";
};
