package e2e

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

var frames = flag.Bool("frames", false, "have TestAStepPaintsOnce measure how long a step takes on a slow machine")

// work is what the page's main thread has done so far.
type work struct {
	Task          float64 // seconds of the processor in tasks of any kind
	Layout, Style float64 // how often layout and style were computed
}

func (p *page) work() (w work) {
	p.t.Helper()
	got, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range got.Metrics {
		switch m.Name {
		case "TaskDuration":
			w.Task = m.Value
		case "LayoutCount":
			w.Layout = m.Value
		case "RecalcStyleCount":
			w.Style = m.Value
		}
	}
	return w
}

// during is the work that an expression makes until what it changed is painted.
func (p *page) during(expression string) work {
	p.t.Helper()
	before := p.work()
	js[bool](p, expression+`; new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true)))))`)
	after := p.work()
	return work{after.Task - before.Task, after.Layout - before.Layout, after.Style - before.Style}
}

// lessonPaths are the addresses of all lessons.
func lessonPaths(t *testing.T) (out []string) {
	t.Helper()
	for _, l := range library(t).Lessons() {
		out = append(out, "/concepts/"+l.Slug)
	}
	return out
}

// slow is how much slower a phone is than this machine, as Lighthouse has it.
const slow = 4

// A step of any simulator changes the page in one go: layout is computed once, and
// style once more at most. With -frames it prints how long the main thread of a
// slow machine works from the key to the paint, from the processor's time here,
// which others who use the processor do not lengthen as they do a clock's.
func TestAStepPaintsOnce(t *testing.T) {
	p := visit(t, serve(t))
	p.withoutMarks()
	if _, err := chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		t.Fatal(err)
	}
	var all []float64
	for _, path := range lessonPaths(t) {
		p.open(path)
		p.drawn()
		sims := js[int](p, `Promise.all([...document.querySelectorAll("fence-sim")].map((s) => s.ready)).then((all) => all.length)`)
		for i := range sims {
			ms := p.stepsThrough(path, i)
			if *frames && len(ms) > 0 {
				fmt.Printf("%-60s %2d steps, median %5.1f ms, most %5.1f ms\n", fmt.Sprintf("%s, simulator %d", path, i+1), len(ms), median(ms), slices.Max(ms))
			}
			all = append(all, ms...)
		}
	}
	if len(all) < 60 {
		t.Fatalf("only %d steps were made", len(all))
	}
	if *frames {
		slices.Sort(all)
		fmt.Printf("all: %d steps, median %.1f ms, 95th percentile %.1f ms, most %.1f ms; a frame is 16.7 ms\n", len(all), median(all), all[len(all)*95/100], all[len(all)-1])
	}
}

// withoutMarks keeps the rail from marking a step of the lesson as read, which it
// does whenever the answer comes, in the midst of whatever is measured.
func (p *page) withoutMarks() {
	p.t.Helper()
	p.without("*://*:*/*/read")
}

// stepsThrough steps through the n-th simulator of the page and gives what each
// step takes on a slow machine in ms, less what an empty frame takes.
func (p *page) stepsThrough(path string, n int) (ms []float64) {
	p.t.Helper()
	sim := fmt.Sprintf(`document.querySelectorAll("fence-sim")[%d]`, n)
	js[bool](p, `(`+sim+`.scrollIntoView({block: "start"}), `+sim+`.querySelector('[data-go="first"]').click(), true)`)
	var idle []float64
	for range 5 { // until when the jump to the first step is painted, too
		idle = append(idle, p.during(`true`).Task)
	}
	last := js[int](p, `Number(`+sim+`.querySelector("[data-stepno]").textContent.match(/of (\d+)/)?.[1] ?? 0)`)
	for step := 2; step <= min(last, 12); step++ {
		w := p.during(sim + `.querySelector('[data-go="next"]').click()`)
		ms = append(ms, 1000*slow*max(0, w.Task-median(idle)))
		if w.Layout > 1 || w.Style > 2 {
			p.t.Errorf("%s, simulator %d, step %d: %v layouts and %v computations of style", path, n+1, step, w.Layout, w.Style)
		}
	}
	return ms
}

// written is what was written to the page: changes, nodes that came or went, and
// changes outside the figure.
type written struct{ Changes, Nodes, Outside int }

// writes is what a button of the first simulator has written once its address followed.
func (p *page) writes(button string) written {
	p.t.Helper()
	return js[written](p, fmt.Sprintf(`new Promise((done) => {
	  const sim = document.querySelector("fence-sim");
	  const all = [];
	  new MutationObserver((list) => all.push(...list)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	  sim.querySelector('[data-go=%q]').click();
	  setTimeout(() => done({
	    Changes: all.length,
	    Nodes: all.filter((r) => r.type === "childList").length,
	    Outside: all.filter((r) => !sim.contains(r.target)).length,
	  }), 500);
	})`, button))
}

// A step changes what differs, where it stands: no node comes or goes, and nothing
// is written outside its figure. A step to where the figure is writes nothing.
func TestAStepWritesOnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.withoutMarks()
	p.open(frozen + "&step=3")
	p.ready()
	p.writes("next") // the first words that are said are a node that comes
	if got := p.writes("next"); got.Changes == 0 || got.Nodes > 0 || got.Outside > 0 {
		t.Errorf("a step writes %+v", got)
	}
	p.writes("first")
	if got := p.writes("first"); got != (written{}) {
		t.Errorf("a step to where the figure is writes %+v", got)
	}
}
