package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const frozen = lesson + "?freeze=12s&fencing=off"

// simulator opens a run and waits until its runs are there.
func simulator(t *testing.T, path string) *page {
	t.Helper()
	p := visit(t, serve(t))
	p.open(path)
	p.ready()
	return p
}

// ready waits until the simulator's runs are there: a key before that is nobody's.
// The page has loaded, too, for the jump to the figure takes the focus away.
func (p *page) ready() {
	p.t.Helper()
	p.loaded()
	p.waitUntil(`customElements.get("fence-sim") && document.querySelector("fence-sim").state`)
	js[bool](p, `document.querySelector("fence-sim").ready.then(() => true)`)
}

// standing waits for the verdict's word and the step's number.
func (p *page) standing(word string, step int) {
	p.t.Helper()
	p.waitUntil(fmt.Sprintf(`document.querySelector(".verdict .word").textContent === %q`, word))
	p.waitUntil(fmt.Sprintf(`document.querySelector("[data-stepno]").textContent.startsWith("step %d of ")`, step))
}

// address waits for the page's query.
func (p *page) address(query string) {
	p.t.Helper()
	p.waitUntil(fmt.Sprintf(`location.search === %q`, query))
}

// turn moves a slider as dragging does: one input event a value.
func (p *page) turn(key, value string) {
	p.t.Helper()
	js[bool](p, fmt.Sprintf(`(() => { const i = document.querySelector('[data-key="%s"]'); i.value = %q; i.dispatchEvent(new Event("input", {bubbles: true})); return true })()`, key, value))
}

// parts are what the script draws, so that each can be held against what the
// server makes of the same address.
var parts = []string{
	`document.querySelector(".plot").outerHTML`,
	`document.querySelector(".events").innerHTML`,
	`document.querySelector("[data-outcome]").innerHTML`,
	`document.querySelector(".transport").innerHTML`,
	`document.querySelector("[data-meta]").textContent`,
	`JSON.stringify([...document.querySelectorAll("[data-key]")].map((c) => [c.value, c.checked, c.getAttribute("aria-valuetext")]))`,
	`[...document.querySelectorAll("[data-shown]")].map((b) => b.textContent).join()`,
	`document.querySelector(".c-here").outerHTML + document.querySelector(".c-here").parentNode.dataset.panel`,
	`[...document.querySelectorAll('[data-panel] a[tabindex="0"]')].map((a) => a.getAttribute("aria-label")).join()`,
}

func (p *page) parts() []string {
	p.t.Helper()
	var out []string
	for _, part := range parts {
		out = append(out, js[string](p, `(`+part+`).replace(/>\s+</g, "><")`))
	}
	return out
}

// apart is where two texts begin to differ.
func apart(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("…%.100s\nand\n…%.100s", a[max(i-20, 0):], b[max(i-20, 0):])
}

func TestASliderRedrawsWithoutARequest(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen+"&step=8")
	// That a part of the lesson was read is told whenever it was in sight long enough.
	const fetched = `performance.getEntriesByType("resource").filter((r) => r.initiatorType === "fetch" && !r.name.endsWith("/read")).length`
	before := js[int](p, fetched)
	for _, v := range []string{"11", "9", "8.5", "3"} {
		p.turn("freeze", v)
	}
	p.standing("Safe", 4)
	p.address("?freeze=3s&fencing=off&step=4")
	if got := js[string](p, `document.querySelector('[data-key="freeze"]').getAttribute("aria-valuetext")`); got != "3\u00a0seconds" {
		t.Errorf("the slider says %q", got)
	}
	if after := js[int](p, fetched); after != before {
		t.Errorf("%d requests", after-before)
	}
	p.quiet()
}

func TestTheScriptLeavesThePageAsTheServerWouldDrawIt(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen)
	for _, freeze := range []string{"9", "20", "0", "12.5"} {
		p.turn("freeze", freeze)
		p.press(kb.End)
		p.waitUntil(`new URLSearchParams(location.search).get("freeze") === "` + freeze + `s"`)
		mine := p.parts()
		p.do(chromedp.Reload())
		p.ready()
		for i, theirs := range p.parts() {
			if mine[i] != theirs {
				t.Errorf("freeze %s s, %s: script and server differ\n%s", freeze, parts[i], apart(mine[i], theirs))
			}
		}
	}
}

