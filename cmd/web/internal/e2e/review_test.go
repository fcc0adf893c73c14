package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fencepost/store"
)

// What a page of the desk is waited for: that its keys work, and that it holds
// its answer.
const (
	deskReady = `document.documentElement?.dataset.desk === "ready"`
	inHand    = deskReady + ` && document.querySelector("[data-hold]")?.dataset.state === "mine"`
)

// TestReviewByKeyboard runs the desk without a pointer: from the queue through
// three answers, with a comment of the bank, an undo and the help.
func TestReviewByKeyboard(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	_, err := c.db.AddComment(t.Context(), store.ScopeOf(store.Person{ID: "ida"}), store.Comment{ID: "k1", Lesson: leases, Item: "resource_enforces", Text: "Say what “old” is compared with.", AtMS: c.at})
	c.must(err)
	ida := c.signIn("ida")
	ida.open("/teach")
	ida.waitUntil(deskReady)
	ida.press("j") // the first of the queue
	ida.waitUntil(inHand)
	if got := ida.where(); !strings.HasPrefix(got, "/teach/answers/sam1") {
		t.Fatalf("the first of the queue is %s; a dispute comes first", got)
	}
	if lit := js[string](ida, `[...document.querySelectorAll(".ev.lit")].map(m => m.dataset.of).join(" ")`); !strings.Contains(lit, "point-resource_enforces") {
		t.Errorf("lit at first: %q, want the words of the point in dispute", lit)
	}
	checked := func(item string) string {
		return js[string](ida, `document.querySelector("[name='v.`+item+`']:checked").value`)
	}
	six := js[string](ida, `document.querySelector("[data-item=resource_enforces]").dataset.key`)
	ida.press(six)
	if got := checked("resource_enforces"); got != "covered" {
		t.Errorf("after its key the point in doubt is %s", got)
	}
	ida.press("1")
	if lit := js[string](ida, `[...document.querySelectorAll(".ev.lit")].map(m => m.dataset.of).join(" ")`); !strings.Contains(lit, "point-slow_or_dead") || strings.Contains(lit, "resource") {
		t.Errorf("lit after 1: %q", lit)
	}
	if got := checked("slow_or_dead"); got != "missing" {
		t.Errorf("after 1 point 1 is %s", got)
	}
	if got := js[string](ida, `document.activeElement.value`); got != "missing" {
		t.Errorf("after 1 the choice that has the focus is %q; it is the one that was made", got)
	}
	ida.press("u")
	if got := checked("slow_or_dead"); got != "covered" {
		t.Errorf("after u point 1 is %s", got)
	}
	ida.press("?")
	ida.waitFor("dialog[open]")
	ida.press("\x1b")
	ida.waitUntil(`!document.querySelector("dialog")?.open`)
	ida.tap("c", "KeyC")
	ida.tap("1", "Digit1")
	ida.press(" Well seen.")
	ida.press("\x1b")
	ida.press("s")
	ida.waitUntil(`location.search.includes("saved=sam1")`)
	ida.waitUntil(inHand)
	if got := ida.text(".done"); !strings.Contains(got, "Saved: Sam Okafor") {
		t.Errorf("after saving it says %q", got)
	}
	f, err := c.db.File(t.Context(), store.ScopeOf(store.Person{ID: "ida"}), "sam1")
	c.must(err)
	if f.InForce == nil || f.InForce.Verdicts["resource_enforces"] != "covered" || f.InForce.Comment != "Say what “old” is compared with. Well seen." {
		t.Fatalf("in force: %+v", f.InForce)
	}
	// u with nothing to undo takes the review saved last back.
	ida.press("u")
	ida.waitUntil(`location.search.includes("undone=sam1")`)
	ida.waitUntil(inHand)
	ida.press("s")
	ida.waitUntil(`location.pathname.endsWith("/sue1") && ` + inHand)
	ida.press("s")
	ida.waitUntil(`location.search.includes("saved=sue1")`)
	// What remains waits for a person or is asked for because it covers the
	// class; each is saved once.
	for range 3 {
		ida.waitUntil(`location.pathname === "/teach" || ` + inHand)
		before := js[string](ida, `location.href`)
		if strings.Contains(before, "/teach?") {
			break
		}
		ida.press("s")
		ida.waitUntil(`location.href !== "` + before + `"`)
	}
	ida.waitUntil(`location.pathname === "/teach"`)
	if got := ida.text(".queue"); !strings.Contains(got, "Nothing waits") {
		t.Errorf("at the end: %q", got)
	}
	ida.quiet()
}

