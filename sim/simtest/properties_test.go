package simtest_test

import (
	"encoding/json"
	"slices"
	"testing"

	"fencepost/sim"
	"fencepost/sim/catalog"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawValues picks any value of every parameter.
func drawValues(t *rapid.T, s *sim.Scenario) sim.Values {
	v := s.Params.Defaults()
	for i := range s.Params {
		p := &s.Params[i]
		low, _, step := p.Bounds()
		n := rapid.IntRange(0, p.Count()-1).Draw(t, p.Name)
		v = v.With(i, low+int64(n)*step)
	}
	return v
}

func drawTape(t *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 3), 0, 20).Draw(t, "tape")
}

// forEach checks a property of every scenario's runs.
func forEach(t *testing.T, property func(t *rapid.T, s *sim.Scenario, v sim.Values, tape []int)) {
	for _, s := range catalog.All() {
		t.Run(s.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, s, drawValues(t, s), drawTape(t)) })
		})
	}
}

func bytesOf(t *rapid.T, r sim.Run) string {
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A run is a pure function of parameters and tape: neither a run before in the
// same machine, nor the length of the tape past what was asked, nor writing the
// answers out, changes a byte.
func TestRunsAreDeterministic(t *testing.T) {
	machines := map[string]*sim.Machine{}
	forEach(t, func(t *rapid.T, s *sim.Scenario, v sim.Values, tape []int) {
		if machines[s.Name] == nil {
			machines[s.Name] = sim.NewMachine(s)
		}
		used := machines[s.Name]
		used.Run(v, tape)
		first := s.Run(v, tape)
		want := bytesOf(t, first)
		if got := bytesOf(t, used.Report()); got != want {
			t.Fatalf("a used machine differs:\n%s", cmp.Diff(want, got))
		}
		if got := bytesOf(t, s.Run(v, first.Tape)); got != want {
			t.Fatalf("its own tape %v leads elsewhere:\n%s", first.Tape, cmp.Diff(want, got))
		}
	})
}

// Time never runs backwards, causes come before what they cause, and every
// reference leads somewhere.
func TestTracesAreWellFormed(t *testing.T) {
	forEach(t, func(t *rapid.T, s *sim.Scenario, v sim.Values, tape []int) {
		r := s.Run(v, tape)
		if r.Cut != "" {
			t.Fatalf("cut off: %s", r.Cut)
		}
		last := sim.Millis(0)
		for i, e := range r.Entries {
			if e.At < last || e.At > r.End || e.Cause >= i || e.Cause < -1 || e.Text == "" || !slices.Contains(s.Kinds, e.Kind) {
				t.Fatalf("entry %d of %v: %+v after %v", i, v, e, last)
			}
			if !slices.ContainsFunc(r.Actors, func(a sim.Actor) bool { return a.ID == e.Actor }) {
				t.Fatalf("entry %d: no lane %q", i, e.Actor)
			}
			last = e.At
		}
		checkDrawing(t, &r)
	})
}

func checkDrawing(t *rapid.T, r *sim.Run) {
	if r.Horizon < r.End {
		t.Fatalf("the axis ends at %v, before the run at %v", r.Horizon, r.End)
	}
	for _, s := range r.Spans {
		if s.From >= s.To || s.To > r.Horizon || r.ActorName(s.Actor) == s.Actor {
			t.Fatalf("bar %+v", s)
		}
	}
	for _, m := range r.Messages {
		n := len(r.Entries)
		if m.Came < m.Sent || m.SentEntry < 0 || m.SentEntry >= n || m.CameEntry >= n || m.From == m.To {
			t.Fatalf("message %+v with %d entries", m, n)
		}
		if m.CameEntry >= 0 && r.Entries[m.CameEntry].At != m.Came {
			t.Fatalf("message %+v came at %v", m, r.Entries[m.CameEntry].At)
		}
	}
}

// The verdict follows from the findings: the best one is reached exactly if
// every invariant holds, and it names an entry that there is.
func TestVerdictsFollowFromFindings(t *testing.T) {
	forEach(t, func(t *rapid.T, s *sim.Scenario, v sim.Values, tape []int) {
		r := s.Run(v, tape)
		broken := 0
		for _, f := range r.Findings {
			if !f.Holds {
				broken++
			}
			if f.Holds != (f.At < 0) || f.At >= len(r.Entries) {
				t.Fatalf("finding %+v with %d entries", f, len(r.Entries))
			}
		}
		if (broken == 0) != (r.Verdict.Kind == "safe") {
			t.Fatalf("verdict %q with %d broken invariants", r.Verdict.Kind, broken)
		}
		if r.Verdict.Entry < 0 || r.Verdict.Entry >= len(r.Entries) || r.Verdict.Sentence == "" {
			t.Fatalf("verdict %+v with %d entries", r.Verdict, len(r.Entries))
		}
	})
}

// Once its buffers have grown a machine allocates nothing.
func TestMachinesDoNotAllocate(t *testing.T) {
	for _, s := range catalog.All() {
		m, v, tape := sim.NewMachine(s), s.Params.Defaults(), []int{1, 0, 1}
		m.Run(v, tape)
		if n := testing.AllocsPerRun(100, func() { m.Run(v, tape) }); n != 0 {
			t.Errorf("%s: %v allocations a run, want 0", s.Name, n)
		}
	}
}
