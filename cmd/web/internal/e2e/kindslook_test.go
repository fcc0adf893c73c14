package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// Without scripts the same forms do, places are chosen from lists, and what was
// entered stands there again when it was refused.
func TestEveryKindOfCheckWithoutScripts(t *testing.T) {
	p := visit(t, kinds(t))
	p.scriptsOff()
	p.open(everyKind)
	for _, a := range typedAndChosen() {
		p.answer(a, p.handIn)
	}
	order := chromedp.CSS("#check-an-order")
	selects("place-", "both-look", "1", "plus-ten", "3", "plus-twenty", "3", "sum-missing", "4")(p, string(order))
	p.do(chromedp.Click(order + ` button[type="submit"]`))
	p.waitFor(order + " .fault")
	if got := ask(p, chromedp.Value(order+` [name="place-plus-ten"]`)); got != "3" {
		t.Errorf("after it was refused the place is %q", got)
	}
	p.answer(asked{
		"an-order",
		selects("place-", "plus-twenty", "2"), "It writes what it worked out.",
		selects("place-", "plus-ten", "2", "plus-twenty", "3"), "Nobody read between",
	}, p.handIn)
	if got := p.text(".done"); got != "8 of 10 questions done" {
		t.Errorf("progress %q", got)
	}
}

// Nothing that axe-core knows is wrong with any of them: asked, refused,
// answered wrongly and rightly.
func TestEveryKindOfCheckIsAccessible(t *testing.T) {
	inEveryLook(t, kinds(t), func(p *page, _ look) {
		p.open(everyKind)
		p.loaded()
		p.looksRight("asked")
		all := append(typedAndChosen(), asked{check: "an-order", wrong: func(p *page, _ string) { p.lift("The row lacks the ten.", 3) }})
		for _, a := range all {
			if a.check != "an-order" {
				p.handIn("#check-" + a.check)
			}
		}
		p.looksRight("refused")
		for _, a := range all {
			a.wrong(p, "#check-"+a.check)
			p.handIn("#check-" + a.check)
		}
		p.looksRight("wrong")
		for _, a := range typedAndChosen() {
			a.right(p, "#check-"+a.check)
			p.handIn("#check-" + a.check)
		}
		p.looksRight("right")
	})
}

// looksRight holds the page against axe and keeps pictures of its checks where
// -shots asks for them.
func (p *page) looksRight(name string) {
	p.t.Helper()
	p.fits(name)
	if *shots == "" {
		return
	}
	for _, step := range []string{"choosing", "arranging", "spotting"} {
		png := ask(p, chromedp.Screenshot(chromedp.CSS("#"+step)))
		file := filepath.Join(*shots, fmt.Sprintf("kinds-%s-%s-%s.png", filepath.Base(p.t.Name()), step, name))
		if err := os.WriteFile(file, png, 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
}
