package e2e

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// keptPages are the addresses of which the worker has a copy.
const keptPages = `(async () => {
  const out = [];
  for (const name of await caches.keys()) if (name.includes(" pages ")) for (const r of await (await caches.open(name)).keys()) out.push(new URL(r.url).pathname);
  return out.sort();
})()`

// watched waits until the worker sees every page that is opened from now on. It
// has the site's files to fetch first, so that some pages may be opened before.
func (p *page) watched() {
	p.t.Helper()
	p.open("/")
	p.waitUntil(`navigator.serviceWorker.controller`)
}

// waitKept waits until the worker has a copy of a page, and of what its
// simulators run, which it asks for after that.
func (p *page) waitKept(path string) {
	p.t.Helper()
	p.waitUntil(fmt.Sprintf(`(async () => {
	  const page = await caches.match(new URL(%q, location).href, { ignoreVary: true });
	  const runs = page && [...new DOMParser().parseFromString(await page.text(), "text/html").querySelectorAll("[data-runs]")];
	  return runs && (await Promise.all(runs.map((r) => caches.match(new URL(r.dataset.runs, location).href, { ignoreVary: true })))).every(Boolean);
	})()`, path))
}

// What an earlier version of the program kept goes; its pages are asked for
// anew, so that they fit the files of this one. The first page that is read
// tells the worker who reads: what somebody else read is not asked for.
func TestANewVersionTakesOverThePagesThatWereKept(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.watched()
	js[bool](p, `(async () => {
	  const of = (reader) => new Response("old", { headers: { "Fencepost-Reader": reader } });
	  for (const what of ["files old", "runs old"]) await (await caches.open("fencepost / " + what)).put("`+lesson+`", of("nobody"));
	  const pages = await caches.open("fencepost / pages old");
	  await pages.put("`+lesson+`", of(document.querySelector("[data-reader]").dataset.reader));
	  await pages.put("/glossary", of("nobody"));
	  await pages.put("/map", of("somebody else"));
	  await caches.open("somebody else's");
	  return true;
	})()`)
	js[bool](p, `navigator.serviceWorker.getRegistration().then((r) => r.unregister())`)
	p.open("/")
	p.waitUntil(`caches.keys().then((all) => !all.some((name) => name.endsWith(" old")) && all.includes("somebody else's"))`)
	p.waitKept("/")
	if got, want := js[[]string](p, keptPages), []string{"/", lesson, "/glossary"}; !cmp.Equal(got, want) {
		t.Errorf("kept anew are %q, want %q", got, want)
	}
	p.net(false)
	p.open(lesson)
	if got := p.text("h1"); got != "Leases and fencing tokens" {
		t.Errorf("h1 = %q", got)
	}
}

// A page that the worker took over while it loaded came before the worker all the
// same, and is kept.
func TestAPageThatTheWorkerTookOverIsKept(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.beforehand(`navigator.serviceWorker?.register("/worker.js");
	addEventListener("load", (e) => {
	  if (navigator.serviceWorker.controller) return;
	  e.stopImmediatePropagation();
	  navigator.serviceWorker.addEventListener("controllerchange", () => dispatchEvent(new Event("load")), { once: true });
	});`)
	p.open(lesson)
	p.waitKept(lesson)
}

// However much is read, the device keeps no more than so many pages.
func TestTheDeviceKeepsSoManyPages(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lesson)
	p.waitKept(lesson)
	js[bool](p, `(async () => {
	  const name = (await caches.keys()).find((n) => n.includes(" pages "));
	  const cache = await caches.open(name);
	  const headers = { "Fencepost-Reader": document.querySelector("[data-reader]").dataset.reader, "Fencepost-At": String(Date.now()) };
	  for (let i = 0; i < 40; i++) await cache.put("/concepts/made-up-" + i, new Response("x", { headers }));
	  return true;
	})()`)
	p.open("/")
	p.waitKept("/")
	p.waitUntil(keptPages + `.then((all) => all.length === 24)`)
	if js[bool](p, keptPages+`.then((all) => all.includes("/concepts/made-up-0"))`) {
		t.Error("the oldest is still there")
	}
}
