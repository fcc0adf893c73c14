package sim_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"fencepost/sim"

	"github.com/google/go-cmp/cmp"
)

// script is a model made of two functions, for tests of the engine.
type script struct {
	start  func(w *sim.World)
	handle func(w *sim.World, e sim.Event)
}

func (s *script) Start(w *sim.World, _ *sim.Values) { s.start(w) }

func (s *script) Handle(w *sim.World, e sim.Event) {
	if s.handle != nil {
		s.handle(w, e)
	}
}

// scenario wraps a script: entries say their kind's word and number.
func scenario(s script) *sim.Scenario {
	return &sim.Scenario{
		Name:        "script",
		Actors:      []sim.Actor{{ID: "x", Name: "X"}, {ID: "y", Name: "Y"}},
		Kinds:       []string{"event", "arrival"},
		States:      []string{"state"},
		Verdicts:    []sim.VerdictWord{{Kind: "safe", Word: "Safe"}},
		New:         func() sim.Model { return &s },
		Judge:       func(*sim.Trace) sim.Judgement { return sim.AllHold() },
		Text:        func(m sim.Mark) string { return fmt.Sprint(m.Arg[0]) },
		SpanText:    func(s sim.SpanMark) string { return fmt.Sprint(s.Arg[0]) },
		MessageText: func(m sim.MessageMark) string { return fmt.Sprint(m.Arg[0]) },
		Sentence:    func(*sim.Trace, sim.Judgement) string { return "" },
	}
}

// log is the trace as "time text" pairs.
func log(r sim.Run) string {
	var out []string
	for _, e := range r.Entries {
		out = append(out, fmt.Sprintf("%d:%s", e.At, e.Text))
	}
	return strings.Join(out, " ")
}

// recordEvent writes an event's number into the trace.
func recordEvent(w *sim.World, e sim.Event) { w.Record(0, 0, -1, sim.Args{int64(e.N)}) }

func run(s script) sim.Run { return scenario(s).Run(sim.Values{}, nil) }

func TestEventsHappenByTimeRankAndOrderOfScheduling(t *testing.T) {
	got := log(run(script{
		start: func(w *sim.World) {
			w.Schedule(20, sim.Event{N: 1, Rank: 1})
			w.Schedule(10, sim.Event{N: 2, Rank: 1})
			w.Schedule(20, sim.Event{N: 3})
			w.Schedule(20, sim.Event{N: 4, Rank: 1})
			w.Schedule(-5, sim.Event{N: 5})
		},
		handle: recordEvent,
	}))
	if want := "0:5 10:2 20:3 20:1 20:4"; got != want {
		t.Errorf("order %q, want %q", got, want)
	}
}

func TestACancelledEventDoesNotHappen(t *testing.T) {
	var first, second bool
	got := log(run(script{
		start: func(w *sim.World) {
			w.Schedule(10, sim.Event{N: 1})
			ticket := w.Schedule(20, sim.Event{N: 2})
			w.Schedule(30, sim.Event{N: 3})
			first, second = w.Cancel(ticket), w.Cancel(ticket)
			if w.Cancel(sim.Ticket{}) {
				t.Error("the zero ticket cancelled something")
			}
		},
		handle: recordEvent,
	}))
	if want := "10:1 30:3"; got != want || !first || second {
		t.Errorf("log %q, cancelled %v then %v; want %q, true then false", got, first, second, want)
	}
}

func TestTimeHoldsAtTheEndsOfItsType(t *testing.T) {
	for _, c := range []struct{ a, b, sum, difference sim.Millis }{
		{math.MaxInt64, 1, math.MaxInt64, math.MaxInt64 - 1},
		{math.MinInt64, -1, math.MinInt64, math.MinInt64 + 1},
		{math.MinInt64, 1, math.MinInt64 + 1, math.MinInt64},
		{0, math.MinInt64, math.MinInt64, math.MaxInt64},
		{math.MaxInt64, math.MinInt64, -1, math.MaxInt64},
		{2, 3, 5, -1},
	} {
		if got := c.a.Add(c.b); got != c.sum {
			t.Errorf("%d + %d = %d, want %d", c.a, c.b, got, c.sum)
		}
		if got := c.a.Sub(c.b); got != c.difference {
			t.Errorf("%d - %d = %d, want %d", c.a, c.b, got, c.difference)
		}
	}
}

func TestAnEventAtTheEndOfTimeCutsTheRun(t *testing.T) {
	r := run(script{
		start: func(w *sim.World) { w.Schedule(5, sim.Event{}) },
		handle: func(w *sim.World, _ sim.Event) {
			w.After(math.MaxInt64, sim.Event{})
			w.Schedule(math.MaxInt64, sim.Event{})
		},
	})
	if r.Verdict.Kind != "cut" || r.End != 5 || !strings.Contains(r.Cut, "86400\u00a0s") {
		t.Errorf("verdict %q at %v: %q; want a cut at 5 ms that names the bound of 86400 s", r.Verdict.Kind, r.End, r.Cut)
	}
}

func TestTheBoundsThemselvesAreWithinBounds(t *testing.T) {
	s := scenario(script{
		start: func(w *sim.World) {
			w.Choose("Which?", []string{"left", "right"})
			w.Schedule(10, sim.Event{})
			w.Schedule(20, sim.Event{})
		},
		handle: recordEvent,
	})
	s.Limits = sim.Limits{Events: 2, Until: 20, Choices: 1, Entries: 2}
	if r := s.Run(sim.Values{}, nil); r.Cut != "" || r.End != 20 {
		t.Errorf("cut at %v: %q", r.End, r.Cut)
	}
}

