package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Without scripts the same forms do, places are chosen from lists, and what was
// entered stands there again when it was refused.
func TestEveryKindOfCheckWithoutScripts(t *testing.T) {
	t.Parallel()
	p := visit(t, kinds(t))
	p.scriptsOff()
	p.open(everyKind)
	for _, a := range typedAndChosen() {
		p.answer(a, p.handIn)
	}
	order := chromedp.CSS("#check-an-order")
	selects("place-", "both-look", "1", "plus-ten", "3", "plus-twenty", "3", "sum-missing", "4")(p, string(order))
	p.click(order + ` button[type="submit"]`)
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
	t.Parallel()
	p := onAPhone(t, kinds(t))
	p.open(everyKind)
	p.loaded()
	p.looksRight("kinds-asked")
	all := append(typedAndChosen(), asked{check: "an-order", wrong: func(p *page, _ string) { p.lift("The row lacks the ten.", 3) }})
	for _, a := range all {
		if a.check != "an-order" {
			p.handIn("#check-" + a.check)
		}
	}
	p.looksRight("kinds-refused")
	for _, a := range all {
		a.wrong(p, "#check-"+a.check)
		p.handIn("#check-" + a.check)
	}
	p.looksRight("kinds-wrong")
	for _, a := range typedAndChosen() {
		a.right(p, "#check-"+a.check)
		p.handIn("#check-" + a.check)
	}
	p.looksRight("kinds-right")
	p.quiet()
}
