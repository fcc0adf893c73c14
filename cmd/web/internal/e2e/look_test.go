package e2e

import (
	"fmt"
	"testing"
)

// look is how a page is seen.
type look struct {
	scheme string // the colours that the person's system asks for
	width  int64  // of the window, px
}

func (l look) String() string { return fmt.Sprintf("%s-%d", l.scheme, l.width) }

// looks are a phone and a laptop, each in both colour schemes.
var looks = []look{{"light", 390}, {"light", 1280}, {"dark", 390}, {"dark", 1280}}

// seenAs gives the person's window a look.
func (p *page) seenAs(l look) {
	p.t.Helper()
	p.size(l.width, 900)
	p.prefer("prefers-color-scheme", l.scheme)
}

// inEveryLook runs a test for each look with a fresh person's browser, on whose
// console nothing may be said.
func inEveryLook(t *testing.T, s *server, test func(p *page, l look)) {
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := visit(t, s)
			p.seenAs(l)
			test(p, l)
			p.quiet()
		})
	}
}

// fits fails the test for what axe-core finds on the page, and where it scrolls
// sideways but in a frame made for that.
func (p *page) fits(name string) {
	p.t.Helper()
	p.accessible(name)
	if over := js[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		p.t.Errorf("%s: %d px wider than the window", name, over)
	}
}
