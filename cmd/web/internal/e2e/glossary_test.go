package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const firstTip = `document.querySelector(".gloss [role=tooltip]").checkVisibility()`

// A term explains itself by focus, stays inside the window, closes by Escape
// without losing the focus, and explains itself with scripts off too.
func TestATermExplainsItself(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.size(390, 800)
	p.open(lesson)
	p.loaded()
	if js[bool](p, firstTip) {
		t.Fatal("the explanation is open before anybody asked")
	}
	js[bool](p, `document.querySelector(".gloss button").focus() || true`)
	p.waitUntil(firstTip)
	for i := range js[int](p, `document.querySelectorAll(".gloss").length`) {
		js[bool](p, `document.querySelectorAll(".gloss button")[`+itoa(i)+`].focus() || true`)
		if !js[bool](p, `(() => { const r = document.activeElement.nextSibling.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth })()`) {
			t.Errorf("the explanation of term %d runs out of the window", i)
		}
	}
	js[bool](p, `document.querySelector(".gloss button").focus() || true`)
	p.press(kb.Escape)
	p.waitUntil("!" + firstTip)
	if !js[bool](p, `document.activeElement === document.querySelector(".gloss button")`) {
		t.Error("Escape took the focus away")
	}
	p.quiet()

	p.scriptsOff()
	p.open(lesson)
	p.click(".gloss button")
	p.waitFor(".gloss [role=tooltip]")
}

// A reader finds the step that speaks of what they look for.
func TestSearchLeadsToTheStep(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open("/")
	p.waitUntil(`fetch("/search?q=refuses+lower").then(r => r.text()).then(t => t.includes("<mark>"))`) // the words are indexed after the start
	p.typeInto("#find-q", "refuses lower")
	p.press(kb.Enter)
	p.waitUntil(`location.pathname === "/search"`)
	p.waitFor(".hits mark")
	p.click(".hits li:first-child a")
	p.waitUntil(`location.pathname.startsWith("/concepts/") && location.hash !== ""`)
	p.loaded()
	if !js[bool](p, `!!document.getElementById(location.hash.slice(1))`) {
		t.Errorf("%s leads to no part of the page", p.where())
	}
	p.quiet()
}
