package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
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
	  sources: e.sources.map(({ node, previousRect: a, currentRect: b }) => (node?.outerHTML ?? node?.textContent ?? "gone").slice(0, 90) + " from " + [a.x, a.y, a.width, a.height] + " to " + [b.x, b.y, b.width, b.height]) }) }).observe({ type: "layout-shift", buffered: true });`
	p.beforehand(source)
}

// beforehand has a script run in every page from now on, before the page's own.
func (p *page) beforehand(source string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source}); err != nil {
		p.t.Fatal(err)
	}
}

// steady fails the test for everything that moved since the page was opened, or
// since it was asked before.
func (p *page) steady(name string) {
	p.t.Helper()
	js[bool](p, `document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 50)))))`)
	for _, s := range js[[]shifted](p, `shifts.splice(0)`) {
		p.t.Errorf("%s: layout shift of %.4f: %q", name, s.Value, s.Sources)
	}
}

// pagesOf are pages of each kind, by who reads them; "" is somebody new.
func pagesOf(t *testing.T) map[string][]string {
	return map[string][]string{
		"": {"/", lesson, "/answers", "/me", "/signin", "/no-such-page"},
		"sam": append(lessonPaths(t), lateOwner, "/", "/map", "/glossary", "/explanations/sam1", "/answers", "/me", "/account",
			"/review", "/search?q=lease", "/how-scoring-works", "/privacy"),
		"ida": {
			"/teach", "/teach/answers/sam1", "/teach/answers/sue1", "/teach/groups", "/teach/lease", "/teach/scorer",
			"/teach/cohorts/first", "/cohorts", "/cohorts/first", "/answers", "/me", "/account",
		},
	}
}

// Nothing moves by itself: not while a page loads, not while a simulator is
// stepped through or plays, not where a check is answered or a draft is saved.
func TestNothingMovesByItself(t *testing.T) {
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			c := openClassroom(t, nil)
			c.answers()
			for who, paths := range pagesOf(t) {
				p := c.steadyPage(t, who, width, true)
				for _, path := range paths {
					p.open(path)
					p.loaded()
					p.steady(path)
					if strings.HasPrefix(path, "/concepts/") {
						p.stepsSteadily(path)
					}
				}
			}
			for _, fonts := range []bool{true, false} {
				steadyAtWork(t, c, width, fonts)
			}
		})
	}
}

// Nor does anything move while a page arrives piece by piece, as it does over a
// slow connection on a phone.
func TestNothingMovesWhileAPageArrives(t *testing.T) {
	c := openClassroom(t, nil)
	c.answers()
	for who, paths := range map[string][]string{
		"sam": {lesson, "/explanations/sam1"},
		"ida": {"/teach", "/teach/answers/sue1"},
	} {
		p := c.steadyPage(t, who, 390, true)
		p.over(&network.Conditions{Latency: 100, DownloadThroughput: 20_000, UploadThroughput: 20_000})
		for _, path := range paths {
			p.open(path)
			p.loaded()
			p.steady(path)
		}
	}
}

// withoutFonts leaves the browser with the fonts that the machine has, as a first
// visit over a slow connection does.
func (p *page) withoutFonts() {
	p.t.Helper()
	p.without("*://*:*/*.woff2")
}

// without fails the browser's requests for addresses of a pattern.
func (p *page) without(pattern string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(p.ctx, network.SetBlockedURLs, network.SetBlockedURLsParams{
			URLPatterns: []*network.BlockPattern{{URLPattern: pattern, Block: true}},
		})
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// steadyPage is a browser, of somebody or of nobody, that notes what moves.
func (c *classroom) steadyPage(t *testing.T, who string, width int64, fonts bool) *page {
	p := visit(t, c.server)
	if who != "" {
		c.signInto(p, who)
	}
	p.size(width, 900)
	if !fonts {
		p.withoutFonts()
	}
	p.watchShifts()
	return p
}

// stepsSteadily steps through each simulator of the page.
func (p *page) stepsSteadily(name string) {
	p.t.Helper()
	js[bool](p, `(async () => {
	  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	  for (const sim of document.querySelectorAll("fence-sim")) {
	    await sim.ready;
	    sim.querySelector('[data-go="first"]').click();
	    sim.querySelector(".transport").scrollIntoView({ block: "start" });
	    await painted();
	    for (const next = sim.querySelector('[data-go="next"]'); !next.ariaDisabled; await painted()) next.click();
	  }
	  return true;
	})()`)
	p.steady(name + ", stepped through")
}

// steadyAtWork plays, answers and writes.
func steadyAtWork(t *testing.T, c *classroom, width int64, fonts bool) {
	p := c.steadyPage(t, "sue", width, fonts)
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
