package grade

import "fencepost/lessons"

// Check says what is wrong with a rubric's concepts and patterns, each at its
// place. A rubric without problems can be trained.
func Check(r *lessons.Rubric) []Problem {
	_, _, problems := compile(r)
	return problems
}
