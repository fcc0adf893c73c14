package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/rogpeppe/go-internal/txtar"
)

// kinds is a site whose one lesson holds a check of every kind: the one that
// the site's own scripts use.
func kinds(t *testing.T) *server {
	t.Helper()
	a, err := txtar.ParseFile("../site/testdata/worlds/kinds.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range a.Files {
		if f.Name == "script" {
			continue
		}
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return serve(t, "CONTENT_DIR="+dir)
}

const (
	everyKind = "/concepts/kinds"
	places    = `[...document.querySelectorAll("#check-an-order .what")].map((n) => n.innerText.trim()).join("; ")`
	inOrder   = "Both clients read 100.; The first writes 110.; The second writes 120.; The row lacks the ten."
)

// asked is one check and how it is answered, wrongly and then rightly.
type asked struct {
	check       string
	wrong       func(p *page, form string)
	saidOfWrong string
	right       func(p *page, form string)
	saidOfRight string
}

// answer gives both answers and looks at what is said of them.
func (p *page) answer(a asked, send func(form string)) {
	p.t.Helper()
	form := "#check-" + a.check
	for _, try := range []struct {
		give func(*page, string)
		said string
	}{{a.wrong, a.saidOfWrong}, {a.right, a.saidOfRight}} {
		try.give(p, form)
		send(form)
		p.loaded()
		p.waitFor(chromedp.CSS(form))
		if got := p.text(chromedp.CSS(form)); !strings.Contains(got, try.said) {
			p.t.Errorf("%s: told %q, want %q", a.check, got, try.said)
		}
	}
}

func clicks(selectors ...string) func(*page, string) {
	return func(p *page, form string) {
		for _, sel := range selectors {
			p.click(chromedp.CSS(form + " " + sel))
		}
	}
}

func value(v string) string { return fmt.Sprintf("input[value=%q]", v) }

func types(text string) func(*page, string) {
	return func(p *page, form string) {
		js[bool](p, fmt.Sprintf(`(document.querySelector(%q).value = "", true)`, form+` [name="text"]`))
		p.typeInto(chromedp.CSS(form+` [name="text"]`), text)
	}
}

// selects sets fields of the name's beginning, in pairs of option and value.
func selects(prefix string, pairs ...string) func(*page, string) {
	return func(p *page, form string) {
		for i := 0; i+1 < len(pairs); i += 2 {
			p.do(chromedp.SetValue(chromedp.CSS(fmt.Sprintf(`%s select[name="%s%s"]`, form, prefix, pairs[i])), pairs[i+1]))
		}
	}
}

const (
	higher = "The greater number shows storage which owner came later."
	unique = "It is enough that the token is unique."
)

// typedAndChosen are the checks that are answered alike with and without
// scripts.
func typedAndChosen() []asked {
	return []asked{
		{"one-right", clicks(value("the-owner")), "It does not know that it is late.", clicks(value("the-store")), "It alone is there"},
		{"several-right", clicks(value("a-pause"), value("a-token")), "A token delays nothing.", clicks(value("a-token"), value("a-network")), "The write is under way for long."},
		{"the-number", types("12"), "Count from when it was taken.", types("10 s"), "never renewed"},
		{"the-sentence", types(unique), "not who came later", types(higher), "Only that is what storage wants to know."},
		{
			"some-pairs",
			selects("with-", "the-service", "which-write", "the-store", "which-write", "a-worker", "nothing-at-all"),
			"It never sees a write.",
			selects("with-", "the-service", "when-it-ends"),
			"Each judges what passes",
		},
		{"the-line-of-code", clicks(value("line-2")), "It leaves the token behind.", clicks(value("line-5")), "It matches no row"},
		{"the-line-of-a-run", clicks(value("line-8")), "It could still have ended well.", clicks(value("line-7")), "Its write is under way."},
	}
}

// Every kind of check is answered with the mouse; nothing is loaded again, and
// an order is dragged.
func TestEveryKindOfCheckByMouse(t *testing.T) {
	t.Parallel()
	p := visit(t, kinds(t))
	p.open(everyKind)
	p.loaded()
	js[bool](p, `window.sameDocument = true`)
	for _, a := range typedAndChosen() {
		p.answer(a, p.handIn)
	}
	p.answer(asked{
		"an-order",
		func(p *page, _ string) { p.inOrder(p.dragOnto); p.dragOnto("The row lacks the ten.", 0) }, "That is what is left.",
		func(p *page, _ string) {
			p.inOrder(p.dragOnto)
			if got := js[string](p, places); got != inOrder {
				p.t.Errorf("dragged into %q", got)
			}
		}, "Nobody read between the two writes.",
	}, p.handIn)
	p.waitUntil(`document.querySelector(".done").textContent.trim() === "8 of 10 questions done"`)
	if !js[bool](p, `window.sameDocument === true`) {
		t.Error("the page was loaded again")
	}
	p.open(everyKind) // what was answered stands there again
	if got := js[string](p, places); got != inOrder {
		t.Errorf("after a reload the order is %q", got)
	}
	p.quiet()
}

// dragOnto takes a row of the order by its words to a place, from 0.
func (p *page) dragOnto(text string, place int) {
	p.t.Helper()
	js[bool](p, fmt.Sprintf(`(() => {
		const rows = [...document.querySelectorAll("#check-an-order .ranks > li")];
		for (const row of rows) { row.querySelector(".rank").id = ""; }
		rows.find((row) => row.innerText.includes(%q)).querySelector(".rank").id = "from";
		const onto = rows[%d].querySelector(".rank");
		window.stays = onto.id === "from";
		if (!window.stays) onto.id = "onto";
		return true;
	})()`, text, place))
	if js[bool](p, `window.stays`) {
		return
	}
	p.do(chromedp.DragAndDrop(chromedp.CSS("#from .what"), chromedp.CSS("#onto .what")))
}

// keys focuses a control of a form and presses keys there.
func keys(sel, pressed string) func(*page, string) {
	return func(p *page, form string) {
		p.do(chromedp.Focus(chromedp.CSS(form + " " + sel)))
		p.press(pressed)
	}
}

func both(f, g func(*page, string)) func(*page, string) {
	return func(p *page, form string) { f(p, form); g(p, form) }
}

// The same by keyboard alone: each form is sent from its button or its field
// by a key.
func TestEveryKindOfCheckByKeyboard(t *testing.T) {
	t.Parallel()
	p := visit(t, kinds(t))
	p.open(everyKind)
	p.loaded()
	send := func(form string) {
		js[bool](p, fmt.Sprintf(`(window.sent = document.querySelector(%q), true)`, form))
		keys(`button[type="submit"]`, kb.Enter)(p, form)
		p.waitUntil(fmt.Sprintf(`window.sent !== document.querySelector(%q)`, form))
		if !js[bool](p, fmt.Sprintf(`document.activeElement.matches(%q)`, form+` button[type="submit"]`)) {
			t.Errorf("%s: the focus is not on the button of the new form", form)
		}
	}
	for _, a := range []asked{
		{"one-right", keys(value("the-owner"), " "), "It does not know", keys(value("the-store"), " "), "It alone is there"},
		{"several-right", keys(value("a-token"), " "), "A token delays", both(keys(value("a-token"), " "), both(keys(value("a-pause"), " "), keys(value("a-network"), " "))), "The write is under way"},
		{"the-number", keys(`[name="text"]`, "12"), "Count from when", both(types(""), keys(`[name="text"]`, "10")), "never renewed"},
		{"the-sentence", keys("textarea", unique), "not who came later", both(types(""), keys("textarea", higher)), "Only that is what"},
		{
			"some-pairs",
			both(keys(`[name="with-the-service"]`, "which"), both(keys(`[name="with-the-store"]`, "which"), keys(`[name="with-a-worker"]`, "nothing"))),
			"It never sees a write.", keys(`[name="with-the-service"]`, "when"), "Each judges",
		},
		{"the-line-of-code", keys(value("line-1"), kb.ArrowDown), "It leaves the token behind.", keys(value("line-3"), kb.ArrowDown), "It matches no row"},
		{"the-line-of-a-run", keys(value("line-7"), kb.ArrowDown), "It could still", keys(value("line-8"), kb.ArrowUp), "Its write is under way."},
		{
			"an-order",
			func(p *page, _ string) { p.inOrder(p.liftOnto); p.lift("The row lacks the ten.", 3) }, "That is what is left.",
			func(p *page, _ string) { p.inOrder(p.liftOnto) }, "Nobody read between",
		},
	} {
		p.answer(a, send)
	}
	p.waitUntil(`document.querySelector(".done").textContent.trim() === "8 of 10 questions done"`)
	p.quiet()
}

// inOrder puts every row in its place. Wherever the rows began, the one that is
// moved away after that is the one that is not in its place.
func (p *page) inOrder(put func(text string, place int)) {
	for i, text := range strings.Split(inOrder, "; ") {
		put(text, i)
	}
}

// liftOnto brings a row to the top and down to its place, from 0.
func (p *page) liftOnto(text string, place int) {
	p.lift(text, 3)
	p.sink(text, place)
}

// lift moves a row of the order up with its button, which keeps the focus.
func (p *page) lift(text string, times int) { p.shift(text, "-1", times) }

// sink moves it down.
func (p *page) sink(text string, times int) { p.shift(text, "1", times) }

func (p *page) shift(text, by string, times int) {
	p.t.Helper()
	sel := fmt.Sprintf(`#check-an-order button[data-move=%q][aria-label$=%q]`, by, text)
	p.do(chromedp.Focus(chromedp.CSS(sel)))
	for range times {
		p.press(kb.Enter)
	}
	if !js[bool](p, fmt.Sprintf(`document.activeElement === document.querySelector('%s')`, sel)) {
		p.t.Errorf("%s: the button lost the focus", text)
	}
}
