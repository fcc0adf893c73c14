package views

import (
	"fmt"
	"slices"
	"strings"
)

// noted is a block with the notes that stand beside it.
type noted struct {
	Block
	notes []*Note
}

// withNotes gives every note to the prose that it follows. A note that follows
// no prose gets an empty block of its own.
func withNotes(bs []Block) []noted {
	var out []noted
	for _, b := range bs {
		switch {
		case b.Note == nil:
			out = append(out, noted{Block: b})
		case len(out) > 0 && out[len(out)-1].HTML != "":
			out[len(out)-1].notes = append(out[len(out)-1].notes, b.Note)
		default:
			out = append(out, noted{notes: []*Note{b.Note}})
		}
	}
	return out
}

// nextStep is the first step that was not read, or the first of all.
func nextStep(steps []Step) Step {
	for _, s := range steps {
		if !s.Read {
			return s
		}
	}
	return steps[0]
}

// startWords names the jump to nextStep.
func startWords(steps []Step) string {
	if next := nextStep(steps); next.N > 1 {
		return fmt.Sprintf("Go on with step %d", next.N)
	}
	if steps[0].Read {
		return "Read it again"
	}
	return "Start the lesson"
}

// stepsRead says in words how far the reader came.
func stepsRead(steps []Step) string {
	n := 0
	for _, s := range steps {
		if s.Read {
			n++
		}
	}
	return fmt.Sprintf("%d of %s read", n, count(len(steps), "step", "steps"))
}

// byline is who wrote a source, where, as what and when.
func byline(s Source) string {
	var parts []string
	for _, p := range []string{s.Authors, s.Organisation, s.Kind, s.Date} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " · ")
}

// lessonModules are the scripts of a lesson page.
func lessonModules(l Lesson) []string {
	out := []string{"js/lesson.js"}
	if l.Checks > 0 {
		out = append(out, "js/check.js")
	}
	if has(l, func(b Block) bool { return b.Check != nil && b.Check.Kind == "order" }) {
		out = append(out, "js/order.js")
	}
	if l.Explain != nil {
		out = append(out, "js/explain.js")
	}
	if has(l, func(b Block) bool { return b.Predict != nil || b.Challenge != nil }) {
		out = append(out, "js/trial.js")
	}
	if hasFigure(l) {
		out = append(out, "js/simulator.js")
	}
	return out
}

func hasFigure(l Lesson) bool { return has(l, func(b Block) bool { return b.Figure != nil }) }

// has says whether a step holds a block that is looked for.
func has(l Lesson, is func(Block) bool) bool {
	return slices.ContainsFunc(l.Steps, func(s Step) bool { return slices.ContainsFunc(s.Blocks, is) })
}

// described is the lesson's chrome, with a description: its summary, unless it
// has another.
func described(l Lesson) Chrome {
	c := l.Chrome
	c.Lesson = true
	if c.Description == "" {
		c.Description = l.Summary
	}
	return c
}
