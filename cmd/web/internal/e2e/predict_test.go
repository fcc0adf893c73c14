package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	prediction = "#check-what-storage-holds"
	shortest   = "#check-shortest-freeze"
)

// handIn sends a form and waits until another stands in its place.
func (p *page) handIn(form string) {
	p.t.Helper()
	p.loaded()
	js[bool](p, fmt.Sprintf(`(window.sent = document.querySelector(%q), true)`, form))
	p.click(chromedp.CSS(form + ` button[type="submit"]`))
	p.waitUntil(fmt.Sprintf(`window.sent !== document.querySelector(%q)`, form))
}

// A student says what to expect before the run is shown, is told how it came
// about otherwise, and finds the figure at that very run; nothing is loaded
// again on the way.
func TestPredictThenRun(t *testing.T) {
	t.Parallel()
	p := simulator(t, lesson)
	js[bool](p, `window.sameDocument = true`)
	if html := js[string](p, `document.documentElement.outerHTML`); strings.Contains(html, "Unsafe") || strings.Contains(html, "overwritten") {
		t.Error("the outcome is in the page before it was predicted")
	}
	p.standing("Safe", 1)

	p.click(prediction + ` input[value="a-stops"]`)
	p.handIn(prediction)
	if got := p.text(prediction + " li.wrong b"); got != "You expected this, and it does not happen" {
		t.Errorf("a wrong prediction is told %q", got)
	}
	if got := p.text(prediction + " .deciding q"); got != "Storage accepts the write with token 33: B’s result is overwritten." {
		t.Errorf("the deciding entry is %q", got)
	}
	p.waitUntil(`document.querySelector(".done").textContent.trim() === "1 of 6 questions done"`)
	p.standing("Unsafe", 1)
	p.waitUntil(`document.querySelectorAll("[data-panel]").length === 2`)

	p.click(prediction + " a.btn.primary")
	p.standing("Unsafe", 8)
	p.address("?freeze=12s&fencing=off&step=8")
	if !js[bool](p, `window.sameDocument === true`) {
		t.Error("the page was loaded again")
	}
	p.do(chromedp.Reload())
	p.ready()
	if got := p.text(prediction + " .deciding time"); got != "14 s" {
		t.Errorf("after a reload the deciding entry is at %q", got)
	}
	p.quiet()
}

// A challenge is answered with the run that the figure shows; the server
// decides.
func TestAChallengeIsAnsweredWithTheSimulator(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen)
	js[bool](p, `window.sameDocument = true`)
	for _, try := range []struct{ freeze, said string }{
		{"8.5", "Lucky. At 10.5 s storage took A’s write"},
		{"9.5", "B’s result is lost, but a shorter freeze loses it too."},
		{"9", "B has the lease at 10 s and its result in storage at 11 s."},
	} {
		p.turn("freeze", try.freeze)
		p.waitUntil(fmt.Sprintf(`document.querySelector('%s [data-stand="freeze"]').textContent === "%s\u00a0s"`, shortest, try.freeze))
		p.handIn(shortest)
		if got := p.text(shortest + " .fb"); !strings.Contains(got, try.said) {
			t.Errorf("%s s: told %q, want %q", try.freeze, got, try.said)
		}
	}
	p.waitUntil(`document.querySelector(".done").textContent.trim() === "1 of 6 questions done"`)
	if n := js[int](p, `document.querySelectorAll("`+shortest+` .tries li").length`); n != 3 {
		t.Errorf("%d tries listed, want 3", n)
	}
	p.click(shortest + " .tries li:last-child a")
	p.standing("Lucky", 6)
	if !js[bool](p, `window.sameDocument === true`) {
		t.Error("the page was loaded again")
	}
	p.quiet()
}

// Both work without scripts: the prediction as a form, the run typed.
func TestPredictionsAndChallengesWithScriptsOff(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.scriptsOff()
	p.prefer("prefers-reduced-motion", "reduce") // a button that scrolls by is missed
	p.open(lesson)
	p.click(prediction + ` input[value="a-overwrites"]`)
	p.click(prediction + ` button[type="submit"]`)
	p.waitFor(prediction + " .deciding")
	if got := p.text(".verdict .word"); got != "Unsafe" {
		t.Errorf("the figure shows %q after the prediction", got)
	}
	p.do(chromedp.SetAttributeValue(chromedp.CSS(shortest+` input[name="freeze"]`), "value", "9s"))
	p.click(shortest + ` button[type="submit"]`)
	p.waitFor(shortest + " .fb.solved")
	if got := p.text(".done"); got != "2 of 6 questions done" {
		t.Errorf("progress %q", got)
	}
}

// Nothing that axe-core knows is wrong with them, asked or answered.
func TestPredictionsAndChallengesAreAccessible(t *testing.T) {
	t.Parallel()
	p := onAPhone(t, serve(t))
	p.open(lesson)
	p.ready()
	p.looksRight("predict-asked")
	p.click(prediction + ` input[value="a-is-refused"]`)
	p.handIn(prediction)
	p.turn("freeze", "9.5")
	p.waitUntil(`document.querySelector('` + shortest + ` [data-stand="freeze"]').textContent === "9.5\u00a0s"`)
	p.handIn(shortest)
	p.looksRight("predict-answered")
	p.turn("freeze", "9")
	p.waitUntil(`document.querySelector('` + shortest + ` [data-stand="freeze"]').textContent === "9\u00a0s"`)
	p.handIn(shortest)
	p.looksRight("predict-solved")
	p.quiet()
}

// The run that a figure shows can be taken along to the explanation; what was
// written so far stays, and the result leads back to the run.
func TestARunGoesWithTheExplanation(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen)
	p.prefer("prefers-reduced-motion", "reduce")
	p.typeInto(`#explain textarea[name="text"]`, weak)
	p.turn("freeze", "9")
	p.address("?freeze=9s&fencing=off&step=1")
	p.click(`[data-go="last"]`)
	p.address("?freeze=9s&fencing=off&step=8")
	p.click("[data-quote]")
	p.waitFor(".runref")
	if got := p.text(".runref q"); got != "Storage accepts the write with token 33: B’s result is overwritten." {
		t.Errorf("the run taken along is at %q", got)
	}
	p.waitUntil(fmt.Sprintf(`document.querySelector('#explain textarea[name="text"]').value === %q`, weak))
	p.click(`#explain form button[type="submit"]`)
	p.waitFor(".answer")
	p.fits("predict-result-1280")
	p.click(".runref a")
	p.address("?freeze=9s&fencing=off&step=8")
	p.ready()
	p.standing("Unsafe", 8)
	p.quiet()
}
