package match

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/lessons"
)

// Problem is something wrong with a rubric, at a place.
type Problem struct {
	Pos  lessons.Pos
	Text string
}

// resolver replaces the concepts that a concept includes by their terms.
type resolver struct {
	byName   map[string]lessons.Concept
	problems []Problem
}

func (r *resolver) problem(pos lessons.Pos, format string, args ...any) {
	r.problems = append(r.problems, Problem{pos, fmt.Sprintf(format, args...)})
}

// terms are the terms of c and of the concepts that it includes. path holds
// the names on the way here.
func (r *resolver) terms(c lessons.Concept, path []string) []string {
	if slices.Contains(path, c.Name) {
		r.problem(c.Pos, "@%s includes itself", c.Name)
		return nil
	}
	path = append(path, c.Name)
	var out []string
	for _, t := range c.Terms {
		name, ok := strings.CutPrefix(strings.TrimSpace(t), "@")
		if !ok {
			out = append(out, t)
			continue
		}
		in, known := r.byName[name]
		if !known {
			r.problem(c.Pos, "@%s includes @%s, which is not a concept", c.Name, name)
			continue
		}
		out = append(out, r.terms(in, path)...)
	}
	return out
}
