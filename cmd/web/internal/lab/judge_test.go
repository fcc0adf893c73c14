package lab

import (
	"slices"
	"strings"
	"testing"

	"fencepost/cmd/web/internal/lab/sandbox"
	"fencepost/lessons"
)

// everyAnswer gives each answer of each lab with what came of it.
func everyAnswer(t *testing.T, look func(*lessons.Lab, lessons.LabAnswer, *Result)) {
	t.Helper()
	for _, l := range library(t).Lessons() {
		for _, lab := range l.Labs() {
			for _, a := range slices.Concat([]lessons.LabAnswer{lab.Solution, lab.Begin()}, lab.Right, lab.Wrong) {
				r, err := Run(lab, a.Texts)
				if err != nil {
					t.Errorf("%s, %s: %v", lab.ID, a.Says, err)
					continue
				}
				look(lab, a, r)
			}
		}
	}
}

// A sentence has every number that it has room for, and words that go with it;
// what held is not told twice, and a broken rule leads to a step after which a
// right answer has mended it.
func TestSentences(t *testing.T) {
	everyAnswer(t, func(lab *lessons.Lab, a lessons.LabAnswer, r *Result) {
		for _, o := range r.Outcomes {
			said := o.Run.Verdict.Sentence
			if said == "" || strings.ContainsAny(said, "{|}") || strings.Contains(said, "(s)") || strings.Contains(said, " 1 rows") {
				t.Errorf("%s, %s in %s: said %q", lab.ID, a.Says, o.Schedule, said)
			}
			for _, f := range o.Run.Findings {
				if o.Held && strings.Contains(said, f.Statement) {
					t.Errorf("%s, %s in %s: the rule %q stands in the verdict as well", lab.ID, a.Says, o.Schedule, f.Name)
				}
				if !f.Holds && modelBroken(t, lab, o.Schedule, f.At, f.Name) {
					t.Errorf("%s, %s in %s: %s leads to step %d, after which the solution has not mended it either", lab.ID, a.Says, o.Schedule, f.Name, f.At+1)
				}
			}
		}
	})
}

// modelBroken says whether a rule is broken after an entry where the worked
// solution runs.
func modelBroken(t *testing.T, lab *lessons.Lab, schedule string, at int, rule string) bool {
	t.Helper()
	id, _, crashing := strings.Cut(schedule, "/")
	if crashing {
		return false // how far the solution came by then is another matter
	}
	for i := range lab.Schedules {
		if lab.Schedules[i].ID == id {
			broken, err := modelOf(lab, &lab.Schedules[i], noCrash, sandbox.Modest)
			if err != nil {
				t.Fatal(err)
			}
			return slices.Contains(broken[at], rule)
		}
	}
	t.Fatalf("no schedule %s", id)
	return false
}

// Whether a word goes with one or with many is in the sentence.
func TestFill(t *testing.T) {
	row := func(n int64) sandbox.Result {
		return sandbox.Result{Columns: []string{"n"}, Rows: [][]sandbox.Value{{n}}}
	}
	const sentence = "{n} {n|seat is|seats are} sold, of {other}."
	for n, want := range map[int64]string{
		0: "0 seats are sold, of {other}.",
		1: "1 seat is sold, of {other}.",
		2: "2 seats are sold, of {other}.",
	} {
		if got := fill(sentence, row(n)); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// A job that is never done is broken from the first step on in every run. What
// decided it is the step at which its worker, in time, handed the result in: the
// second of three. B's look at the job afterwards is innocent.
func TestDecided(t *testing.T) {
	lesson, _ := library(t).Lesson("leases-and-fencing-tokens")
	lab := lesson.Lab("late-owner")
	i := slices.IndexFunc(lab.Wrong, func(a lessons.LabAnswer) bool { return a.Breaks == "gets-done" })
	r, err := Run(lab, lab.Wrong[i].Texts)
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Outcome("on-time").Run.Verdict; v.Entry != 1 {
		t.Errorf("led to step %d, want step 2: %s", v.Entry+1, v.Sentence)
	}
}
