package e2e

import (
	"fmt"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// shifted is what moved on the page although nobody had just done anything.
type shifted struct {
	Value   float64  `json:"value"`
	Sources []string `json:"sources"`
}

// watchShifts has every page from now on take note of what moves.
func (p *page) watchShifts() {
	p.t.Helper()
	const source = `window.shifts = []; new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) shifts.push({ value: e.value,
	  sources: e.sources.map(({ node, previousRect: a, currentRect: b }) => (node?.outerHTML ?? node?.textContent ?? "gone").slice(0, 90) + " from " + [a.y, a.height] + " to " + [b.y, b.height]) }) }).observe({ type: "layout-shift", buffered: true });`
	if _, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		p.t.Fatal(err)
	}
}

// unnoticed is a tenth of the shift that Chromium's own measure still calls good
// (web.dev/articles/cls): a line that wraps once a font is there, or a sentence.
const unnoticed = 0.01

// steady fails the test for everything that moved since the page was opened, or
// since it was asked before.
func (p *page) steady(name string) {
	p.t.Helper()
	js[bool](p, `document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 50)))))`)
	for _, s := range js[[]shifted](p, `shifts.splice(0)`) {
		if s.Value < unnoticed {
			continue
		}
		p.t.Errorf("%s: layout shift of %.4f: %q", name, s.Value, s.Sources)
	}
}

// Nothing moves by itself on a lesson, its result and what leads to them: not while a page loads, not while a simulator plays,
// not where a check is answered or a draft is saved.
func TestNothingMovesByItself(t *testing.T) {
	c := openClassroom(t, nil)
	c.answers()
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			for who, paths := range map[string][]string{
				"sam": append(lessonPaths(t), "/", "/map", "/glossary", "/explanations/sam1", "/review", "/search?q=lease", "/how-scoring-works", "/privacy"),
				"ida": {"/teach", "/teach/groups", "/cohorts", "/teach/cohorts/first", "/cohorts/first", "/teach/scorer"},
			} {
				p := c.signIn(who)
				p.t = t
				p.size(width, 900)
				p.watchShifts()
				for _, path := range paths {
					p.open(path)
					p.loaded()
					p.steady(path)
				}
			}
			steadyAtWork(t, c, width)
		})
	}
}

// steadyAtWork plays, answers and writes.
func steadyAtWork(t *testing.T, c *classroom, width int64) {
	p := c.signIn("sue")
	p.t = t
	p.size(width, 900)
	p.watchShifts()
	p.open(frozen + "&step=1")
	p.ready()
	js[bool](p, `(document.querySelector("fence-sim").scrollIntoView({ block: "start" }), true)`)
	p.steady("before playing")
	js[bool](p, `(document.querySelector("[data-speed]").selectedIndex = document.querySelector("[data-speed]").options.length - 1, true)`)
	js[bool](p, `(document.querySelector('[data-go="play"]').click(), true)`)
	p.waitUntil(`document.querySelector("[data-stepno]").textContent.startsWith("step 8 of ")`)
	p.steady("a simulator that plays")

	js[bool](p, `(document.querySelector("#check-self-fencing input[name=option]").click(), true)`)
	p.click("#check-self-fencing button[type=submit]")
	p.waitFor("#check-self-fencing .fb")
	p.steady("a check that is answered")

	p.typeInto(`#ex`, weak)
	p.waitUntil(`document.querySelector("[data-saved]").textContent.includes("saved at")`)
	p.steady("a draft that is saved")
}
