package trial

import (
	"testing"

	"fencepost/content"
	"fencepost/lessons"
)

// leases is the lesson that is built in.
func leases(t *testing.T) *lessons.Lesson {
	t.Helper()
	lib, problems := lessons.Load(content.FS)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	l, ok := lib.Lesson("leases-and-fencing-tokens")
	if !ok {
		t.Fatal("there is no lesson on leases")
	}
	return l
}

// A variation changes one setting, and its verdict is that of its run: with the
// lease of ten seconds taken at 0 s and storage that fences nothing, a freeze
// that begins at 2 s and lasts less than eight ends before the lease does.
func TestVary(t *testing.T) {
	l := leases(t)
	p := l.Predicts()[0]
	own, err := Of(l, p.Run)
	if err != nil {
		t.Fatal(err)
	}
	came := map[string]int{}
	for n := range int64(40) {
		v, ok := Vary(l, p, n)
		if !ok {
			t.Fatal("nothing can be varied")
		}
		came[v.Run.Verdict.Kind]++
		changed := 0
		for i := range own.Scenario.Params {
			name := own.Scenario.Params[i].Name
			if v.Values.Text(name) == own.Values.Text(name) {
				continue
			}
			changed++
			if name == "freeze" {
				if ms, _ := own.Scenario.Params[i].Parse(v.Values.Text(name)); ms < 8000 && v.Run.Verdict.Kind != "safe" {
					t.Errorf("a freeze of %s is %s", v.Value, v.Run.Verdict.Kind)
				}
			}
		}
		if changed != 1 || v.Value == v.Was {
			t.Errorf("variation %d changes %d settings, %s from %q to %q", n, changed, v.Param, v.Was, v.Value)
		}
		again, err := Of(l, lessons.FigureRun{Figure: p.Run.Figure, Set: v.Set, Tape: p.Run.Tape})
		if err != nil || !again.same(v.Setting) {
			t.Errorf("variation %d is not what its settings say: %v", n, err)
		}
	}
	for kind, times := range came {
		if times < 40/len(came)-1 {
			t.Errorf("%s came %d times of 40: %v", kind, times, came)
		}
	}
	if len(came) < 2 {
		t.Errorf("only %v can come", came)
	}
}

// Every prediction that is built in can be asked again with another setting, or
// says that it cannot.
func TestVaryEveryPrediction(t *testing.T) {
	lib, problems := lessons.Load(content.FS)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	varied := 0
	for _, l := range lib.Lessons() {
		for _, p := range l.Predicts() {
			v, ok := Vary(l, p, 3)
			if !ok {
				t.Logf("%s/%s is asked as it stands", l.Slug, p.ID)
				continue
			}
			varied++
			if again, _ := Vary(l, p, 3); again.Value != v.Value || again.Run.Verdict.Kind != v.Run.Verdict.Kind {
				t.Errorf("%s/%s: two variations of one number", l.Slug, p.ID)
			}
		}
	}
	if varied < 5 {
		t.Errorf("%d predictions can be varied", varied)
	}
}
