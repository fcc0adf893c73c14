package views

import "fmt"

// optionType is the kind of input that an option is.
func optionType(c *Check) string {
	if c.Multi {
		return "checkbox"
	}
	return "radio"
}

// verdictGlyph is the shape of a verdict on an option.
func verdictGlyph(verdict string) string {
	if verdict == "right" {
		return "g-ok"
	}
	return "g-no"
}

// optionWord opens the feedback on an option.
func optionWord(c *Check, o Option) string {
	switch {
	case o.Verdict == "right" && c.Multi:
		return "This belongs"
	case o.Verdict == "right":
		return "Right"
	case c.Multi:
		return "This does not belong"
	default:
		return "Not this one"
	}
}

// answeredRight says whether the answer shown is right.
func answeredRight(c *Check) bool {
	right := false
	for _, o := range c.Options {
		switch {
		case o.Verdict == "wrong":
			return false
		case o.Verdict == "right":
			right = true
		}
	}
	return right && c.Done
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
	case c.Multi:
		return fmt.Sprintf("Not yet complete. %s so far; there is no limit.", tries)
	default:
		return fmt.Sprintf("%s so far. There is no limit.", tries)
	}
}
