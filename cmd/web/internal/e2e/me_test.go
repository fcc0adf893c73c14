package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Progress shows what was done, without an account, on a phone and a laptop,
// light and dark; the way back leads to where the learner left.
func TestProgressShowsWhatWasDone(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := visit(t, s)
	p.open("/me")
	if !strings.Contains(p.text("main"), "Nothing is recorded yet") {
		t.Errorf("before anything was done: %q", p.text("main"))
	}
	p.looksRight("me-empty")
	p.open(lesson)
	answerUntilRight(p)
	p.explain(weak)
	p.explain(strong)
	p.open("/")
	p.click(`a[href$="/me"]`)
	p.waitFor(".megrid")

	facts := js[string](p, `[...document.querySelectorAll(".mefacts > div")].map(d => d.textContent.replace(/\s+/g, " ").trim()).join("; ")`)
	if !strings.Contains(facts, "Checks right1 of ") {
		t.Errorf("the figures are %q", facts)
	}
	// The second explanation says every point; the first says that leases expire.
	columns := js[[]int](p, `[1, 2].map(n => document.querySelectorAll(".megrid td:nth-child(" + (n + 1) + ") use[href='#g-ok']").length)`)
	if len(columns) != 2 || columns[0] < 1 || columns[0] > 2 || columns[1] < 5 {
		t.Errorf("points covered by attempt: %v", columns)
	}
	if n := js[int](p, `document.querySelectorAll(".megrid tbody tr").length`); n != 7 {
		t.Errorf("%d key points, want 7", n)
	}
	p.looksRight("me")

	to := js[string](p, `document.querySelector(".opener a.btn").getAttribute("href")`)
	js[bool](p, `(document.querySelector(".opener a.btn").focus(), true)`)
	p.press(kb.Enter)
	p.waitUntil(fmt.Sprintf(`location.pathname + location.hash === %q`, to))
	p.loaded()
	if !js[bool](p, `!!document.getElementById(location.hash.slice(1))`) {
		t.Errorf("there is nothing at %s", to)
	}
	p.quiet()
}

// Files and deletion work without scripts.
func TestProgressWithScriptsOff(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lesson)
	answerUntilRight(p)
	file := js[string](p, `fetch("/me/files/progress.csv").then(r => r.text())`)
	if !strings.Contains(file, "\nleases-and-fencing-tokens,Leases and fencing tokens,false,") {
		t.Errorf("the file is %q", file)
	}
	p.scriptsOff()
	p.open("/me")
	p.waitFor(".mefacts")
	p.click(`.mekeep a[href$="/me/delete"]`)
	p.waitFor(`input[name="sure"]`)
	p.click(`input[name="sure"]`)
	p.click(`main form button[type="submit"]`)
	p.waitUntil(`document.readyState === "complete" && !document.querySelector('input[name="sure"]')`)
	p.open("/me")
	if !strings.Contains(p.text("main"), "Nothing is recorded yet") {
		t.Errorf("after deleting: %q", p.text("main"))
	}
}
