import assert from "node:assert/strict";
import test from "node:test";
import { Draft, restore } from "../js/draft.js";

test("a page begins with what was written last and not saved", () => {
  const served = { text: "server", revision: 3 };
  const local = (more) => ({ text: "local", revision: 3, dirty: true, ...more });
  assert.deepEqual(restore(served, null, 0), { text: "server" });
  assert.deepEqual(restore(served, { rubbish: true }, 0), { text: "server" });
  assert.deepEqual(restore(served, local({ dirty: false }), 0), { text: "server" });
  assert.deepEqual(restore(served, local(), 0), { text: "local", restored: true });
});

test("a page that was drawn before the last save begins with what was saved", () => {
  const page = { text: "earlier", revision: 3 };
  const saved = { text: "saved", revision: 4, dirty: false, attempts: 0 };
  assert.deepEqual(restore(page, saved, 0), { text: "saved", restored: true });
  assert.deepEqual(restore({ text: "", revision: 0 }, saved, 0), { text: "saved", restored: true });
  assert.deepEqual(restore(page, { ...saved, text: "typed since", dirty: true }, 0), { text: "typed since", restored: true });
  // A draft that was handed in elsewhere is empty, and has no revision to tell by.
  assert.deepEqual(restore({ text: "", revision: 0 }, saved, 1), { text: "" });
  assert.deepEqual(restore({ text: "elsewhere", revision: 5 }, saved, 0), { text: "elsewhere" });
});

test("where both sides went on, both are offered", () => {
  const found = restore({ text: "server", revision: 5 }, { text: "local", revision: 3, dirty: true }, 0);
  assert.deepEqual(found, { text: "server", other: "local" });
});

test("a text that arrived is forgotten, one whose sending failed is not", () => {
  const sent = { text: "sent", revision: 2, dirty: true, sent: 1 };
  assert.deepEqual(restore({ text: "", revision: 0 }, sent, 2), { text: "", forget: true });
  assert.deepEqual(restore({ text: "", revision: 0 }, sent, 1), { text: "sent", restored: true });
});

// server answers saves in turn with the answers given, and keeps what it got.
const server = (...answers) => {
  const got = [];
  globalThis.fetch = async (_, { body }) => {
    got.push(JSON.parse(body));
    const { status = 200, error, ...said } = answers.shift();
    if (error) throw new TypeError("network");
    return { ok: status < 300, status, headers: new Headers({ "Content-Type": "application/json" }), json: async () => said };
  };
  return got;
};

const draft = (text, revision) => {
  const told = [];
  const d = new Draft("/draft", text, revision, (what, more) => told.push([what, more]));
  return { d, told };
};

test("each save names the revision that it was written on", async () => {
  const got = server({ revision: 1, saved_ms: 7 }, { revision: 2, saved_ms: 8 });
  const { d, told } = draft("", 0);
  d.change("one");
  await d.flush();
  d.change("one two");
  await d.flush();
  assert.deepEqual(got, [{ text: "one", revision: 0 }, { text: "one two", revision: 1 }]);
  assert.deepEqual(told, [["saved", 7], ["saved", 8]]);
  assert.equal(d.dirty, false);
});

test("an unchanged text is not sent", async () => {
  const got = server();
  const { d } = draft("as served", 4);
  d.change("as served");
  await d.flush();
  assert.deepEqual(got, []);
});

test("a failed save is told and the text stays to be saved", async () => {
  server({ error: true });
  const { d, told } = draft("", 0);
  d.change("one");
  await d.flush();
  await d.stop();
  assert.deepEqual(told, [["failed", undefined]]);
  assert.equal(d.dirty, true);
});

test("a newer draft is never overwritten before the reader chose", async () => {
  const got = server({ status: 409, revision: 9, text: "theirs" }, { revision: 10, saved_ms: 1 });
  const { d, told } = draft("", 0);
  d.change("mine");
  await d.flush();
  d.change("mine, more");
  await d.flush();
  assert.equal(got.length, 1);
  assert.deepEqual(told, [["conflict", "theirs"]]);
  await d.keep();
  assert.deepEqual(got[1], { text: "mine, more", revision: 9 });
});

test("taking the newer draft goes on from it", async () => {
  server({ status: 409, revision: 9, text: "theirs" });
  const { d } = draft("", 0);
  d.change("mine");
  await d.flush();
  assert.equal(d.take(), "theirs");
  assert.equal(d.revision, 9);
  assert.equal(d.dirty, false);
});

test("a draft that was sent from another window is begun anew", async () => {
  const got = server({ status: 409, revision: 0, text: "" }, { revision: 1, saved_ms: 1 });
  const { d } = draft("", 5);
  d.change("a new one");
  await d.flush();
  await d.flush();
  assert.deepEqual(got, [{ text: "a new one", revision: 5 }, { text: "a new one", revision: 0 }]);
  assert.equal(d.dirty, false);
});

test("a text that the server cannot keep is not sent again and again", async () => {
  const got = server({ status: 422, error: undefined }, { revision: 1, saved_ms: 1 });
  const { d } = draft("", 0);
  d.change("\0");
  await d.flush();
  await d.flush();
  assert.equal(got.length, 1);
  d.change("fine");
  await d.flush();
  assert.equal(got.length, 2);
});
