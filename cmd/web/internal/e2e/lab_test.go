package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	lateOwner = "/concepts/leases-and-fencing-tokens/labs/late-owner"

	claimSQL = "UPDATE jobs SET owner = :owner, token = token + 1, until = :now + 10 " +
		"WHERE id = 1 AND until <= :now AND result IS NULL RETURNING token"
	blindSQL  = "UPDATE jobs SET result = :result WHERE id = 1"
	fencedSQL = "UPDATE jobs SET result = :result WHERE id = 1 AND token = :token"
)

// write puts a text into a box in place of what stands there.
func (p *page) write(box, text string) {
	p.t.Helper()
	p.click(chromedp.CSS("#sql-" + box))
	js[bool](p, `(document.querySelector("#sql-`+box+`").select(), true)`)
	p.typeInto(chromedp.CSS("#sql-"+box), text)
}

// runs sends the boxes and waits for the page that says what came of them.
func (p *page) runs() {
	p.t.Helper()
	js[bool](p, `window.stays = true`)
	p.click(`#lab button.primary`)
	p.waitUntil(`window.stays === undefined && document.readyState === "complete"`)
}

// A student finds the lab in the lesson, makes a mistake, is wrong and sees it
// fail, looks at its steps, and gets it right.
func TestALabWrongThenRight(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lesson)
	p.click("#check-late-owner a.btn")
	p.waitFor("#sql-claim")

	p.write("claim", "UPDATE jobs SET ownr = 1")
	p.runs()
	if got := p.text(".labfault .fault"); !strings.Contains(got, "Line 1, column 17") || !strings.Contains(got, "ownr") {
		t.Errorf("a mistake is placed %q", got)
	}
	if at := js[int](p, `document.activeElement.id === "sql-claim" ? document.activeElement.selectionStart : -1`); at != 16 {
		t.Errorf("the cursor stands at %d, want 16", at)
	}

	p.write("claim", claimSQL)
	p.write("complete", blindSQL)
	p.runs()
	if got := p.text("#run .how"); !strings.Contains(got, "holds in 2 of 5 schedules") || !strings.Contains(got, "A result was taken at 16 s") {
		t.Errorf("a wrong answer is told %q", got)
	}
	if got := p.text("#run .pair > :last-child mark"); got != "made by A" {
		t.Errorf("the row that was overwritten holds %q", got)
	}
	js[bool](p, `window.stays = true`)
	p.click(`#run [data-go="back"]`)
	p.waitUntil(`document.querySelector("#rows-title").textContent === "The rows at step 4"`)
	p.click(`#run .schedules li:first-child a`)
	p.waitUntil(`document.querySelector("#run figcaption").textContent.includes("A is in time")`)
	if !js[bool](p, `window.stays === true`) {
		t.Error("the page was loaded again for a step")
	}

	p.write("complete", fencedSQL)
	p.runs()
	if got := p.text("#run .how"); !strings.Contains(got, "Every rule holds in every schedule") {
		t.Errorf("a right answer is told %q", got)
	}
	p.open(lesson)
	if got := p.text("#check-late-owner"); !strings.Contains(got, "Solved") {
		t.Errorf("the lesson says %q", got)
	}
	p.quiet()
}

