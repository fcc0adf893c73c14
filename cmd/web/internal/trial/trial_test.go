package trial

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
	"fencepost/sim"
)

// Each archive in testdata is a content tree and, in the file want, what is
// wrong with its predictions and challenges, worked out by hand.
func TestExamine(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			l, want := demo(t, file)
			var problems []lessons.Problem
			for _, p := range l.Predicts() {
				problems = append(problems, Examine(l, p)...)
			}
			for _, c := range l.Checks() {
				problems = append(problems, Examine(l, c)...)
			}
			for _, c := range l.Challenges() {
				problems = append(problems, Examine(l, c)...)
			}
			var got []string
			for _, p := range problems {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), "\n"), got); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// demo is the one lesson of an archive, and the text of its file want.
func demo(t *testing.T, file string) (*lessons.Lesson, string) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tree, want := fstest.MapFS{}, ""
	for _, f := range a.Files {
		tree[f.Name] = &fstest.MapFile{Data: f.Data}
		if f.Name == "want" {
			want = string(f.Data)
			delete(tree, f.Name)
		}
	}
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatalf("the archive does not load: %v", problems)
	}
	return lib.Lessons()[0], want
}

// worlds is a lesson with a figure of each world.
func worlds() *lessons.Lesson {
	figures := []lessons.Block{
		&lessons.Figure{ID: "lease", Scenario: "lease", Show: map[string]string{"freeze": "12s", "fencing": "off"}},
		&lessons.Figure{ID: "row", Scenario: "lostupdate"},
		&lessons.Figure{ID: "queue", Scenario: "queue"},
	}
	return &lessons.Lesson{Steps: []lessons.Step{{ID: "s", Blocks: figures}}}
}

// What runs leave behind, worked by hand. Leases: B has the lease at 10 s and
// stores at 11 s; A, frozen from 2 s, writes when it wakes. The row holds 100,
// A adds 10 and B 20. A queue that shows its message again to B before A has
// posted it has it posted twice.
func TestRunsLeaveValuesBehind(t *testing.T) {
	for _, tt := range []struct {
		figure string
		set    map[string]string
		tape   string
		value  string
	}{
		{"lease", map[string]string{"freeze": "0s"}, "", "a"},
		{"lease", map[string]string{"freeze": "8.5s"}, "", "b"},
		{"lease", map[string]string{"freeze": "9s"}, "", "a"},
		{"lease", map[string]string{"freeze": "12s", "fencing": "on"}, "", "b"},
		{"lease", map[string]string{"crash": "on"}, "", "b"},
		{"row", nil, "0.0.0", "130"},
		{"row", nil, "0.1", "120"}, // A and B read 100; the rest is A's, then B's: B writes last
		{"row", nil, "1.0", "120"}, // the same with B reading first
		{"row", map[string]string{"strategy": "atomic"}, "1", "130"},
		{"queue", map[string]string{"pause": "0s"}, "", "1"},
		{"queue", map[string]string{"pause": "8s", "visibility": "10s"}, "", "2"},
		{"queue", map[string]string{"pause": "8s", "visibility": "10s", "ack": "before"}, "", "1"},
	} {
		s, err := Of(worlds(), lessons.FigureRun{Figure: tt.figure, Set: tt.set, Tape: tt.tape})
		if err != nil {
			t.Fatal(err)
		}
		if run := s.Run(); run.Final != tt.value {
			t.Errorf("%s %v, tape %q: leaves %q, want %q\n%s", tt.figure, tt.set, tt.tape, run.Final, tt.value, run.TraceText())
		}
	}
}

// The chain of the lease's late write: A stalled, which is why it woke and
// wrote, which is why storage took the write.
func TestAnOutcomeIsToldByItsCauses(t *testing.T) {
	s, err := Of(worlds(), lessons.FigureRun{Figure: "lease"})
	if err != nil {
		t.Fatal(err)
	}
	run := s.Run()
	var got []string
	for _, i := range Chain(&run, 4) {
		got = append(got, run.Entries[i].Kind)
	}
	if want := []string{"stall", "write", "accept"}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
	if at := Deciding(&run); at != 7 {
		t.Errorf("entry %d decides, want 7", at)
	}
	if got := Chain(&run, 1); !slices.Equal(got, []int{7}) {
		t.Errorf("the shortest chain is %v, want the deciding entry alone", got)
	}
}

func phrases(words ...string) []lessons.Phrase {
	var out []lessons.Phrase
	for _, w := range words {
		out = append(out, lessons.Phrase{Text: w})
	}
	return out
}

