package e2e

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// net takes the network away from the browser, its service worker included, or
// gives it back.
func (p *page) net(on bool) {
	p.t.Helper()
	p.over(&network.Conditions{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1})
	if _, err := chromedp.Call(p.ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{
		Offline: !on, DownloadThroughput: -1, UploadThroughput: -1,
	}); err != nil {
		p.t.Fatal(err)
	}
}

// over gives the browser a connection of a kind.
func (p *page) over(c *network.Conditions) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		EmulateOfflineServiceWorker: &c.Offline, MatchedNetworkConditions: []*network.Conditions{c},
	}); err != nil {
		p.t.Fatal(err)
	}
}

// database opens the server's database beside it.
func (s *server) database(t *testing.T, mode string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.data, "fencepost.db")+"?mode="+mode+"&_pragma=busy_timeout(30000)")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// exec changes the server's database behind its back.
func (s *server) exec(t *testing.T, change string) {
	t.Helper()
	db := s.database(t, "rw")
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// count asks the server's database for a number.
func (s *server) count(t *testing.T, query string) int {
	t.Helper()
	db := s.database(t, "ro")
	defer db.Close()
	var n int
	if err := db.QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const (
	textOf  = `document.querySelector('#ex').value`
	waits   = `document.querySelector("[data-handin]")?.textContent.includes("has not arrived yet")`
	arrived = `document.querySelector("[data-handin]")?.textContent.includes("has arrived")`
)

func TestALessonThatWasReadIsThereOffline(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lesson)
	p.ready()
	p.waitKept(lesson)
	p.net(false)

	p.open(lesson)
	p.loaded()
	if got := p.text("aside.offline"); !strings.Contains(got, "You are offline") || !strings.Contains(got, "as of 20") {
		t.Errorf("the page says of itself %q", got)
	}
	if got := js[string](p, `getComputedStyle(document.querySelector("h1")).fontFamily`); !strings.Contains(got, "Fencepost") {
		t.Errorf("the heading is set in %q", got)
	}
	p.ready()
	p.turn("freeze", "3")
	p.standing("Safe", 1)
	js[bool](p, `document.querySelector('[data-go="next"]').click() || true`)
	p.standing("Safe", 2)
	p.accessible("a lesson offline")

	// The address says what a figure shows, offline too.
	p.open(lesson + "?freeze=12s&fencing=off&step=5")
	p.ready()
	p.standing("Unsafe", 5)

	p.open("/concepts/no-such-lesson")
	if got := p.text("h1"); got != "You are offline" {
		t.Errorf("a page that was never opened shows %q", got)
	}
	p.accessible("nothing offline")
	if got := p.text(".ways"); !strings.Contains(got, "Leases and fencing tokens") {
		t.Errorf("what can be read instead is %q", got)
	}
	p.click(`.ways a`)
	p.waitUntil(`location.pathname === "` + lesson + `"`)
	p.loaded()
	p.net(true)
	p.waitUntil(`document.querySelector("aside.offline").textContent.startsWith("The connection is back.")`)
	p.click("aside.offline a")
	p.waitUntil(`location.pathname === "` + lesson + `" && document.readyState === "complete" && !document.documentElement.dataset.kept`)
	if js[bool](p, `!!document.querySelector("aside.offline")`) {
		t.Error("online, the page says that it is a copy")
	}
	p.quiet()
}

func TestADraftTypedOfflineArrivesOnce(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open(lesson)
	p.waitKept(lesson)
	p.net(false)
	p.open(lesson)
	p.typeInto(`#ex`, weak)
	p.waitUntil(`document.querySelector("[data-saved]").textContent.includes("kept on this device")`)
	// The page is left: what it kept is sent by whatever page is opened next.
	p.open("/map")
	p.net(true)
	p.open("/")
	p.waitUntil(`JSON.parse(localStorage.getItem("fencepost.draft.leases-and-fencing-tokens")).dirty === false`)
	if n := s.count(t, `SELECT COUNT(*) FROM drafts WHERE revision = 1`); n != 1 {
		t.Errorf("%d drafts of the first revision, want 1", n)
	}
	p.open(lesson)
	if got := js[string](p, textOf); got != weak {
		t.Errorf("the box holds %q", got)
	}
	p.quiet()
}

// The server was away, not the network.
func TestADraftOutlivesTheServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open(lesson)
	p.waitKept(lesson)
	s.Kill()
	p.typeInto(`#ex`, weak)
	p.waitUntil(`document.querySelector("[data-saved]").textContent.includes("The server cannot be reached")`)
	p.open(lesson)
	if got := js[string](p, textOf); got != weak {
		t.Fatalf("without the server the box holds %q", got)
	}
	if got := p.text("aside.offline"); !strings.Contains(got, "The server cannot be reached") {
		t.Errorf("the copy says %q", got)
	}
	s.start(t, strings.TrimPrefix(s.url, "http://"))
	p.open("/")
	p.waitUntil(`JSON.parse(localStorage.getItem("fencepost.draft.leases-and-fencing-tokens")).dirty === false`)
	p.open(lesson)
	if n := s.count(t, `SELECT COUNT(*) FROM drafts`); n != 1 {
		t.Errorf("%d drafts, want 1", n)
	}
	if got := js[string](p, textOf); got != weak {
		t.Errorf("the box holds %q", got)
	}
}

