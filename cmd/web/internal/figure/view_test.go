package figure

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
	"fencepost/views"
)

// viewOf is the figure for a page's query.
func viewOf(t *testing.T, s *Stage, query string) *views.Figure {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return s.View(q)
}

// The run of the lesson: A takes the lease at 0 s with 33 and is frozen from 2
// to 14 s; B has it from 10 s to 20 s with 34 and writes at 11 s; A writes at
// 14 s. Time runs to 35 s, since the longest freeze ends at 32 s.
func TestTheLessonsRunIsDrawnToScale(t *testing.T) {
	f := viewOf(t, leaseStage(t), "")
	if f.Plot.Height != 384 || f.Plot.Axis != 334 {
		t.Errorf("height %d, axis at %d; four lanes make 384 and 334", f.Plot.Height, f.Plot.Axis)
	}
	for _, want := range []views.Shape{
		{Form: "bar", Class: "v-a", X: 0, X2: 2857, Y: 57, H: 22},          // A's lease: 10 s of 35
		{Form: "bar", Class: "v-frozen", X: 571, X2: 3429, Y: 52, H: 32},   // 2 s to 14 s
		{Form: "bar", Class: "v-a", X: 571, X2: 2286, Y: 79, H: 5},         // still the owner, frozen
		{Form: "bar", Class: "v-belief a", X: 2857, X2: 1143, Y: 79, H: 5}, // believes from 10 s to 14 s
		{Form: "bar", Class: "v-b", X: 2857, X2: 2857, Y: 129, H: 22},      // B's lease
		{Form: "bar", Class: "v-b", X: 2857, X2: 2857, Y: 207, H: 10},      // the same at the lease service
		{Form: "bar", Class: "v-reg", X: 0, X2: 3143, Y: 275, H: 18},       // storage holds nothing for 11 s
	} {
		if !slices.Contains(f.Plot.Marks, want) {
			t.Errorf("not drawn: %+v", want)
		}
	}
	var times []string
	for _, e := range f.Events {
		times = append(times, e.Time)
	}
	if diff := cmp.Diff([]string{"0\u00a0s", "2\u00a0s", "10\u00a0s", "10\u00a0s", "11\u00a0s", "11\u00a0s", "14\u00a0s", "14\u00a0s"}, times); diff != "" {
		t.Errorf("times of the events:\n%s", diff)
	}
	if f.Verdict.Kind != "unsafe" || f.Verdict.Swatch != "c-unsafe" || f.Verdict.Glyph != "g-no" {
		t.Errorf("verdict %+v", f.Verdict)
	}
}

func TestAnAddressIsReadAndClampedWithANote(t *testing.T) {
	s := leaseStage(t)
	for _, c := range []struct {
		query, self string
		notes       int
	}{
		{"", "freeze=12s&fencing=off&step=1", 0},
		{"freeze=9s&fencing=on&step=5", "freeze=9s&fencing=on&step=5", 0},
		{"freeze=9&fencing=off&fencing=on", "freeze=9s&fencing=on&step=1", 0}, // as the form sends it
		{"freeze=99s", "freeze=30s&fencing=off&step=1", 1},
		{"freeze=-5s", "freeze=0s&fencing=off&step=1", 1},
		{"freeze=long&fencing=maybe", "freeze=12s&fencing=off&step=1", 2},
		{"step=9", "freeze=12s&fencing=off&step=8", 1},
		{"step=0", "freeze=12s&fencing=off&step=1", 1},
		{"step=-9223372036854775808", "freeze=12s&fencing=off&step=1", 1},
		{"step=two", "freeze=12s&fencing=off&step=1", 1},
		{"lease=14s&step=2", "freeze=12s&fencing=off&lease=14s&step=2", 0},
		{"lease=10s", "freeze=12s&fencing=off&step=1", 0}, // as it is of itself: left out
		{"tape=0.x", "freeze=12s&fencing=off&step=1", 1},
		{"theme=dark", "freeze=12s&fencing=off&step=1", 0},
		{"freeze=99999999999999999999s", "freeze=30s&fencing=off&step=1", 1},
	} {
		f := viewOf(t, s, c.query)
		if want := testPage + "?" + c.self + "#simulator"; f.Self != want {
			t.Errorf("%s: the address is %s, want %s", c.query, f.Self, want)
		}
		if len(f.Notes) != c.notes {
			t.Errorf("%s: notes %q, want %d", c.query, f.Notes, c.notes)
		}
	}
}

func TestEveryAddressLeadsBackToItself(t *testing.T) {
	s := leaseStage(t)
	f := viewOf(t, s, "freeze=12s&fencing=on&lease=8s&crash=on&check=on&step=3")
	addresses := []string{f.First, f.Back, f.Next, f.Last, f.Self, f.Reset}
	for _, e := range f.Events {
		addresses = append(addresses, e.Href)
	}
	for _, o := range f.Others {
		addresses = append(addresses, o.Href)
	}
	for _, p := range f.Map.Panels {
		for _, c := range p.Cells {
			addresses = append(addresses, c.Href)
		}
	}
	for _, a := range addresses {
		u, err := url.Parse(a)
		if err != nil {
			t.Fatal(err)
		}
		if g := s.View(u.Query()); g.Self != a || len(g.Notes) > 0 {
			t.Errorf("%s leads to %s, notes %q", a, g.Self, g.Notes)
		}
	}
}