func TestOtherSettingsAreAskedForAndKept(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen)
	p.turn("lease", "20")
	p.standing("Safe", 1)
	p.address("?freeze=12s&fencing=off&lease=20s&step=1")
	p.do(chromedp.Reload())
	p.standing("Safe", 1)
	if got := js[string](p, `document.querySelector('[data-key="lease"]').value`); got != "20" {
		t.Errorf("after a reload the lease is %s s", got)
	}
}

func TestKeysWorkWhereverFocusIs(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen+"&step=1")
	focus := func(sel string) { js[bool](p, fmt.Sprintf(`document.querySelector(%q).focus() || true`, sel)) }

	focus(".lanes .scroll")
	p.press(kb.ArrowRight)
	p.standing("Unsafe", 2)
	focus(`[data-go="back"]`)
	p.press(kb.End)
	p.standing("Unsafe", 8)
	p.press(kb.ArrowLeft)
	p.standing("Unsafe", 7)
	focus(".events a")
	p.press(kb.Home)
	p.standing("Unsafe", 1)

	// A slider's arrows are its own.
	focus(`[data-key="freeze"]`)
	p.press(kb.ArrowRight)
	p.address("?freeze=12.5s&fencing=off&step=1")

	// Each step is said once, in the one place that is announced.
	focus(".lanes .scroll")
	p.press(kb.ArrowRight)
	p.waitUntil(`document.querySelector("fence-sim [role=status]").textContent.startsWith("Step 2 of 8, 2\u00a0s: ")`)
	if n := js[int](p, `document.querySelectorAll("fence-sim [role=status], fence-sim [aria-live], fence-sim output").length`); n != 1 {
		t.Errorf("%d live regions", n)
	}
	p.quiet()
}

func TestPlayingStepsToTheEndAndStops(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen+"&step=6")
	p.do(chromedp.SetValue(chromedp.CSS("[data-speed]"), "2"))
	const label = `document.querySelector('[data-go="play"]').getAttribute("aria-label")`
	js[bool](p, `(window.labels = [`+label+`], new MutationObserver(() => { if (labels.at(-1) !== `+label+`) labels.push(`+label+`) })
		.observe(document.querySelector(".transport"), {subtree: true, childList: true, attributes: true}), true)`)
	p.click(`[data-go="play"]`)
	p.standing("Unsafe", 8)
	p.waitUntil(`labels.join() === "Play,Pause,Play"`)
}

func TestBackAndResetLoseNothing(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen+"&step=5")
	p.turn("freeze", "9")
	p.address("?freeze=9s&fencing=off&step=5")

	p.click("[data-reset]")
	p.address("?freeze=12s&fencing=off&step=1")
	p.click("[data-reset]")
	p.address("?freeze=9s&fencing=off&step=5")

	p.open("/")
	js[bool](p, `(setTimeout(() => history.back()), true)`)
	p.address("?freeze=9s&fencing=off&step=5")
	p.standing("Unsafe", 5)
	if got := js[string](p, `document.querySelector('[data-key="freeze"]').value`); got != "9" {
		t.Errorf("after Back the slider stands at %s", got)
	}
}

func TestTheLinkIsOfferedWhereTheClipboardIsRefused(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen+"&step=3")
	js[bool](p, `(() => { Object.defineProperty(navigator, "clipboard", {value: {writeText: () => Promise.reject(new Error("no"))}}); return true })()`)
	p.click("[data-copy]")
	p.waitFor(".copied input")
	if got, want := js[string](p, `document.querySelector(".copied input").value`), p.server.url+frozen+"&step=3#simulator"; got != want {
		t.Errorf("link %q, want %q", got, want)
	}
}

func TestTheMapIsWalkedWithArrowsAndOpensARun(t *testing.T) {
	t.Parallel()
	p := simulator(t, frozen)
	js[bool](p, `document.querySelector('[data-panel="1"] a[tabindex="0"]').focus() || true`)
	if got := js[string](p, `document.activeElement.getAttribute("aria-label")`); got != "12\u00a0s, 10\u00a0s: Unsafe" {
		t.Fatalf("the ringed cell is %q", got)
	}
	p.press(kb.ArrowLeft)
	p.press(kb.ArrowLeft)
	p.press(kb.ArrowUp)
	if got := js[string](p, `document.activeElement.getAttribute("aria-label")`); got != "8\u00a0s, 14\u00a0s: Safe" {
		t.Fatalf("two to the left and one up is %q", got)
	}
	p.press(kb.Enter)
	p.address("?freeze=8s&fencing=off&lease=14s&step=1")
	p.standing("Safe", 1)
	if got := js[string](p, `document.activeElement.getAttribute("aria-label")`); got != "8\u00a0s, 14\u00a0s: Safe" {
		t.Errorf("focus went to %q", got)
	}
}

