package views

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// checkBody is what a kind of check asks for; each has a file of its own.
func checkBody(c *Check) templ.Component {
	switch c.Kind {
	case "number":
		return numberBody(c)
	case "short":
		return shortBody(c)
	case "order":
		return orderBody(c)
	case "match":
		return matchBody(c)
	case "line":
		return lineBody(c)
	default:
		return choiceBody(c)
	}
}

// checkClass is the class by which a kind's own style is found.
func checkClass(c *Check) string { return "asks-" + c.Kind }

// optionType is the kind of input that an option is.
func optionType(c *Check) string {
	if c.Kind == "multiple" {
		return "checkbox"
	}
	return "radio"
}

// verdictGlyph is the shape of a verdict.
func verdictGlyph(verdict string) string {
	switch verdict {
	case "right":
		return "g-ok"
	case "close":
		return "g-unsure"
	}
	return "g-no"
}

// optionWord opens the feedback on an option.
func optionWord(c *Check, o Option) string {
	right := o.Verdict == "right"
	switch {
	case right && c.Kind == "multiple":
		return "This belongs"
	case right:
		return "Right"
	case c.Kind == "multiple":
		return "This does not belong"
	case c.Kind == "order":
		return "Not in its place"
	case c.Kind == "match":
		return "Not with this one"
	default:
		return "Not this one"
	}
}

// saidWord opens what is said of an answer as a whole.
func saidWord(c *Check) string {
	switch c.Said.Verdict {
	case "right":
		return "Right"
	case "close":
		return "Not clear enough to tell. Try plainer words"
	}
	if c.Kind == "short" {
		return "The point is not in it yet"
	}
	return "Not this"
}

// firstOpen says whether an option is the first that still wants a partner,
// after an answer that was refused for it.
func firstOpen(c *Check, i int) bool {
	return c.Error != "" && i == slices.IndexFunc(c.Options, func(o Option) bool { return o.Partner == "" })
}

// answeredRight says whether the answer shown is right.
func answeredRight(c *Check) bool { return c.Right && c.Done }

// readWith names what is to be read with a box: what stands beside it, where
// something does, and what was said of the answer in it.
func readWith(c *Check, beside bool, id string) string {
	var by []string
	if beside {
		by = append(by, id+c.ID)
	}
	if c.Said != nil {
		by = append(by, "said-"+c.ID)
	}
	return strings.Join(by, " ")
}

// checkButton names what the button does.
func checkButton(c *Check) string {
	if c.Tries > 0 {
		return "Check again"
	}
	return "Check my answer"
}

// checkSaid says in words what was answered so far.
func checkSaid(c *Check) string {
	tries := count(c.Tries, "try", "tries")
	switch {
	case c.Tries == 0:
		return "There is no limit to tries; the first one is marked."
	case c.Done && c.Marked == "right":
		return "Right at the first try."
	case c.Done && answeredRight(c):
		return fmt.Sprintf("Right, after %s.", tries)
	case c.Done:
		return fmt.Sprintf("You answered this right before. %s so far.", capital(tries))
	case c.Kind == "multiple":
		return fmt.Sprintf("Not yet complete. %s so far; there is no limit.", tries)
	default:
		return fmt.Sprintf("%s so far. There is no limit.", tries)
	}
}