func TestASecondFigureHasKeysOfItsOwnAndKeepsTheFirsts(t *testing.T) {
	l := leaseLesson(nil)
	l.Steps[0].Blocks = append(l.Steps[0].Blocks, &lessons.Figure{Scenario: "queue", ID: "slow"})
	both, err := Prepare(l, testPage)
	if err != nil {
		t.Fatal(err)
	}
	const query = "freeze=9s&step=2&slow.pause=5s&slow.step=3&other=1"
	first, second := viewOf(t, both[0], query), viewOf(t, both[1], query)
	if want := testPage + "?freeze=9s&fencing=off&step=2&slow.pause=5s&slow.step=3#simulator"; first.Self != want {
		t.Errorf("first: %s, want %s", first.Self, want)
	}
	if !strings.HasPrefix(second.Self, testPage+"?slow.pause=5s&") || !strings.HasSuffix(second.Self, "&slow.step=3&freeze=9s&step=2#slow") {
		t.Errorf("second: %s", second.Self)
	}
	kept := []views.Field{{Name: "freeze", Value: "9s"}, {Name: "step", Value: "2"}}
	if diff := cmp.Diff(kept, second.Kept); diff != "" {
		t.Errorf("kept by the second's form:\n%s", diff)
	}
}

func TestPrepareSaysWhatDoesNotExist(t *testing.T) {
	for _, c := range []struct {
		figure lessons.Figure
		want   string
	}{
		{lessons.Figure{Scenario: "leese", ID: "x"}, `figure x of leases: no scenario "leese"`},
		{lessons.Figure{Scenario: "lease", ID: "x", Show: map[string]string{"frieze": "1s"}}, `figure x of leases: no parameter "frieze"`},
		{lessons.Figure{Scenario: "lease", ID: "x", Controls: []string{"frieze"}}, `figure x of leases: no parameter "frieze"`},
	} {
		l := &lessons.Lesson{Slug: "leases", Steps: []lessons.Step{{Blocks: []lessons.Block{&c.figure}}}}
		if _, err := Prepare(l, testPage); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %s", c.figure, err, c.want)
		}
	}
}

func TestAReaderDecidesStepByStep(t *testing.T) {
	l := leaseLesson(nil)
	l.Steps[0].Blocks = []lessons.Block{&lessons.Figure{Scenario: "lostupdate", ID: "row"}}
	all, err := Prepare(l, testPage)
	if err != nil {
		t.Fatal(err)
	}
	s := all[0]
	open := viewOf(t, s, "tape=.").Scheduler
	if open == nil || open.Ask != "Who goes next?" || len(open.Options) != 2 || open.Undo != "" {
		t.Fatalf("at the beginning: %+v", open)
	}
	// A reads, B reads, A decides: then B may decide or A may write.
	f := viewOf(t, s, "tape=0.1.0")
	if got := f.Scheduler; len(got.Made) != 3 || !strings.Contains(got.Undo, "tape=0.1&") && !strings.Contains(got.Undo, "tape=0.1#") {
		t.Errorf("after three choices: %+v", got)
	}
	if f.Step != len(f.Events) || f.Step != 3 {
		t.Errorf("step %d of %d: the newest is shown", f.Step, len(f.Events))
	}
	if f.Verdict.Word != "Undecided" {
		t.Errorf("verdict %q while the run waits", f.Verdict.Word)
	}
	// To the end: both read 100, A writes 110, B writes 120 over it.
	if got := viewOf(t, s, "tape=0.1.0.1.0.1"); got.Verdict.Kind != "unsafe" || got.Scheduler.Ask != "" {
		t.Errorf("both read before either wrote: %+v, %+v", got.Verdict, got.Scheduler)
	}
	// Twenty orders of two clients with three steps each: 6! / (3! 3!).
	if m := viewOf(t, s, "").Map; !strings.Contains(m.Intro, "20 orders") {
		t.Errorf("orders: %q", m.Intro)
	}
}

// The main controls' runs travel with the page, and must stay small.
func TestRunsOfTheMainControlsAreSmall(t *testing.T) {
	s := leaseStage(t)
	for _, coding := range []string{"br", "gzip"} {
		body, got := s.Packed(url.Values{"all": {"1"}}, func(c string) bool { return c == coding })
		if got != coding || len(body) > 10_000 {
			t.Errorf("%d bytes as %q; at most 10,000 wanted as %s", len(body), got, coding)
		}
		t.Logf("%d bytes as %s", len(body), coding)
	}
	body, immutable, err := s.Answer(url.Values{"v": {s.version}, "all": {"1"}})
	if err != nil || !immutable || string(body) != string(s.runs) {
		t.Errorf("under its own version: immutable %v, error %v", immutable, err)
	}
	if _, immutable, _ := s.Answer(url.Values{"v": {"old"}, "all": {"1"}}); immutable {
		t.Error("under another version it may change")
	}
}

func BenchmarkView(b *testing.B) {
	s := leaseStage(b)
	q := url.Values{"freeze": {"12s"}, "fencing": {"off"}, "step": {"5"}}
	b.ReportAllocs()
	for b.Loop() {
		s.View(q)
	}
}

func BenchmarkPrepare(b *testing.B) {
	l := leaseLesson(nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Prepare(l, testPage); err != nil {
			b.Fatal(err)
		}
	}
}
