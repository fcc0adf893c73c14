package views

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// pct is the place as an attribute: "33.333%".
func pct(p Pct) string { return strconv.FormatFloat(float64(p)/100, 'f', -1, 64) + "%" }

// shift moves a shape by px from the place that its per cent give it.
func shift(dx int) string { return "translate(" + strconv.Itoa(dx) + ")" }

// tickX is where the cursor stands.
func tickX(p Plot, step int) string {
	if step < 1 || step > len(p.Steps) {
		return "0%"
	}
	return pct(p.Steps[step-1].X)
}

// tickClass says of a step whether it is past, present or still to come.
func tickClass(p Plot, n, step int) string {
	class := "tick"
	if p.Dense {
		class += " dense"
	}
	return class + phase(n, step)
}

func phase(n, step int) string {
	switch {
	case n == step:
		return " now"
	case n < step:
		return " past"
	}
	return ""
}

// tickRadius is the size of a post: small where there are too many to number.
func tickRadius(p Plot, n, step int) string {
	if p.Dense && n != step {
		return "3"
	}
	return "8.5"
}

func eventClass(n, step int) string { return "event" + phase(n, step) }

func currentStep(n, step int) string {
	if n == step {
		return "step"
	}
	return "false"
}

func stepName(n int, time string) string { return fmt.Sprintf("Step %d, at %s", n, time) }

func stepOf(step, steps int) string {
	if steps == 0 {
		return "no step yet"
	}
	return fmt.Sprintf("step %d of %d", step, steps)
}

// nowText is what happens at the present step.
func nowText(f *Figure) string {
	if f.Step < 1 || f.Step > len(f.Events) {
		return ""
	}
	return f.Events[f.Step-1].Text
}

// longestEvent is the longest text of an event, which says how much room the line
// of the present one may need.
func longestEvent(events []Event) (text string) {
	for _, e := range events {
		if utf8.RuneCountInString(e.Text) > utf8.RuneCountInString(text) {
			text = e.Text
		}
	}
	return text
}

// nameY is the baseline of a lane's name: beside its glyph, or both lines
// about it.
func nameY(l Lane, line int) int {
	if len(l.Name) == 1 {
		return l.Y + 5
	}
	return l.Y - 4 + 16*line
}

func helpID(c Control) string {
	if c.Help == "" {
		return ""
	}
	return c.ID + "-help"
}

// cellTab leaves one cell of a map in the order of tabs, the one nearest to
// this run; arrows reach the others, and the table has the same without.
func cellTab(p MapPanel, i int) string {
	if i == p.Here {
		return "0"
	}
	return "-1"
}

// rowName is the first cell of a row, with the step that it is about.
func rowName(r RunRow) string {
	if r.Step == 0 {
		return r.Cells[0]
	}
	return strconv.Itoa(r.Step) + ". " + r.Cells[0]
}

// permille is a length in thousandths as a percentage.
func permille(n int) string { return strconv.FormatFloat(float64(n)/10, 'f', -1, 64) + "%" }
