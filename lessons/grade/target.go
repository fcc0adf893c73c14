package grade

import (
	"fmt"

	"fencepost/lessons"
	"fencepost/lessons/grade/match"
)

// target is what one classifier decides: a key point or a misconception.
type target struct {
	id          string
	wrong       bool     // a misconception
	contradicts []string // points that a misconception denies
	patterns    []*match.Pattern
	places      []lessons.Pos // of the patterns
	right, near []lessons.Phrase
}

// Problem is something wrong with a rubric, at a place.
type Problem = match.Problem

// compile turns a rubric into its lexicon and targets: points first, then
// misconceptions, in the rubric's order.
func compile(r *lessons.Rubric) (*match.Lexicon, []*target, []Problem) {
	lex, problems := match.NewLexicon(r.Concepts)
	var out []*target
	for _, p := range r.Points {
		t := &target{id: p.ID, right: p.Phrasings, near: p.NearMiss}
		problems = append(problems, t.parse(lex, p.Patterns)...)
		out = append(out, t)
	}
	for _, m := range r.Misconceptions {
		t := &target{id: m.ID, wrong: true, contradicts: m.Contradicts, right: m.Phrasings, near: m.NearMiss}
		problems = append(problems, t.parse(lex, m.Patterns)...)
		out = append(out, t)
	}
	return lex, out, problems
}

// parse compiles the target's patterns and reports those that do not parse.
func (t *target) parse(lex *match.Lexicon, patterns []lessons.Phrase) []Problem {
	var problems []Problem
	for _, src := range patterns {
		p, err := lex.ParsePattern(src.Text)
		if err != nil {
			problems = append(problems, Problem{Pos: src.Pos, Text: err.Error()})
			continue
		}
		t.patterns, t.places = append(t.patterns, p), append(t.places, src.Pos)
	}
	return problems
}

// broken turns problems into one error that names the first.
func broken(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	first := problems[0]
	return fmt.Errorf("compile the rubric: %v: %s (%d in all)", first.Pos, first.Text, len(problems))
}