func TestOnAPhoneThePlotOpensAtThePresentStep(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.size(390, 800)
	p.open(lesson + "?freeze=30s&fencing=off&step=8")
	p.waitUntil(`document.querySelector(".lanes .scroll").scrollLeft > 0`)
	in := js[bool](p, `(() => { const f = document.querySelector(".lanes .scroll").getBoundingClientRect(), c = document.querySelector(".v-flag").getBoundingClientRect(); return c.left >= f.left && c.right <= f.right })()`)
	if !in {
		t.Error("the cursor is out of sight")
	}
}

func TestStepsAreLinksWithoutScripts(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.prefer("prefers-reduced-motion", "reduce") // a page that is still scrolling is hard to click
	p.scriptsOff()
	p.open(frozen + "&step=5")
	p.click(`a[data-go="next"]`)
	p.waitFor(`.events li:nth-child(6).now`)
	if got, want := p.where(), frozen+"&step=6#simulator"; got != want {
		t.Errorf("at %q, want %q", got, want)
	}
	p.do(chromedp.SetAttributeValue(chromedp.CSS(`input[name="freeze"]`), "value", "3"))
	p.click(`[data-knobs] button[type="submit"]`)
	p.waitFor(".verdict .word.is-safe")
}

func TestTheReaderDecidesWhatHappensNext(t *testing.T) {
	t.Parallel()
	p := simulator(t, lesson+"?freeze=12s&fencing=off&lossy=on&at=8s")
	option := func(n int) {
		js[bool](p, fmt.Sprintf(`(document.querySelectorAll("[data-scheduler] .row a")[%d].click(), true)`, n))
	}
	js[bool](p, `(document.querySelector("[data-scheduler] a").click(), true)`)
	p.waitUntil(`document.querySelector("[data-scheduler] .ask")`)
	p.waitUntil(`document.querySelector(".verdict .word").textContent === "Undecided"`)
	option(1)
	p.waitUntil(`new URLSearchParams(location.search).get("tape") === "1"`)
	p.do(chromedp.Reload())
	p.ready()
	if got := js[string](p, `document.querySelector("[data-scheduler] .made").textContent`); !strings.Contains(got, "So far: ") {
		t.Errorf("after a reload it says %q", got)
	}
	js[bool](p, `([...document.querySelectorAll("[data-scheduler] a")].find((a) => a.textContent.startsWith("Take")).click(), true)`)
	p.waitUntil(`new URLSearchParams(location.search).get("tape") === "."`)
	js[bool](p, `([...document.querySelectorAll("[data-scheduler] a")].find((a) => a.textContent.startsWith("Let")).click(), true)`)
	p.waitUntil(`!new URLSearchParams(location.search).has("tape")`)
	p.quiet()
}

// A forced palette paints over backgrounds; a switch is still seen to be on or off.
func TestASwitchShowsItsStateInAForcedPalette(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.prefer("forced-colors", "active")
	for _, at := range []struct{ query, side string }{{"?fencing=off", "left"}, {"?fencing=on", "right"}} {
		p.open(lesson + at.query)
		seen := js[struct{ Ground, Thumb, Left string }](p, `(() => {
			const e = document.querySelector('[role="switch"][name="fencing"]'), thumb = getComputedStyle(e, "::before");
			return { Ground: getComputedStyle(e).backgroundColor, Thumb: thumb.backgroundColor, Left: thumb.left };
		})()`)
		if seen.Thumb == seen.Ground {
			t.Errorf("%s: the thumb is %s upon %s", at.query, seen.Thumb, seen.Ground)
		}
		if left := seen.Left == "3px"; left != (at.side == "left") {
			t.Errorf("%s: the thumb is %s from the left", at.query, seen.Left)
		}
	}
}
