package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/lessons"
	"fencepost/lessons/lint"
)

// finished is a lesson that lacks nothing.
func finished() *lessons.Lesson {
	check := func(t lessons.CheckType) lessons.Block { return &lessons.Check{Type: t} }
	step := func(blocks ...lessons.Block) lessons.Step { return lessons.Step{Blocks: blocks} }
	l := &lessons.Lesson{
		Slug: "demo", Emblem: "posts", Reading: []lessons.Source{{}}, Related: []lessons.Relation{{}},
		Steps: []lessons.Step{
			step(&lessons.Predict{}, &lessons.Figure{}, &lessons.Challenge{}),
			step(check(lessons.Choice)), step(check(lessons.Order)), step(),
		},
		Reference: []lessons.Column{{Title: "How it goes wrong"}, {Title: "Instead, consider"}, {Title: "In practice"}, {Title: "It assumes"}},
		Rubric: &lessons.Rubric{
			Points:         []lessons.KeyPoint{{ID: "p", Phrasings: make([]lessons.Phrase, 3), NearMiss: make([]lessons.Phrase, 2)}},
			Misconceptions: []lessons.Misconception{{ID: "m", Phrasings: make([]lessons.Phrase, 3)}},
		},
	}
	var samples []lessons.Sample
	for i := range 120 {
		samples = append(samples, lessons.Sample{ID: fmt.Sprint(i), TestOnly: i%4 == 0})
	}
	l.Samples = lessons.Now(samples)
	return l
}

// Each thing that is taken from a finished lesson is missed, and nothing else.
func TestAdvise(t *testing.T) {
	for _, tt := range []struct {
		want string
		take func(l *lessons.Lesson)
	}{
		{"", func(*lessons.Lesson) {}},
		{"a TODO is left", func(l *lessons.Lesson) { l.Todos = make([]lessons.Pos, 1) }},
		{"the lesson has no further reading", func(l *lessons.Lesson) { l.Reading = nil }},
		{"the lesson has no related concept", func(l *lessons.Lesson) { l.Related = nil }},
		{"the lesson has no emblem of its own", func(l *lessons.Lesson) { l.Emblem = "" }},
		{`no drawing is called "post"`, func(l *lessons.Lesson) { l.Emblem = "post" }},
		{"the lesson has 3 steps", func(l *lessons.Lesson) { l.Steps = l.Steps[:3] }},
		{"the lesson has 8 steps", func(l *lessons.Lesson) { l.Steps = append(l.Steps, make([]lessons.Step, 4)...) }},
		{"the lesson has no simulator", func(l *lessons.Lesson) { l.Steps[0].Blocks = slices.Delete(l.Steps[0].Blocks, 1, 2) }},
		{"nothing is predicted", func(l *lessons.Lesson) { l.Steps[0].Blocks = l.Steps[0].Blocks[1:] }},
		{"no challenge is set", func(l *lessons.Lesson) { l.Steps[0].Blocks = l.Steps[0].Blocks[:2] }},
		{"the lesson has 1 check", func(l *lessons.Lesson) { l.Steps[1].Blocks = nil }},
		{"all checks are of the type choice", func(l *lessons.Lesson) { l.Steps[2] = l.Steps[1] }},
		{"the quick reference lacks a part", func(l *lessons.Lesson) { l.Reference = l.Reference[1:] }},
		{"the lesson asks for no explanation", func(l *lessons.Lesson) { l.Rubric = nil }},
		{"the rubric knows no misconception", func(l *lessons.Lesson) { l.Rubric.Misconceptions = nil }},
		{`"m" has 2 phrasings`, func(l *lessons.Lesson) { l.Rubric.Misconceptions[0].Phrasings = make([]lessons.Phrase, 2) }},
		{`"p" has 2 phrasings`, func(l *lessons.Lesson) { l.Rubric.Points[0].Phrasings = make([]lessons.Phrase, 2) }},
		{`"p" has 1 near miss`, func(l *lessons.Lesson) { l.Rubric.Points[0].NearMiss = make([]lessons.Phrase, 1) }},
		{"the rubric has 119 samples", func(l *lessons.Lesson) { l.Samples = lessons.Now(l.Samples.Get()[:119]) }},
		{"only 29 of 120 samples are kept for testing", func(l *lessons.Lesson) { l.Samples.Get()[0].TestOnly = false }},
	} {
		l := finished()
		tt.take(l)
		var got []string
		for _, p := range lint.AdviseOn(l, []string{"posts"}) {
			got = append(got, p.Message)
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("told %q, want %q", got, tt.want)
		}
	}
}
