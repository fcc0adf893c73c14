package sim_test

import (
	"strings"
	"testing"

	"fencepost/sim"

	"github.com/google/go-cmp/cmp"
)

// flips asks n times for one of three and records each answer.
func flips(n int) *sim.Scenario {
	s := scenario(script{
		start: func(w *sim.World) {
			for range n {
				w.Record(0, 0, -1, sim.Args{int64(w.Choose("Which?", []string{"a", "b", "c"}))})
			}
		},
	})
	s.Invariants = []sim.Invariant{{Name: "no_c"}, {Name: "no_second_b"}}
	s.Verdicts = []sim.VerdictWord{{Kind: "safe"}, {Kind: "unsafe"}}
	s.Judge = func(t *sim.Trace) sim.Judgement {
		j, bs := sim.AllHold(), 0
		for i, m := range t.Marks {
			switch m.Arg[0] {
			case 1:
				if bs++; bs == 2 {
					j.Break(1, i)
				}
			case 2:
				j.Break(0, i)
				j.Verdict = 1
			}
		}
		return j
	}
	return s
}

func TestTheTapeAnswersAndThenTheFirstOptionDoes(t *testing.T) {
	r := flips(3).Run(sim.Values{}, []int{2, 1})
	if want := "0:2 0:1 0:0"; log(r) != want {
		t.Errorf("log %q, want %q", log(r), want)
	}
	if diff := cmp.Diff([]int{2, 1, 0}, r.Tape); diff != "" {
		t.Errorf("tape (want -, got +):\n%s", diff)
	}
	want := sim.Choice{Label: "Which?", Options: []string{"a", "b", "c"}, Picked: 1, At: 0, Entry: 1}
	if diff := cmp.Diff(want, r.Choices[1]); diff != "" {
		t.Errorf("second choice (want -, got +):\n%s", diff)
	}
}

func TestAnAnswerBeyondTheOptionsIsTheLast(t *testing.T) {
	r := flips(2).Run(sim.Values{}, []int{99, -1})
	if diff := cmp.Diff([]int{2, 0}, r.Tape); diff != "" {
		t.Errorf("tape (want -, got +):\n%s", diff)
	}
}

func TestAskingStopsAtTheFirstOpenChoice(t *testing.T) {
	r := flips(3).RunUntilAsked(sim.Values{}, []int{1})
	if log(r) != "0:1" || r.Pending == nil || r.Pending.Picked != -1 || r.Pending.Entry != 1 || r.Verdict.Kind != "open" {
		t.Errorf("log %q, pending %+v, verdict %q", log(r), r.Pending, r.Verdict.Kind)
	}
	if r := flips(1).RunUntilAsked(sim.Values{}, []int{1}); r.Pending != nil || r.Verdict.Kind != "safe" {
		t.Errorf("with every answer given: pending %+v, verdict %q", r.Pending, r.Verdict.Kind)
	}
}

func TestASingleOptionIsNoChoice(t *testing.T) {
	r := run(script{start: func(w *sim.World) { w.Choose("Which?", []string{"only"}); w.Choose("Which?", nil) }})
	if len(r.Choices) != 0 {
		t.Errorf("asked %d times", len(r.Choices))
	}
}

// Of the 3 x 3 tapes, those with a 2 break no_c: 9 - 2 x 2 = 5. The shortest is
// "2". Only 1.1 breaks no_second_b.
func TestExploreRunsEveryTapeOnce(t *testing.T) {
	got := flips(2).Explore(sim.Values{}, 1000)
	want := sim.Exploration{
		Runs: 9, Complete: true, Counts: []sim.Count{{Kind: "safe", N: 4}, {Kind: "unsafe", N: 5}},
		Broken: []sim.Counterexample{
			{Invariant: "no_c", Tape: []int{2}, Entry: 0, N: 5},
			{Invariant: "no_second_b", Tape: []int{1, 1}, Entry: 1, N: 1},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("exploration (want -, got +):\n%s", diff)
	}
}

func TestExploreStopsAtItsBound(t *testing.T) {
	if got := flips(5).Explore(sim.Values{}, 10); got.Runs != 10 || got.Complete {
		t.Errorf("%d runs, complete %v; want 10 and false", got.Runs, got.Complete)
	}
	if got := flips(0).Explore(sim.Values{}, 0); got.Runs != 1 || !got.Complete {
		t.Errorf("without choices: %d runs, complete %v; want 1 and true", got.Runs, got.Complete)
	}
}

func TestParseTape(t *testing.T) {
	for text, want := range map[string][]int{
		"": nil, " ": nil, "0": {0}, "0.2.1": {0, 2, 1}, "0,2,1": {0, 2, 1}, "1.": {1}, "65535": {65535},
	} {
		if got, err := sim.ParseTape(text); err != nil || !cmp.Equal(got, want) {
			t.Errorf("ParseTape(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"x", "-1", "1.x", "1 2", "65536", "1e3", strings.Repeat("1.", 257), strings.Repeat("0", 5000)} {
		if got, err := sim.ParseTape(text); err == nil {
			t.Errorf("ParseTape(%.20q) = %v, want an error", text, got)
		}
	}
}
