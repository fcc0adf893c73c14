package e2e

import (
	"fmt"
	"os"
	"strings"

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

// accessible fails the test for everything that axe-core finds on the page as
// it stands now.
func (p *page) accessible(name string) {
	p.t.Helper()
	p.drawn()
	source, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		p.t.Fatalf("axe-core is not installed (make need): %v", err)
	}
	js[bool](p, string(source)+";true")
	// A table of a thousand links takes it a minute.
	found := askFor(p, 3*patience, chromedp.Evaluate[[]violation](`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then(r => r.violations)`, chromedp.EvalAwaitPromise))
	for _, v := range found {
		p.t.Errorf("%s: axe %s: %s\n%s", name, v.ID, v.Help, v.nodes())
	}
}

func (v violation) nodes() string {
	var b strings.Builder
	for _, n := range v.Nodes {
		fmt.Fprintf(&b, "  %s\n    %s\n", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n    "))
	}
	return b.String()
}
