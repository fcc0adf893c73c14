package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// missesAFew answers a check wrong and explains with gaps.
func (p *page) missesAFew() {
	p.t.Helper()
	p.open(lesson)
	p.click(`#check-self-fencing input[value="service-blocks"]`)
	p.handIn("#check-self-fencing")
	p.explain(mixed)
}

// reviewPages visits the pages of review as one person, and calls f with a name
// for each.
func reviewPages(p *page, f func(name string)) {
	p.t.Helper()
	p.open("/review")
	f("review-empty")
	p.missesAFew()
	for _, at := range []struct{ name, path string }{
		{"review-done", "/review"},
		{"review-check", "/review?more=1&kind=check&item=self-fencing&lesson=leases-and-fencing-tokens"},
		{"review-settings", "/review/settings"},
	} {
		p.open(at.path)
		f(at.name)
	}
	p.open("/review?more=1&kind=check&item=self-fencing&lesson=leases-and-fencing-tokens")
	p.click(`[data-recall] input[value="service-blocks"]`)
	p.click(`[data-recall] .btn.primary`)
	p.waitFor(".recallresult")
	f("review-wrong")
	p.open("/review?more=1")
	p.waitFor("[data-recall] textarea")
	f("review-point")
	p.click(`[data-recall] button[name="give"]`)
	p.waitFor(".recallresult")
	f("review-given-up")
}

func TestSpacedReviewIsAccessible(t *testing.T) {
	t.Parallel()
	p := onAPhone(t, serve(t))
	reviewPages(p, p.looksRight)
	p.quiet()
}

// heading waits for a result and is its heading.
func (p *page) heading() string {
	p.t.Helper()
	p.waitFor(".recallresult h1")
	return p.text(".recallresult h1")
}

// One session with nothing but keys: a check answered right and found easy, a
// key point said in a sentence, that answer undone and given up, and on.
func TestSpacedReviewByKeyboard(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.missesAFew()
	p.open("/review?more=1")
	p.loaded()
	p.waitUntil(`document.activeElement.name === "option"`)
	at := js[int](p, `[...document.querySelectorAll("[data-recall] input[name=option]")].findIndex((i) => i.value === "pause-after-check") + 1`)
	p.press(itoa(at))
	p.waitUntil(`document.activeElement.value === "pause-after-check" && document.activeElement.checked`)
	p.press("\r")
	if got := p.heading(); got != "Right" {
		t.Fatalf("the right option chosen by its key is %q", got)
	}
	if got := p.text(".recallresult p.due"); !strings.HasPrefix(got, "Asked again in 3 days") {
		t.Errorf("a first Good: %q", got)
	}
	p.waitUntil(`document.activeElement.matches("[data-next]")`)
	p.press("4")

	p.waitUntil(`document.activeElement.matches("[data-recall] textarea")`)
	point := js[string](p, `document.querySelector("[data-recall] input[name=item]").value`)
	p.press("I have no idea at all about this one.")
	p.press("\r", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	if got := p.heading(); got == "Right" {
		t.Errorf("a sentence that says nothing is %q", got)
	}
	p.loaded()
	p.waitUntil(`document.querySelector("[data-recall]").contains(document.activeElement)`)
	p.press("u")
	p.waitUntil(`location.search.includes("done=undone")`)
	p.waitFor("[data-recall] textarea")
	if got := js[string](p, `document.querySelector("[data-recall] input[name=item]").value`); got != point {
		t.Errorf("after the undo %q is asked, not %q", got, point)
	}
	p.waitUntil(`document.activeElement.matches("[data-recall] textarea")`)
	p.press("\t\t") // past the button that checks
	p.waitUntil(`document.activeElement.name === "give"`)
	p.press("\r")
	if got := p.heading(); got != "For next time" {
		t.Errorf("giving up is %q", got)
	}
	p.waitUntil(`document.activeElement.matches("[data-next]")`)
	p.press("n")
	p.waitUntil(`location.pathname === "/review" && document.querySelector("[data-recall]") !== null`)
	if got := js[string](p, `document.querySelector("[data-recall] input[name=item]").value`); got == point || got == "self-fencing" {
		t.Errorf("%s is asked twice in a session", got)
	}
	p.quiet()
}

// In a list of choices letters and digits belong to the list, and only the
// question mark is review's.
func TestSpacedReviewByKeyboardInAList(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open("/concepts/partitioning")
	p.loaded()
	js[bool](p, `(document.querySelectorAll("#check-which-key select").forEach((s) => { s.selectedIndex = 1 }), true)`)
	p.handIn("#check-which-key")
	p.open("/review?more=1&kind=check&item=which-key&lesson=partitioning")
	p.loaded()
	p.waitUntil(`document.activeElement.matches("[data-recall] select")`)
	p.press("u")
	p.press("1")
	if !js[bool](p, `document.activeElement.matches("[data-recall] select")`) {
		t.Error("a letter or a digit left the list")
	}
	p.press("?")
	if got := p.heading(); got != "For next time" {
		t.Errorf("a question mark in a list is %q", got)
	}
	p.quiet()
}
