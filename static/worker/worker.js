// The service worker: what a reader needs when there is no connection. It keeps
// the files of one version of the program, and pages that the server marked as
// fit to be kept, of one reader at a time. The server writes a line above this
// one, `const kept = {version, files, offline}`.
//
// Only GET is ever answered here. A form goes from the browser to the server by
// itself: sent on by a worker it would seem to come from this site, whoever's
// page it was on.

const scope = new URL(self.registration.scope);
const named = (what) => `fencepost ${scope.pathname} ${what}`;
const FILES = named(`files ${kept.version}`);
const PAGES = named(`pages ${kept.version}`);
const RUNS = named(`runs ${kept.version}`);
const below = (path) => new URL(path, scope).href;

const mostPages = 24;
const mostRuns = 48;
const longest = 14 * 864e5; // ms that a page is shown for, as long as a session lasts unused

// open empties the names of caches of ours that the test chooses.
const drop = async (which) => {
  for (const name of await caches.keys()) if (name.startsWith(named("")) && which(name)) await caches.delete(name);
};
const isPages = (name) => name.startsWith(named("pages "));

// Whose pages are kept.

let reader; // the server's mark for who reads, as far as this run of the worker knows
let turn = 0; // counts changes of the reader, so that a late answer is known for one

// isFor says whether a kept page is a reader's own, or the same for everybody.
const isFor = async (who, pages, request) => {
  const owner = (await pages.match(request))?.headers.get("Fencepost-Reader");
  return owner === who || owner === "nobody";
};

// belongs takes note of whose page an answer is, and takes away the pages of
// anybody else. It is false for an answer that was asked for by the one before.
const belongs = async (answer, began) => {
  const who = answer.headers.get("Fencepost-Reader");
  if (!who || (who !== reader && began < turn)) return false;
  if (who === reader) return true;
  reader = who;
  turn++;
  for (const name of (await caches.keys()).filter(isPages)) {
    const pages = await caches.open(name);
    for (const request of await pages.keys()) if (!(await isFor(who, pages, request))) await pages.delete(request);
  }
  return who === reader;
};

// Keeping.

// address is under which a page is kept: without what its figures show.
const address = (url) => {
  const u = new URL(url);
  return u.origin + u.pathname;
};

const fit = (url, answer) => answer.ok && !answer.redirected && answer.headers.has("Fencepost-Keep") && !new URL(url).searchParams.has("run");

// keep puts a page away, with when it was so, and what its simulators run.
const keep = async (url, answer, began) => {
  if (!(await belongs(answer, began)) || !fit(url, answer)) return;
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("Fencepost-At", Date.now());
  headers.set("Fencepost-Title", encodeURIComponent(html.match(/<title>([^<]*) · Fencepost<\/title>/)?.[1] ?? "A page"));
  if (answer.headers.get("Fencepost-Reader") !== reader) return;
  const pages = await caches.open(PAGES);
  await pages.put(address(url), new Response(html, { headers }));
  await trim(pages, mostPages);
  await keepRuns(html);
};

// keepRuns puts away the runs that the page's simulators step through.
const keepRuns = async (html) => {
  const runs = await caches.open(RUNS);
  for (const [, path] of html.matchAll(/ data-runs="([^"]+)"/g)) {
    const url = below(path.replaceAll("&amp;", "&"));
    if (await runs.match(url, { ignoreVary: true })) continue;
    const answer = await fetch(url);
    if (answer.ok) await runs.put(url, answer);
  }
  await trim(runs, mostRuns);
};

// trim lets the first go that were put in.
const trim = async (cache, most) => {
  const all = await cache.keys();
  for (const request of all.slice(0, Math.max(0, all.length - most))) await cache.delete(request);
};

// fetchAndKeep asks for a page as its reader and puts it away.
const fetchAndKeep = async (url) => {
  const began = turn;
  await keep(url, await fetch(url), began);
};

