package e2e

import (
	"fmt"
	"testing"
)

// onAPhone opens a window for a fresh person with a phone.
func onAPhone(t *testing.T, s *server) *page {
	t.Helper()
	p := visit(t, s)
	p.size(390, 844)
	return p
}

// looksRight looks at the page as it stands on a phone, on a laptop, and 320 px
// wide, which is also what a laptop shows at 400 %.
func (p *page) looksRight(name string) {
	p.t.Helper()
	defer p.size(p.width, p.height)
	for _, width := range []int64{390, 1280} {
		p.size(width, 900)
		p.fits(fmt.Sprintf("%s-%d", name, width))
	}
	p.size(320, 640)
	p.narrowEnough(name + "-320")
}

// fits looks at the page in its window the way people do who see it differently:
// in light and in dark colours, in the site's fonts and in the machine's, which
// is what a first visit over a slow connection sees. The scheme decides colours
// and nothing else, so that in the dark they alone are looked at again.
func (p *page) fits(name string) {
	p.t.Helper()
	js[bool](p, `(scrollTo({ top: 0, behavior: "instant" }), true)`) // what stays in sight would lie over what was scrolled to
	p.accessible(name)
	p.straight(name)
	p.photograph(name + "-light")
	p.prefer("prefers-color-scheme", "dark")
	p.contrasts(name + "-dark")
	p.photograph(name + "-dark")
	p.prefer()
	p.inTheMachinesFonts(func() { p.straight(name + " in the machine’s fonts") })
}

// straight fails the test where the page scrolls sideways but in a frame made
// for that, and for words that stand askew.
func (p *page) straight(name string) {
	p.t.Helper()
	p.narrowEnough(name)
	for _, askew := range js[[]string](p, wordsAskew) {
		p.t.Errorf("%s: %s", name, askew)
	}
}

// fontsToLoad are the rules of the page's sheets that load a font.
const fontsToLoad = `(function* all(group) {
	for (const [i, r] of [...group.cssRules].entries()) {
		if (r.cssRules) yield* all(r);
		else if (r instanceof CSSFontFaceRule && r.cssText.includes("woff2")) yield { group, i, text: r.cssText };
	}
})`

// inTheMachinesFonts takes the page's own fonts away while f looks.
func (p *page) inTheMachinesFonts(f func()) {
	p.t.Helper()
	taken := js[int](p, `(window.taken = [...document.styleSheets].flatMap((s) => [...`+fontsToLoad+`(s)]), taken.toReversed().forEach(({ group, i }) => group.deleteRule(i)), taken.length)`)
	if taken == 0 {
		p.t.Fatal("no font of the site’s was taken away")
	}
	f()
	js[bool](p, `(taken.forEach(({ group, i, text }) => group.insertRule(text, i)), true)`)
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