func TestEndlessModelsAreCutOff(t *testing.T) {
	again := func(w *sim.World) { w.After(0, sim.Event{}) }
	two := []string{"left", "right"}
	for _, c := range []struct {
		name   string
		handle func(w *sim.World, e sim.Event)
		want   string
	}{
		{"at one instant", func(w *sim.World, _ sim.Event) { again(w) }, "after 4096 events"},
		{"in time", func(w *sim.World, _ sim.Event) { w.After(3600*sim.Second, sim.Event{}) }, "at 86400\u00a0s of virtual time"},
		{"asking", func(w *sim.World, _ sim.Event) { w.Choose("Which?", two); again(w) }, "after 256 choices"},
		{"talking", func(w *sim.World, e sim.Event) { recordEvent(w, e); again(w) }, "after 2048 entries"},
		{"changing", func(w *sim.World, _ sim.Event) { w.Enter(0, 0, 0, sim.Pair{}); again(w) }, "after 2048 entries"},
		{"telling", func(w *sim.World, _ sim.Event) { w.Told(0, 1, 0, sim.Pair{}, -1); again(w) }, "after 2048 entries"},
		{"sending", func(w *sim.World, _ sim.Event) { w.Send(0, 1, 0, sim.Pair{}, sim.Link{}) }, "after 2048 entries"},
		{"within one event", func(w *sim.World, e sim.Event) {
			for !w.Stopped() {
				recordEvent(w, e)
			}
		}, "after 2048 entries"},
	} {
		r := run(script{start: again, handle: c.handle})
		if r.Verdict.Kind != "cut" || !strings.Contains(r.Cut, c.want) || r.Verdict.Sentence != r.Cut {
			t.Errorf("endless %s: verdict %q, %q; want cut %q", c.name, r.Verdict.Kind, r.Cut, c.want)
		}
	}
}

func TestNothingChangesAfterARunIsCutOff(t *testing.T) {
	s := scenario(script{
		start: func(w *sim.World) {
			span := w.Enter(0, 0, 0, sim.Pair{})
			msg := w.Told(0, 1, 0, sim.Pair{}, -1)
			w.Choose("Which?", []string{"left", "right"})
			w.Choose("Which?", []string{"left", "right"})
			w.Record(0, 0, -1, sim.Args{})
			w.Until(span, 7)
			w.Settle(msg, sim.Rejected, 0)
		},
	})
	s.Limits.Choices = 1
	r := s.Run(sim.Values{}, nil)
	if len(r.Entries) != 0 || r.Spans != nil && r.Spans[0].To == 7 || r.Messages[0].Fate != sim.Delivered {
		t.Errorf("after the cut: %d entries, spans %v, messages %v", len(r.Entries), r.Spans, r.Messages)
	}
}

func TestAMessageArrivesIsLostOrArrivesTwice(t *testing.T) {
	s := scenario(script{
		start: func(w *sim.World) {
			w.Send(0, 1, 0, sim.Pair{9}, sim.Link{Delay: 40, Lossy: true, Twice: true, Question: "What becomes of it?", SentEntry: -1})
		},
		handle: func(w *sim.World, e sim.Event) {
			w.Settle(e.Message, sim.Taken, w.Record(e.Actor, 1, -1, sim.Args{w.Message(e.Message).Arg[0]}))
		},
	})
	for _, c := range []struct {
		tape  []int
		log   string
		fates []sim.Fate
	}{
		{nil, "40:9", []sim.Fate{sim.Accepted}},
		{[]int{0}, "40:9", []sim.Fate{sim.Accepted}},
		{[]int{1}, "", []sim.Fate{sim.Lost}},
		{[]int{2}, "40:9 40:9", []sim.Fate{sim.Accepted, sim.Accepted}},
	} {
		r := s.Run(sim.Values{}, c.tape)
		var fates []sim.Fate
		for _, m := range r.Messages {
			fates = append(fates, m.Fate)
		}
		if diff := cmp.Diff(c.fates, fates); diff != "" || log(r) != c.log {
			t.Errorf("tape %v: log %q, want %q; fates:\n%s", c.tape, log(r), c.log, diff)
		}
	}
}

func TestAMessageUnderWayIsSaidToBe(t *testing.T) {
	s := scenario(script{
		start: func(w *sim.World) {
			w.Send(0, 1, 0, sim.Pair{}, sim.Link{Delay: 40})
			w.Choose("Which?", []string{"left", "right"})
		},
	})
	if r := s.RunUntilAsked(sim.Values{}, nil); r.Messages[0].Fate != sim.Travels {
		t.Errorf("fate %q, want %q", r.Messages[0].Fate, sim.Travels)
	}
}

func TestABarEndsWhenItIsLeftOrWhenItWasSaidTo(t *testing.T) {
	r := run(script{
		start: func(w *sim.World) {
			w.Until(w.Enter(0, 0, 1, sim.Pair{1}), 30)
			w.Enter(1, 0, 1, sim.Pair{2})
			w.Schedule(10, sim.Event{})
		},
		handle: func(w *sim.World, _ sim.Event) {
			w.Leave(w.Enter(0, 0, 0, sim.Pair{3})) // no time long: not shown
			w.Leave(-1)
			w.Until(-1, 4)
			w.Until(99, 4)
		},
	})
	want := []sim.Span{
		{Actor: "x", State: "state", Holder: "y", From: 0, To: 30, Label: "1"},
		{Actor: "y", State: "state", Holder: "y", From: 0, To: 5000, Label: "2"},
	}
	if diff := cmp.Diff(want, r.Spans); diff != "" {
		t.Errorf("spans (want -, got +):\n%s", diff)
	}
}