// renew asks again for pages that were kept by another version: what they load
// went with it. A page goes once it was asked for, so that a connection that
// breaks leaves the others to the next call.
const renew = async () => {
  for (const name of (await caches.keys()).filter((n) => isPages(n) && n !== PAGES)) {
    const old = await caches.open(name);
    for (const request of (await old.keys()).slice(-mostPages)) {
      const began = turn;
      const answer = await fetch(request.url);
      if (await isFor(answer.headers.get("Fencepost-Reader"), old, request)) await keep(request.url, answer, began);
      await old.delete(request);
    }
    await caches.delete(name);
  }
};

// Answering.

// absent says whether an answer is that of a proxy whose server is not there.
const absent = (answer) => [502, 503, 504].includes(answer.status) && !answer.headers.has("Fencepost-Reader");

const page = async (event) => {
  const began = turn;
  const { url } = event.request;
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await copyOf(url)) ?? nothing();
  }
  if (absent(answer)) return (await copyOf(url)) ?? answer;
  event.waitUntil(keep(url, answer.clone(), began));
  return answer;
};

const reason = () => (navigator.onLine ? "The server cannot be reached" : "You are offline");

const two = (n) => String(n).padStart(2, "0");
const moment = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}, ${two(at.getHours())}:${two(at.getMinutes())}`;

const young = (answer) => Date.now() - Number(answer.headers.get("Fencepost-At")) < longest;

// copyOf is the kept page, which says itself that it is one and of when.
const copyOf = async (url) => {
  const found = await (await caches.open(PAGES)).match(address(url), { ignoreVary: true });
  if (!found || !young(found)) return undefined;
  const ms = Number(found.headers.get("Fencepost-At"));
  const at = new Date(ms);
  const notice = `<aside class="offline" aria-label="Without a connection"><p><b>${reason()}.</b> This is the page as of <time datetime="${at.toISOString()}">${moment(at)}</time>. ` +
    "What you write is kept on this device and sent when the connection is back.</p></aside>";
  const html = (await found.text()).replace("<html ", `<html data-kept="${ms}" `).replace('<header class="mast">', `${notice}$&`);
  return new Response(html, { headers: found.headers });
};

// nothing is the page that says so, with what can be read instead.
const nothing = async () => {
  const found = await (await caches.open(FILES)).match(below(kept.offline), { ignoreVary: true });
  if (!found) return Response.error();
  const pages = await caches.open(PAGES);
  let list = "";
  for (const request of await pages.keys()) {
    const answer = await pages.match(request);
    if (young(answer)) list += `<li><a href="${new URL(request.url).pathname}">${decodeURIComponent(answer.headers.get("Fencepost-Title"))}</a></li>`;
  }
  const html = (await found.text()).replace("You are offline", reason()).replace("<li data-none>", `${list}<li data-none${list ? " hidden" : ""}>`);
  return new Response(html, { headers: found.headers });
};

const from = async (cache, request) => (await (await caches.open(cache)).match(request.url, { ignoreVary: true })) ?? fetch(request);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.href)) return;
  const path = request.url.slice(scope.href.length);
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (path.startsWith("static/")) event.respondWith(from(FILES, request));
  else if (/^concepts\/[^/]+\/figures\//.test(path)) event.respondWith(from(RUNS, request));
});

self.addEventListener("install", (event) => {
  const fill = async () => {
    const files = await caches.open(FILES);
    await files.addAll(kept.files.map(below));
    const answer = await fetch(below(kept.offline), { credentials: "omit" });
    if (!answer.ok) throw new Error(`offline page: status ${answer.status}`);
    const headers = new Headers(answer.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    await files.put(below(kept.offline), new Response(await answer.text(), { headers }));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    await drop((name) => !isPages(name) && name !== FILES && name !== RUNS);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

// A page that was loaded says so, and names one whose copy is to be made anew.
self.addEventListener("message", (event) => {
  const { again } = event.data;
  const work = async () => {
    await renew();
    if (again && again.startsWith(scope.href)) await fetchAndKeep(again);
  };
  event.waitUntil(work().catch(() => {})); // without a connection the next page asks again
});
