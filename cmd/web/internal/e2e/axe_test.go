package e2e

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/chromedp/chromedp"
)

// violation is what axe-core reports of one rule.
type violation struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML           string `json:"html"`
		FailureSummary string `json:"failureSummary"`
	} `json:"nodes"`
}

// axe is axe-core's source, read once.
var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("node_modules/axe-core/axe.min.js") })

// accessible fails the test for everything that axe-core finds on the page as
// it stands now, and for what it lets pass.
func (p *page) accessible(name string) {
	p.t.Helper()
	p.finds(name, `"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"`)
}

// contrasts does so for the rules that colours can break, which are all that may
// have changed where a page is seen in another scheme.
func (p *page) contrasts(name string) {
	p.t.Helper()
	p.finds(name, `"color-contrast", "link-in-text-block"`)
}

// finds fails the test for what axe-core finds by these rules, or rules of these
// kinds.
func (p *page) finds(name, rules string) {
	p.t.Helper()
	p.drawn()
	if !js[bool](p, `"axe" in window`) {
		source, err := axe()
		if err != nil {
			p.t.Fatalf("axe-core is not installed (make need): %v", err)
		}
		js[bool](p, string(source)+";true")
	}
	// A table of a thousand links takes it a minute.
	found := askFor(p, 3*patience, chromedp.Evaluate[[]violation](
		`axe.run(document, {runOnly: [`+rules+`], resultTypes: ["violations"], selectors: false}).then(r => r.violations)`, chromedp.EvalAwaitPromise))
	for _, v := range found {
		p.t.Errorf("%s: axe %s: %s\n%s", name, v.ID, v.Help, v.nodes())
	}
	for _, words := range js[[]string](p, letPass) {
		p.t.Errorf("%s: %s", name, words)
	}
}

// letPass lists ids that are there twice, buttons that are hard to hit with a finger
// (one within a sentence has its lines), and controls of one row that are called what
// those of the next are.
const letPass = `(() => {
	const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
	const again = (all) => all.filter((x, i) => all.indexOf(x) < i);
	return [
		...again([...document.querySelectorAll("[id]")].map((e) => e.id)).map((id) => "the id " + id + " is there twice"),
		...seen("button:not(.gloss *), summary").filter((e) => e.getBoundingClientRect().height < 24).map((e) => "less than 24 px high: " + e.innerText),
		...again(seen(":is(.lines, .points, .mixups) :is(button, summary)").map((e) => e.textContent.trim())).map((words) => "said by the controls of two rows: " + words),
	];
})()`

func (v violation) nodes() string {
	var b strings.Builder
	for _, n := range v.Nodes {
		fmt.Fprintf(&b, "  %s\n    %s\n", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n    "))
	}
	return b.String()
}