// Tab indents only once something was typed, Escape lets go, and nothing typed
// is lost with the page.
func TestALabByKeyboard(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lateOwner)
	p.loaded()
	js[bool](p, `(document.querySelector("#sql-claim").focus(), true)`)
	p.press("\t")
	if got := js[string](p, `document.activeElement.id`); got != "sql-complete" {
		t.Errorf("Tab in a box that was not typed in leads to %q", got)
	}
	js[bool](p, `(document.querySelector("#sql-complete").select(), true)`)
	p.typeInto("#sql-complete", "SELECT")
	p.press("\r")
	p.press("\t")
	p.press("1")
	if got := js[string](p, `document.querySelector("#sql-complete").value`); got != "SELECT\n  1" {
		t.Errorf("typed with Tab: %q", got)
	}
	if got := p.text("#sql-complete-title"); got != "Hand in the result" {
		t.Errorf("the box is called %q", got)
	}
	if got := js[string](p, `document.querySelector("#sql-complete").previousElementSibling.innerText.trim().replace(/\s+/g, " ")`); got != "1 2" {
		t.Errorf("the lines are numbered %q", got)
	}
	p.press("\x1b")
	p.press("\t")
	if got := js[string](p, `document.activeElement.id`); got == "sql-complete" {
		t.Error("Escape and Tab do not leave the box")
	}
	p.waitUntil(`document.querySelector("[data-saved]").textContent.startsWith("Draft saved")`)
	js[bool](p, `(localStorage.clear(), true)`)
	p.open(lateOwner)
	p.loaded()
	if got := js[string](p, `document.querySelector("#sql-complete").value`); got != "SELECT\n  1" {
		t.Errorf("after loading the page again the box holds %q", got)
	}
	p.quiet()
}

// A newer draft from another window is told of, and whoever chooses between the two
// is in the box again.
func TestALabSaysThatThereIsANewerDraft(t *testing.T) {
	p := visit(t, serve(t))
	p.open(lateOwner)
	p.loaded()
	js[bool](p, `fetch(document.querySelector("#lab").dataset.draft, {method: "POST", headers: {"Content-Type": "application/json"},
		body: JSON.stringify({text: JSON.stringify({claim: "SELECT 'there'", complete: ""}), revision: 0})}).then((r) => r.ok)`)
	p.typeInto("#sql-complete", "SELECT 'here'")
	p.waitFor("[data-saved] button")
	p.waitUntil(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.includes("another window kept a newer draft"))`)
	p.click("[data-saved] button")
	if got := js[string](p, `document.querySelector("#sql-claim").value`); got != "SELECT 'there'" {
		t.Errorf("the draft of the other window was chosen, and the box holds %q", got)
	}
	if got := js[string](p, `document.activeElement.id`); got != "sql-claim" {
		t.Errorf("after the choice the focus is on %q", got)
	}
	p.quiet()
}

// The same forms do without scripts: hints one at a time keep what was written.
func TestALabWithoutScripts(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.scriptsOff()
	p.open(lateOwner)
	p.do(chromedp.SetValue(chromedp.CSS("#sql-claim"), claimSQL), chromedp.SetValue(chromedp.CSS("#sql-complete"), blindSQL))
	p.click(`button[formaction$="/hints"]`)
	p.waitFor("#hint-1")
	if got := ask(p, chromedp.Value(chromedp.CSS("#sql-complete"))); got != blindSQL {
		t.Errorf("after a hint the box holds %q", got)
	}
	p.click("#lab button.primary")
	p.waitFor("#run")
	p.click(`#run [data-go="first"]`)
	p.waitFor("#run [data-go=next][href]")
	if got := p.text("#rows-title"); got != "The rows at step 1" {
		t.Errorf("the first step is headed %q", got)
	}
	p.click(`button[formaction$="/solution"]`)
	p.waitFor("#solution")
}

// Nothing that axe-core knows is wrong with a lab, in any of its states.
func TestALabIsAccessible(t *testing.T) {
	t.Parallel()
	p := visit(t, serve(t))
	p.open(lateOwner)
	p.loaded()
	p.looksRight("lab-new")
	p.write("claim", "UPDATE jobs SET ownr = 1")
	p.runs()
	p.looksRight("lab-mistake")
	p.write("claim", claimSQL)
	p.write("complete", blindSQL)
	p.runs()
	p.click(`button[formaction$="/hints"]`)
	p.waitFor("#hint-1")
	p.click(`button[formaction$="/solution"]`)
	p.waitFor("#solution")
	p.looksRight("lab-wrong")
	p.write("complete", fencedSQL)
	p.runs()
	p.looksRight("lab-right")
	p.quiet()
}