// With a lease of L and a freeze from 2 s, B has the lease at L and, working
// for W, its result in storage at L+W. The shortest freeze that loses it ends
// at that instant: L+W-2.
func TestTheShortestFreeze(t *testing.T) {
	for _, tt := range []struct {
		fixed map[string]string
		least string
	}{
		{map[string]string{}, "9s"},
		{map[string]string{"work": "3s"}, "11s"},
		{map[string]string{"lease": "6s"}, "5s"},
		{map[string]string{"lease": "6s", "work": "0.5s"}, "4.5s"},
	} {
		l := worlds()
		c := &lessons.Challenge{
			Run: lessons.FigureRun{Figure: "lease", Set: tt.fixed}, Free: phrases("freeze"),
			Goal: lessons.Outcome{Verdict: "unsafe"}, Minimise: "freeze",
		}
		start, err := Of(l, c.Run)
		if err != nil {
			t.Fatal(err)
		}
		low, high, step := start.Scenario.Params[0].Bounds()
		var solved []string
		for x := low; x <= high; x += step {
			try, err := Decide(l, c, start.Values.With(0, x), nil)
			if err != nil {
				t.Fatal(err)
			}
			if try.Solved {
				solved = append(solved, sim.Millis(x).Text())
			}
		}
		if want := []string{tt.least}; !slices.Equal(solved, want) {
			t.Errorf("with %v solved by %v, want %v", tt.fixed, solved, want)
		}
	}
}

// Of the 20 orders of A's three steps and B's three, 18 lose an update: all but
// the two in which one client is done before the other begins.
func TestTheOrderOfSixSteps(t *testing.T) {
	l := worlds()
	c := &lessons.Challenge{
		Run: lessons.FigureRun{Figure: "row"}, Free: phrases(lessons.FreeTape),
		Goal: lessons.Outcome{Breaks: "no_lost_update"},
	}
	start, err := Of(l, c.Run)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tape         []int
		solved, asks bool
	}{
		{[]int{}, false, true},
		{[]int{0, 0}, false, true},
		{[]int{0, 0, 0}, false, false}, // A is done; what is left is B's
		{[]int{1, 1, 1}, false, false},
		{[]int{0, 1, 0, 0}, true, false},
		{[]int{0, 1, 1, 1}, true, false},
		{[]int{0, 1, 0}, false, true},
	} {
		try, err := Decide(l, c, start.Values, tt.tape)
		if err != nil {
			t.Fatal(err)
		}
		if try.Solved != tt.solved || try.Asks != tt.asks || try.TooMuch || len(try.Moved) > 0 {
			t.Errorf("tape %v: solved %v, asks %v, too much %v, moved %v; want %v, %v and neither of those",
				tt.tape, try.Solved, try.Asks, try.TooMuch, try.Moved, tt.solved, tt.asks)
		}
	}
}

// What a challenge does not leave free must stay, whatever the run comes to.
func TestWhatIsNotFreeStays(t *testing.T) {
	l := worlds()
	c := &lessons.Challenge{
		Run: lessons.FigureRun{Figure: "lease", Set: map[string]string{"fencing": "off"}}, Free: phrases("freeze"),
		Goal: lessons.Outcome{Value: "a"},
	}
	start, err := Of(l, c.Run)
	if err != nil {
		t.Fatal(err)
	}
	v, err := start.Values.Set("lease", "6s")
	if err != nil {
		t.Fatal(err)
	}
	try, err := Decide(l, c, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	if try.Solved || len(try.Moved) != 1 || try.Moved[0].Name != "lease" {
		t.Errorf("solved %v, moved %v; want the lease named", try.Solved, try.Moved)
	}
	// The order of events is not free either: a tape that came along is not looked at.
	if try, err = Decide(l, c, start.Values, []int{1, 1}); err != nil || !try.Solved || len(try.Tape) > 0 {
		t.Errorf("solved %v with the tape %v, %v; want solved without", try.Solved, try.Tape, err)
	}
}

// BenchmarkDecide is one try at the lesson's challenge, the search for a
// shorter freeze included.
func BenchmarkDecide(b *testing.B) {
	l := worlds()
	c := &lessons.Challenge{
		Run: lessons.FigureRun{Figure: "lease"}, Free: phrases("freeze"),
		Goal: lessons.Outcome{Verdict: "unsafe"}, Minimise: "freeze",
	}
	start, err := Of(l, c.Run)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Decide(l, c, start.Values, nil); err != nil {
			b.Fatal(err)
		}
	}
}