// The copy of a page that is read without a connection was drawn before the draft
// that was saved on it.
func TestASavedDraftIsOnThePageThatWasKept(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open(lesson)
	p.waitKept(lesson)
	p.typeInto(`#ex`, weak)
	p.waitUntil(`JSON.parse(localStorage.getItem("fencepost.draft.leases-and-fencing-tokens")).dirty === false`)
	s.Kill()
	p.open(lesson)
	if got := js[string](p, textOf); got != weak {
		t.Errorf("the copy's box holds %q", got)
	}
	s.start(t, strings.TrimPrefix(s.url, "http://"))
	p.open(lesson)
	if got := js[string](p, textOf); got != weak {
		t.Errorf("with the server again the box holds %q", got)
	}
	if got := p.text("[data-saved]"); strings.Contains(got, "newer") {
		t.Errorf("the draft is said to be another's: %q", got)
	}
}

func TestAnExplanationHandedInOfflineArrivesOnce(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open(lesson)
	p.waitKept(lesson)
	p.net(false)
	p.typeInto(`#ex`, strong)
	p.click(`#explain form button[type="submit"]`)
	p.waitUntil(waits)
	p.accessible("an explanation that waits")

	// Closed and opened again, still without a connection.
	p.open(lesson)
	p.waitUntil(waits)
	if got := js[string](p, textOf); got != strong {
		t.Errorf("the box holds %q", got)
	}
	p.net(true)
	p.waitUntil(arrived + ` || location.search || !(` + waits + `)`)
	p.waitUntil(`localStorage.getItem("fencepost.handin.leases-and-fencing-tokens") === null`)
	if n := s.count(t, `SELECT COUNT(*) FROM explanations`); n != 1 {
		t.Errorf("%d explanations, want 1", n)
	}
	if n := s.count(t, `SELECT COUNT(*) FROM drafts WHERE text <> ''`); n != 0 {
		t.Errorf("%d drafts are left, want none", n)
	}
	p.open("/answers")
	if n := js[int](p, `document.querySelectorAll('main a[href*="/explanations/"]').length`); n != 1 {
		t.Errorf("%d explanations on the page of answers", n)
	}
	s.keepsSecrets(t, strong)
}

// The server took an explanation and its answer was lost: sent again, it is the
// same one. What is taken back is not sent.
func TestAnExplanationWhoseAnswerWasLostIsNotTwo(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open(lesson)
	p.loaded()
	js[bool](p, `(() => {
	  const real = window.fetch;
	  window.fetch = async (...a) => { const r = await real(...a); if (String(a[0]).endsWith("/explanations")) { window.fetch = real; throw new TypeError("lost"); } return r; };
	  return true;
	})()`)
	p.typeInto(`#ex`, strong)
	p.click(`#explain form button[type="submit"]`)
	p.waitUntil(arrived)
	if n := s.count(t, `SELECT COUNT(*) FROM explanations`); n != 1 {
		t.Errorf("%d explanations, want 1", n)
	}

	p.open(lesson)
	p.waitUntil(`navigator.serviceWorker.controller`)
	p.net(false)
	p.typeInto(`#ex`, weak)
	p.click(`#explain form button[type="submit"]`)
	p.waitUntil(waits)
	p.click(`[data-handin] button`)
	p.waitUntil(`!document.querySelector("[data-handin]") && !` + `document.querySelector("#ex").readOnly`)
	p.net(true)
	p.waitUntil(`document.querySelector("[data-saved]").textContent.includes("saved at")`)
	if n := s.count(t, `SELECT COUNT(*) FROM explanations`); n != 1 {
		t.Errorf("%d explanations after one was taken back, want 1", n)
	}
}

func TestACheckAnsweredOfflineStays(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open(lesson)
	p.waitKept(lesson)
	p.net(false)
	js[bool](p, `(() => { const f = document.querySelector("#check-self-fencing"); f.querySelector("input[name=option]").click(); f.querySelector("button[type=submit]").click(); return true })()`)
	p.waitUntil(`document.querySelector("#check-self-fencing .unsent")?.textContent.includes("was not sent")`)
	if !js[bool](p, `document.querySelector("#check-self-fencing input[name=option]").checked && location.pathname === "`+lesson+`"`) {
		t.Error("the answer is gone")
	}
	p.accessible("a check that was not sent")
	p.net(true)
	js[bool](p, `(document.querySelector("#check-self-fencing button[type=submit]").click(), true)`)
	p.waitUntil(`document.querySelector("#check-self-fencing .fb")`)
	if n := s.count(t, `SELECT COUNT(*) FROM attempts`); n != 1 {
		t.Errorf("%d answers, want 1", n)
	}
}
