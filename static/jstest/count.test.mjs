import assert from "node:assert/strict";
import test from "node:test";
import { characters, counted, fault, passed, plain } from "../js/count.js";

test("a character is a Unicode code point of the trimmed text", () => {
  for (const [text, want] of [
    ["", 0],
    ["   \n\t ", 0],
    ["\u0085\ufeff\u2003a\u00a0", 1],
    ["a\r\nb", 3],
    ["a\rb", 3],
    ["\r\n a \r\n", 1],
    ["é", 1],
    ["e\u0301", 2],
    ["👍", 1],
    ["👩‍💻", 3],
    ["\u200b", 1], // no white space to Unicode
  ]) assert.equal(characters(text), want, JSON.stringify(text));
});

test("a long run of blanks is trimmed at once", () => {
  const wall = "a" + " ".repeat(500_000) + "b";
  assert.equal(characters(wall), 500_002);
  assert.equal(plain(" ".repeat(500_000)), "");
});

test("the line below the box names the limit that matters", () => {
  assert.equal(counted(0, 60, 5000), "0 of at least 60 characters");
  assert.equal(counted(60, 60, 5000), "60 of at most 5,000 characters");
  assert.equal(counted(5001, 60, 5000), "5,001 of at most 5,000 characters: 1 too many");
});

test("a text is refused for its length only outside the limits", () => {
  assert.match(fault(0, 60, 5000), /nothing in the box/);
  assert.match(fault(1, 60, 5000), /1 character\. Write at least 60/);
  assert.equal(fault(60, 60, 5000), "");
  assert.equal(fault(5000, 60, 5000), "");
  assert.match(fault(5001, 60, 5000), /5,000 is the most/);
});

test("the count is spoken where a limit is crossed and nowhere else", () => {
  const spoken = (from, to) => {
    const out = [];
    for (let n = from; n !== to; n += Math.sign(to - from)) {
      const words = passed(n, n + Math.sign(to - from), 60, 5000);
      if (words) out.push(words);
    }
    return out;
  };
  assert.deepEqual(spoken(0, 5002), ["60 characters reached: enough to send.", "200 characters left.", "1 characters too many."]);
  assert.deepEqual(spoken(5002, 0), ["Short enough again."]);
});
