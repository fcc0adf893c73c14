import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

// store is a browser's local storage.
const store = () => {
  const s = { getItem: (k) => s[k] ?? null, setItem: (k, v) => { s[k] = v; }, removeItem: (k) => { delete s[k]; } };
  for (const k of Object.keys(s)) Object.defineProperty(s, k, { enumerable: false });
  return s;
};
let reader;
globalThis.document = { querySelector: () => ({ dataset: { reader } }) };
globalThis.localStorage = store();

const { flush, handIn, mine, send, takeBack, tidy, waiting } = await import("../js/outbox.js");
const { Memory } = await import("../js/draft.js");

// server answers in turn and keeps what it got: the path and the fields.
const server = (...answers) => {
  const got = [];
  globalThis.fetch = async (url, { body, headers }) => {
    got.push([url, headers["Content-Type"].includes("json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))]);
    const answer = answers.shift();
    if (!answer) throw new TypeError("no connection");
    const { status = 200, ...said } = answer;
    return { ok: status < 300, status, headers: new Headers({ "Content-Type": "application/json" }), json: async () => said };
  };
  return got;
};

beforeEach(() => {
  globalThis.localStorage = store();
  reader = "p-ada";
});

const put = (key, record) => localStorage.setItem(key, JSON.stringify(record));
const get = (key) => JSON.parse(localStorage.getItem(key));

test("an explanation goes under its key until the server says that it has it", async () => {
  const got = server(null, { status: 503 }, { at: "/explanations/1" });
  handIn("leases", { key: "k", text: "words", url: "/x" });
  assert.deepEqual(await send("leases"), { later: true });
  assert.deepEqual(await send("leases"), { later: true });
  assert.deepEqual(await send("leases"), { at: "/explanations/1" });
  assert.deepEqual(await send("leases"), { later: true });
  assert.deepEqual(got, Array(3).fill(["/x", { key: "k", text: "words" }]));
  assert.equal(waiting("leases"), null);
});

test("an explanation that is refused stays, with why, and is not sent again", async () => {
  const got = server({ status: 422, error: "Too short." });
  handIn("leases", { key: "k", text: "words", url: "/x" });
  assert.deepEqual(await send("leases"), { refused: "Too short." });
  assert.equal(await flush(), false);
  assert.equal(got.length, 1);
  assert.equal(waiting("leases").refused, "Too short.");
});

test("what was taken back is not sent", async () => {
  const got = server();
  handIn("leases", { key: "k", text: "words", url: "/x" });
  takeBack("leases");
  assert.equal(await flush(), false);
  assert.deepEqual(got, []);
});

test("a draft of words that arrived goes, one that was written on stays", async () => {
  for (const [text, left] of [["words", null], ["words, and more", "words, and more"]]) {
    server({ at: "/explanations/1" });
    put("fencepost.draft.leases", { text, revision: 1, dirty: true });
    handIn("leases", { key: "k", text: "words\n", url: "/x" });
    await send("leases");
    assert.equal(get("fencepost.draft.leases")?.text ?? null, left);
  }
});

test("a draft waits while the explanation of its lesson does", async () => {
  const got = server(null);
  put("fencepost.draft.leases", { text: "words", revision: 1, dirty: true, url: "/d" });
  handIn("leases", { key: "k", text: "words", url: "/x" });
  assert.equal(await flush(), true);
  assert.deepEqual(got.map(([url]) => url), ["/x"]);
});

test("a draft is saved on the revision that it was written on, and once", async () => {
  const got = server({ revision: 4 });
  put("fencepost.draft.leases", { text: "words", revision: 3, dirty: true, url: "/d" });
  assert.equal(await flush(), false);
  assert.equal(await flush(), false);
  assert.deepEqual(got, [["/d", { text: "words", revision: 3 }]]);
  assert.equal(get("fencepost.draft.leases").revision, 4);
});

test("a newer draft is not overwritten, and neither text is lost", async () => {
  const got = server({ status: 409, revision: 9, text: "theirs" });
  put("fencepost.draft.leases", { text: "mine", revision: 3, dirty: true, url: "/d" });
  assert.equal(await flush(), false);
  assert.equal(await flush(), false);
  assert.equal(got.length, 1);
  assert.deepEqual(get("fencepost.draft.leases"), { text: "mine", revision: 3, dirty: true, url: "/d", met: true });
});

test("a draft that the server has already is not saved again", async () => {
  server({ status: 409, revision: 9, text: "mine" });
  put("fencepost.draft.leases", { text: "mine", revision: 3, dirty: true, url: "/d" });
  await flush();
  assert.deepEqual(get("fencepost.draft.leases"), { text: "mine", revision: 9, dirty: false, url: "/d" });
});

test("nobody sends or sees what another wrote", async () => {
  const got = server();
  handIn("leases", { key: "k", text: "words", url: "/x" });
  put("fencepost.draft.other", { text: "words", revision: 3, dirty: true, url: "/d", reader: "p-ada" });
  for (reader of ["b-somebody", "nobody", "p-eve"]) {
    assert.equal(await flush(), false);
    assert.equal(waiting("leases"), null);
    assert.equal(new Memory("other").read(), null);
  }
  assert.deepEqual(got, []);
});

test("another account's sign-in takes away what was left, the end of a session does not", () => {
  handIn("leases", { key: "k", text: "words", url: "/x" });
  put("fencepost.draft.other", { text: "words", reader: "p-ada" });
  put("fencepost.draft.mine", { text: "words", reader: "p-eve" });
  tidy("b-somebody");
  assert.equal(Object.keys(localStorage).length, 3);
  tidy("p-eve");
  assert.deepEqual(Object.keys(localStorage), ["fencepost.draft.mine"]);
  assert.equal(mine({ reader: "p-ada" }, "p-eve"), false);
});

test("a window keeps the words of another that it has not seen", () => {
  const one = new Memory("leases", "/d"), two = new Memory("leases", "/d");
  one.write({ text: "first", dirty: true });
  two.write({ text: "second", dirty: true });
  assert.equal(get("fencepost.draft.leases").other, "first");
  one.write({ text: "first, more", dirty: true });
  assert.deepEqual([get("fencepost.draft.leases").text, get("fencepost.draft.leases").other], ["first, more", "second"]);

  const three = new Memory("leases", "/d"); // the page opened again
  three.read();
  three.write({ text: "first, more and more", dirty: true });
  assert.equal(get("fencepost.draft.leases").other, "second");
});

test("what somebody with an account wrote is not sent or shown for whoever reads without one", () => {
  assert.equal(mine({ reader: "p-sam" }, "p-sam"), true);
  assert.equal(mine({ reader: "p-sam" }, "p-sue"), false);
  assert.equal(mine({ reader: "p-sam" }, ""), false);
  assert.equal(mine({ reader: "a-1" }, ""), true);
  assert.equal(mine({}, "p-sue"), true);
});
