package lab

import (
	"testing"

	"fencepost/content"
	"fencepost/lessons"
)

// library is the lessons as they are built in.
func library(t testing.TB) *lessons.Library {
	t.Helper()
	lib, problems := lessons.Load(content.FS)
	for _, p := range problems {
		t.Error(p)
	}
	return lib
}

// Every lab of every lesson: its solution and its right answers hold in every
// schedule, and each wrong one first breaks the rule that it is said to break.
func TestEveryLabTellsRightFromWrong(t *testing.T) {
	for _, l := range library(t).Lessons() {
		for _, lab := range l.Labs() {
			t.Run(l.Slug+"/"+lab.ID, func(t *testing.T) {
				holds(t, lab, append([]lessons.LabAnswer{lab.Solution}, lab.Right...))
				breaks(t, lab, append([]lessons.LabAnswer{lab.Begin()}, lab.Wrong...))
				if len(lab.Right) < 3 || len(lab.Wrong) < 2 || len(lab.Hints) != 3 {
					t.Errorf("%d right and %d wrong answers, %d hints", len(lab.Right), len(lab.Wrong), len(lab.Hints))
				}
			})
		}
	}
}

func holds(t *testing.T, lab *lessons.Lab, answers []lessons.LabAnswer) {
	t.Helper()
	for _, a := range answers {
		r, err := Run(lab, a.Texts)
		switch {
		case err != nil:
			t.Errorf("%s: %v", a.Says, err)
		case !r.Passed:
			t.Errorf("%s: breaks %s in %s: %s", a.Says, r.First().Broke, r.First().Schedule, r.First().Run.Verdict.Sentence)
		}
	}
}

func breaks(t *testing.T, lab *lessons.Lab, answers []lessons.LabAnswer) {
	t.Helper()
	for _, a := range answers {
		r, err := Run(lab, a.Texts)
		switch {
		case err != nil:
			t.Errorf("%s: %v", a.Says, err)
		case r.Passed:
			t.Errorf("%s: breaks nothing", a.Says)
		case a.Breaks != "" && r.First().Broke != a.Breaks:
			t.Errorf("%s: breaks %s, want %s: %s", a.Says, r.First().Broke, a.Breaks, r.First().Run.Verdict.Sentence)
		}
	}
}
