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

// fits fails the test for what axe-core finds on the page, where it scrolls
// sideways but in a frame made for that, and for words that stand askew.
func (p *page) fits(name string) {
	p.t.Helper()
	p.accessible(name)
	p.narrowEnough(name)
	for _, askew := range js[[]string](p, wordsAskew) {
		p.t.Errorf("%s: %s", name, askew)
	}
}

// drawn waits until the page is whole and set in its own fonts, so that what is
// measured does not hang on how fast they came.
func (p *page) drawn() {
	p.t.Helper()
	p.loaded()
	js[bool](p, `(document.body.offsetHeight, document.fonts.ready.then(() => true))`)
}

func (p *page) narrowEnough(name string) {
	p.t.Helper()
	p.drawn()
	if over := js[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		p.t.Errorf("%s: %d px wider than the window", name, over)
	}
}

// wordsAskew lists the buttons whose words are more than two pixels off their
// middle, and what in the masthead’s line stands higher or lower than its
// neighbours.
const wordsAskew = `(() => {
	const words = (e) => {
		const r = document.createRange();
		const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		let top = Infinity, bottom = -Infinity;
		for (let n; (n = texts.nextNode()); ) {
			if (!n.data.trim() || n.parentElement.closest(".vh")) continue;
			r.selectNodeContents(n);
			const box = r.getBoundingClientRect();
			top = Math.min(top, box.top); bottom = Math.max(bottom, box.bottom);
		}
		return bottom < top ? null : { top, bottom, text: e.innerText.trim() };
	};
	const out = [];
	for (const b of document.querySelectorAll(".btn")) {
		const w = b.checkVisibility() && words(b), box = b.getBoundingClientRect();
		const off = w && (w.top + w.bottom) / 2 - (box.top + box.bottom) / 2;
		if (Math.abs(off) > 2) out.push("the words of the button “" + w.text + "” are " + off.toFixed(1) + " px off its middle");
	}
	const line = [...document.querySelectorAll(".mast :is(nav a, .signin, .who > summary > [dir], [data-theme-toggle])")].map(words).filter(Boolean);
	for (const [i, w] of line.entries()) {
		const off = i ? w.top - line[i - 1].top : 0;
		if (Math.abs(off) > 0.75 && Math.abs(off) < 6) out.push("in the masthead “" + w.text + "” stands " + off.toFixed(1) + " px lower than “" + line[i - 1].text + "”");
	}
	return out;
})()`

// No page has to be scrolled sideways at 320 px, which is also what a laptop shows
// at 400 %: a visitor's, a student's or an instructor's.
func TestEveryPageReflows(t *testing.T) {
	s := serve(t, posting...)
	visitor := func() *page {
		p := visit(t, s)
		p.size(320, 640)
		return p
	}
	anybody := visitor()
	everyPage(anybody, anybody.narrowEnough)
	everyPeoplePage(t, s, visitor, func(p *page, name string) { p.narrowEnough(name) })
}

// Nor does anything stand askew in the fonts that the machine has, which is what
// a first visit over a slow connection sees.
func TestWordsStandStraightWithoutFonts(t *testing.T) {
	for _, width := range []int64{390, 1280} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			s := serve(t, posting...)
			visitor := func() *page {
				p := visit(t, s)
				p.size(width, 900)
				p.withoutFonts()
				return p
			}
			straight := func(p *page, name string) {
				p.narrowEnough(name)
				for _, askew := range js[[]string](p, wordsAskew) {
					p.t.Errorf("%s: %s", name, askew)
				}
			}
			anybody := visitor()
			everyPage(anybody, func(name string) { straight(anybody, name) })
			everyPeoplePage(t, s, visitor, straight)
		})
	}
}
