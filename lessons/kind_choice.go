package lessons

import "slices"

// choosing is a choice of one option, or of several.
type choosing struct{ several bool }

func (k choosing) read(l *loader, m *mapping, c *Check) {
	c.AsWritten = m.truth("as_written")
	all := l.options(m, c, 2, []string{"id", "text", "right", "feedback"}, func(m *mapping) Option {
		o := l.named(m)
		o.Right = m.truth("right")
		l.optionText(m, &o)
		o.Feedback = l.said(m, "feedback", "say why it is right or wrong")
		l.spoils(m, &o)
		return o
	})
	if all {
		l.rightOnes(c, m.at(m.key["options"]), k.several)
	}
}

func (k choosing) take(c *Check, f Fields, _ Aids) (Answer, string) {
	a := Answer{Options: distinct(f["option"])}
	for _, id := range a.Options {
		if c.option(id) == nil {
			return a, staleOption
		}
	}
	switch {
	case len(a.Options) == 0:
		return a, "Choose an answer first."
	case !k.several && len(a.Options) > 1:
		return a, "Choose one answer."
	}
	return a, ""
}

// mark wants exactly the right options, and says something of each chosen one.
func (k choosing) mark(c *Check, a Answer) Marking {
	m := Marking{Right: true, Options: map[string]Remark{}}
	for _, o := range c.Options {
		chosen := slices.Contains(a.Options, o.ID)
		if chosen != o.Right {
			m.Right = false
		}
		if chosen {
			m.Options[o.ID] = Remark{Right: o.Right, HTML: o.Feedback}
		}
	}
	return m
}

func (k choosing) lay(c *Check, a Answer, aids Aids) Sheet {
	var s Sheet
	for _, o := range shuffled(c, aids) {
		s.Rows = append(s.Rows, Row{ID: o.ID, HTML: o.HTML, Text: o.Text, Chosen: slices.Contains(a.Options, o.ID)})
	}
	return s
}