// TestTwoReviewersOneAnswer freezes one browser past its lease: the other is
// granted the answer and saves; when the first wakes up, its save is refused
// with both versions, and nothing is lost.
func TestTwoReviewersOneAnswer(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil, "REVIEW_LEASE=30s")
	c.answers()
	ida, grace := c.signIn("ida"), c.signIn("grace")
	ida.open("/teach/answers/sam1")
	ida.waitUntil(inHand)
	grace.open("/teach/answers/sam1")
	if got := grace.text(".hold"); !strings.Contains(got, "Ida Rhodes has this answer open") {
		t.Fatalf("the other sees %q", got)
	}
	// Ida's page is awake, so her lease outlives its first length.
	first := c.lease("sam1")
	ida.until("a heartbeat", func() bool { return c.lease("sam1").UntilMS > first.UntilMS })
	grace.open("/teach/answers/sam1")
	if got := grace.text(".hold"); !strings.Contains(got, "Ida Rhodes has this answer open") || c.lease("sam1").Token != first.Token {
		t.Fatalf("after a heartbeat the other sees %q", got)
	}
	ida.press("1")
	ida.typeInto("#comment", "My own words.")
	ida.freeze()
	grace.waitTaken("/teach/answers/sam1")
	grace.typeInto("#comment", "Written while she slept.")
	grace.press("\x1b")
	grace.press("s")
	grace.waitUntil(`location.search.includes("saved=sam1")`)
	ida.wake()
	ida.waitUntil(`document.querySelector("[data-hold]")?.innerText.includes("Grace Hopper was granted this answer")`)
	ida.click("[data-save]")
	ida.waitFor(".refused")
	page := ida.text("main")
	for _, want := range []string{"Not saved: your lease had run out", "Grace Hopper was granted token", "My own words.", "Written while she slept.", "differs"} {
		if !strings.Contains(page, want) {
			t.Errorf("the refusal lacks %q:\n%s", want, page)
		}
	}
	ida.accessible("refusal")
	f, err := c.db.File(t.Context(), store.ScopeOf(store.Person{ID: "ida"}), "sam1")
	c.must(err)
	if len(f.Reviews) != 1 || f.InForce.ReviewerID != "grace" {
		t.Fatalf("stored: %+v", f.Reviews)
	}
	ida.click("main form .primary")
	ida.waitUntil(inHand)
	if got := js[string](ida, `document.querySelector("#comment").value`); got != "My own words." {
		t.Errorf("taken along: %q", got)
	}
	ida.click("[data-save]")
	ida.waitUntil(`location.search.includes("saved=sam1")`)
	f, err = c.db.File(t.Context(), store.ScopeOf(store.Person{ID: "ida"}), "sam1")
	c.must(err)
	if len(f.Reviews) != 2 || f.InForce.ReviewerID != "ida" || f.InForce.Comment != "My own words." {
		t.Fatalf("stored at last: %+v", f.Reviews)
	}
}

// TestTheDeskInForcedColours looks whether the verdict that is chosen, and the
// answer that is open, still differ from the others where the system's palette
// has taken all grounds away.
func TestTheDeskInForcedColours(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	ida := c.signIn("ida")
	ida.prefer("forced-colors", "active")
	ida.open("/teach/answers/sam1")
	ida.waitUntil(inHand)
	for _, pair := range [][2]string{
		{".kp > .focus .choose :checked + span", ".kp > .focus .choose :not(:checked) + span"},
		{".queue ol [aria-current]", ".queue ol a:not([aria-current])"},
	} {
		ground := func(sel string) string {
			return js[string](ida, `(() => { const s = getComputedStyle(document.querySelector("`+sel+`")); return s.backgroundColor + " under " + s.color })()`)
		}
		if chosen, other := ground(pair[0]), ground(pair[1]); chosen == other {
			t.Errorf("%s and %s look alike: %s", pair[0], pair[1], chosen)
		}
	}
}

// tap presses a key as a keyboard does: a page that handles it keeps it from
// being typed, which a press of chromedp's own does not allow.
func (p *page) tap(key, code string) {
	p.t.Helper()
	p.loaded()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		e := input.DispatchKeyEventParams{Type: kind, Key: key, Code: code, WindowsVirtualKeyCode: int64(strings.ToUpper(key)[0])}
		if kind == input.DispatchKeyEventTypeKeyDown {
			e.Text = key
		}
		if _, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, e); err != nil {
			p.t.Fatal(err)
		}
	}
}

// freeze stops the page's scripts as a browser does with a tab that it puts to
// sleep.
func (p *page) freeze() {
	p.t.Helper()
	p.lifecycle(cdp.SetWebLifecycleStateStateFrozen)
}

// wake lets the page go on, and tells it what a browser tells a page that is
// looked at again.
func (p *page) wake() {
	p.t.Helper()
	p.lifecycle(cdp.SetWebLifecycleStateStateActive)
	js[bool](p, `document.dispatchEvent(new Event("visibilitychange"))`)
}

func (p *page) lifecycle(state cdp.SetWebLifecycleStateState) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cdp.SetWebLifecycleState, cdp.SetWebLifecycleStateParams{State: state}); err != nil {
		p.t.Fatal(err)
	}
}

// waitTaken has the lease of whoever holds the answer run out, as time does, and
// opens the answer until the page holds it: a heartbeat that was on its way when
// its page was put to sleep may come in between.
func (p *page) waitTaken(answer string) {
	p.t.Helper()
	p.until("taken over", func() bool {
		p.server.exec(p.t, `UPDATE leases SET until_ms = 1`)
		p.open(answer)
		p.waitUntil(deskReady + ` && ["mine", "other"].includes(document.querySelector("[data-hold]").dataset.state)`)
		return js[bool](p, inHand)
	})
}

// until asks again and again, for as long as a page may take.
func (p *page) until(what string, is func() bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("after %v: not %s", patience, what)
		}
	}
}
