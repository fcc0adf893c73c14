package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// While a candidate is tried its page reads itself anew. Whoever waits there by
// keyboard is not thrown off: the focus stays on the button that is still there, and
// goes to the heading from a link that is not; and what came of it is read out.
func TestACandidateIsWaitedForByKeyboard(t *testing.T) {
	c := openClassroom(t, nil)
	c.answers()
	c.review("ida", "sam0", map[string]string{"slow_or_dead": "covered"}, "")
	ida := c.signIn("ida")
	ida.open("/teach/scorer/" + leases)
	for _, at := range []struct{ focus, then string }{
		{"[data-progress] a", "The candidate"},
		{`form[action$="/discard"] button`, "Discard"},
	} {
		ida.click(`form[action$="/trial"] button`)
		ida.waitFor("#tried")
		ida.loaded()
		js[bool](ida, `(document.querySelector('`+at.focus+`').focus(), true)`)
		ida.waitUntil(`!document.querySelector("[data-progress]")`)
		if got := js[string](ida, `document.activeElement.textContent.trim()`); got != at.then {
			t.Errorf("from %s the focus went to %q, want %q", at.focus, got, at.then)
		}
		ida.waitUntil(`[...document.querySelectorAll("[role=status]")].some((e) => e.textContent.includes("would have a verdict that changes"))`)
		ida.accessible("a candidate")
		ida.click(`form[action$="/discard"] button`)
		ida.waitFor(chromedp.CSS(`form[action$="/trial"] button`))
	}
	ida.quiet()
}
