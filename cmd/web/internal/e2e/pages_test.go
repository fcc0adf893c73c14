package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

func itoa(n int) string { return strconv.Itoa(n) }

// everyPage visits each kind of page as one person who has already answered,
// and calls f with a name for it.
func everyPage(p *page, f func(name string)) {
	p.t.Helper()
	for _, at := range []struct{ name, path string }{
		{"catalogue-empty", "/"},
		{"lesson", lesson + "?freeze=12s&fencing=off&step=5"},
		{"answers-empty", "/answers"},
		{"not-found", "/concepts/no-such-lesson"},
		{"how-scoring-works", "/how-scoring-works"},
	} {
		p.open(at.path)
		f(at.name)
	}
	p.open(lesson)
	answerUntilRight(p)
	p.typeInto(`#explain textarea[name="text"]`, "Not enough.")
	js[bool](p, `(() => { document.querySelector('#explain form').noValidate = true; return true })()`)
	p.click(`#explain form button[type="submit"]`)
	p.waitFor(`#explain [aria-invalid="true"]`)
	f("lesson-answered-and-refused")
	p.explain(mixed)
	f("result")
	p.open("/answers")
	f("answers")
	p.open("/")
	f("catalogue")
}

// mixed covers some points, misses some, and says the opposite of one.
const mixed = `A worker takes a lease so that only one of them writes at a time, and it has to renew it before it runs out. If the worker crashes the lease just expires and someone else can take over. But a worker can also be paused, for example by garbage collection, and when it comes back it still thinks it owns the lease. From the outside a slow worker and a dead one look the same. Each time the lease is given out the number goes up, and the storage compares the number and throws away writes with an old one. So the lease service makes sure that two workers can never both think they are the owner.`

// explain hands in an explanation and waits for its result.
func (p *page) explain(text string) {
	p.t.Helper()
	p.open(lesson)
	js[bool](p, fmt.Sprintf(`(() => { const t = document.querySelector('#explain textarea[name="text"]'); t.value = %q; t.dispatchEvent(new Event("input", {bubbles: true})); return true })()`, text))
	p.click(`#explain form button[type="submit"]`)
	p.waitUntil(`location.pathname.startsWith("/explanations/")`)
	p.waitFor(".points")
}

// Nothing that axe-core knows is wrong, in either colour scheme, on a phone
// and on a laptop; nothing scrolls sideways but what has a frame for it, and no
// words stand askew.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	p := onAPhone(t, serve(t))
	everyPage(p, p.looksRight)
	p.quiet()
}

// TestShots takes the one picture that no other test takes on its way: of a
// lesson without scripts.
func TestShots(t *testing.T) {
	if *shots == "" {
		return
	}
	p := visit(t, serve(t))
	p.scriptsOff()
	p.open(lesson + "?freeze=12s&fencing=off&step=5")
	p.photograph("lesson-1280-light-noscript")
}

// photograph keeps a picture of the whole page where -shots asks for them.
func (p *page) photograph(name string) {
	p.t.Helper()
	if *shots == "" {
		return
	}
	if err := os.MkdirAll(*shots, 0o755); err != nil {
		p.t.Fatal(err)
	}
	png := ask(p, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
