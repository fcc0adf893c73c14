package grade

import (
	"fmt"
	"slices"

	"fencepost/lessons"
	"fencepost/lessons/grade/match"
)

// Check says what is wrong with a rubric's concepts and patterns, each at its
// place. A rubric without problems can be trained.
func Check(r *lessons.Rubric) []Problem {
	_, targets, problems := compile(r)
	for _, t := range targets {
		for i, p := range t.patterns {
			if why := p.Unreachable(); why != "" {
				problems = append(problems, Problem{Pos: t.places[i], Text: fmt.Sprintf("pattern %q never matches: %s", p.Source, why)})
			}
		}
	}
	return problems
}

// Review says what an author may want to look at: concepts that no pattern
// names, patterns that no sample and no phrasing matches, and patterns that
// match near misses, or mostly samples labelled otherwise. Nothing of it
// keeps a rubric from working.
func Review(r *lessons.Rubric, samples []lessons.Sample) ([]Problem, error) {
	s, err := prepare(r, "")
	if err != nil {
		return nil, err
	}
	out := s.unused()
	for _, t := range s.targets {
		out = append(out, s.reviewTarget(t, trainable(samples))...)
	}
	slices.SortStableFunc(out, func(a, b Problem) int { return a.Pos.Line - b.Pos.Line })
	return out, nil
}

// unused lists concepts that neither a pattern nor another concept names.
func (s *Scorer) unused() []Problem {
	used := map[int]bool{s.lexicon.Concept(elsewhereConcept): true}
	for _, t := range s.targets {
		for _, p := range t.patterns {
			for _, c := range p.Concepts() {
				used[c] = true
			}
		}
	}
	var out []Problem
	for i, c := range s.rubric.Concepts {
		if !used[i] && !includedBy(s.rubric.Concepts, c.Name) {
			out = append(out, Problem{Pos: c.Pos, Text: fmt.Sprintf("no pattern names @%s", c.Name)})
		}
	}
	return out
}

func includedBy(concepts []lessons.Concept, name string) bool {
	return slices.ContainsFunc(concepts, func(c lessons.Concept) bool {
		return slices.Contains(c.Terms, "@"+name)
	})
}

// tallied is how often a pattern matched, and an example of each kind.
type tallied struct {
	right, wrong int
	near         string // a near miss that it matches
	wrongID      string // a sample labelled otherwise
}

// reviewTarget tries a target's patterns on its phrases and on the samples.
func (s *Scorer) reviewTarget(t *target, samples []lessons.Sample) []Problem {
	counts := make([]tallied, len(t.patterns))
	for _, p := range t.right {
		s.tally(t, p.Text, func(c *tallied) { c.right++ }, counts)
	}
	for _, p := range t.near {
		s.tally(t, p.Text, func(c *tallied) { c.near = p.Text }, counts)
	}
	for i := range samples {
		said := t.truthOf(&samples[i])
		s.tally(t, samples[i].Text, func(c *tallied) {
			if said {
				c.right++
			} else {
				c.wrong, c.wrongID = c.wrong+1, samples[i].ID
			}
		}, counts)
	}
	return t.complain(counts)
}

// tally calls f for each pattern that a text says.
func (s *Scorer) tally(t *target, src string, f func(*tallied), counts []tallied) {
	hits := s.lexicon.Find(s.reader.Read(src))
	for i, p := range t.patterns {
		if m, ok := p.Find(hits); ok && !m.Attr {
			f(&counts[i])
		}
	}
}

// complain puts counts into words.
func (t *target) complain(counts []tallied) []Problem {
	var out []Problem
	add := func(i int, format string, args ...any) {
		text := fmt.Sprintf("%s: pattern %q ", t.id, t.patterns[i].Source) + fmt.Sprintf(format, args...)
		out = append(out, Problem{Pos: t.places[i], Text: text})
	}
	for i, c := range counts {
		strong := t.patterns[i].Kind == match.Strong
		switch {
		case c.right+c.wrong == 0 && c.near == "":
			add(i, "matches no sample and no phrasing")
		case strong && c.wrong > c.right:
			add(i, "matches %d samples that are labelled otherwise, such as %s, and %d that say it", c.wrong, c.wrongID, c.right)
		case strong && c.near != "":
			add(i, "matches the near miss %q", c.near)
		}
	}
	return out
}
