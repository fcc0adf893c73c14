package site

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/store"
	"fencepost/views"
)

// found is a finding with evidence as pairs of bytes.
func found(id string, v grade.Verdict, ends ...int) grade.Finding {
	f := grade.Finding{ID: id, Verdict: v}
	for i := 0; i < len(ends); i += 2 {
		f.Evidence = append(f.Evidence, grade.Range{Start: ends[i], End: ends[i+1]})
	}
	return f
}

func TestHeadingAndLede(t *testing.T) {
	c, u, m, x := grade.Covered, grade.Unsure, grade.Missing, grade.Contradicted
	for _, tt := range []struct {
		verdicts      []grade.Verdict
		heading, lede string
	}{
		{nil, "This explanation has no points to compare with", ""},
		{[]grade.Verdict{c}, "The one point is clear", "Everything that a strong answer says is in yours."},
		{[]grade.Verdict{c, c}, "Both points are clear", "Everything that a strong answer says is in yours."},
		{[]grade.Verdict{c, c, c}, "All three points are clear", "Everything that a strong answer says is in yours."},
		{[]grade.Verdict{m, m, m}, "None of the three points is clear yet", "Three are not in it yet."},
		{[]grade.Verdict{c, m}, "One of two points is clear", "One is not in it yet."},
		{
			[]grade.Verdict{c, c, c, c, u, m, x},
			"Four of seven points are clear",
			"One is nearly there, one is not in it yet and one is said the other way round.",
		},
		{[]grade.Verdict{c, u, u}, "One of three points is clear", "Two are nearly there."},
	} {
		var r reading
		for _, v := range tt.verdicts {
			r.result.Points = append(r.result.Points, grade.Finding{Verdict: v})
		}
		if got := r.heading(); got != tt.heading {
			t.Errorf("%v: heading %q, want %q", tt.verdicts, got, tt.heading)
		}
		if got := r.lede(); got != tt.lede {
			t.Errorf("%v: lede %q, want %q", tt.verdicts, got, tt.lede)
		}
	}
}

// rubric has two points, and a misconception that denies the second.
func rubric() *lessons.Rubric {
	return &lessons.Rubric{
		Version: "v2",
		Points: []lessons.KeyPoint{
			{ID: "rises", Name: "The token rises", Hint: "Which is newer?", Statement: "Each grant carries a higher token."},
			{ID: "alone", Name: "The lease is not enough", Hint: "Who has not heard?", Statement: "A paused owner may still write."},
		},
		Misconceptions: []lessons.Misconception{
			{ID: "service_stops", Name: "The service stops the owner", Wrong: "It cannot reach it.", Contradicts: []string{"alone"}},
			{ID: "clock_fixes", Name: "Clocks in step are enough", Wrong: "A pause has no clock."},
		},
	}
}

// 0         1         2         3
// 0123456789012345678901234567890123456
const studentText = "it goes up, and the service stops it"

func TestPoints(t *testing.T) {
	r := reading{
		text: studentText, rubric: rubric(), revealed: true,
		result: grade.Result{
			Rubric: "v2",
			Points: []grade.Finding{
				found("rises", grade.Covered, 0, 10),
				found("alone", grade.Contradicted, 16, 36),
				found("gone", grade.Unsure, 0, 2),
			},
			Misconceptions: []grade.Finding{
				found("service_stops", grade.Present, 16, 36),
				found("clock_fixes", grade.Unsure, 3, 7),
				found("taken_away", grade.Present, 12, 15),
				found("never", grade.Missing),
			},
			Flags: []grade.Flag{grade.KeywordList, grade.Gaming},
		},
		disputes: []store.Dispute{
			{Item: "alone", Claim: didSay, Reason: "Look again."},
			{Item: "clock_fixes", Claim: notMeant},
		},
	}
	var v views.Result
	r.fill(&v)
	wantPoints := []views.Point{
		{
			N: 1, ID: "rises", Verdict: "covered", Name: "The token rises",
			Quotes: []string{"it goes up"}, Model: "Each grant carries a higher token.",
		},
		{
			N: 2, ID: "alone", Verdict: "contradicted", Name: "The lease is not enough",
			Quotes: []string{"the service stops it"}, Hint: "Who has not heard?", Model: "A paused owner may still write.",
			Disputed: "You said: “I did say this.” Look again.",
			Mixup: &views.Mixup{
				ID: "service_stops", Verdict: "present", Name: "The service stops the owner",
				Wrong: "It cannot reach it.", Quotes: []string{"the service stops it"},
			},
		},
		{
			N: 3, ID: "gone", Verdict: "unsure", Name: "A point that this lesson no longer asks for (gone)",
			Quotes: []string{"it …"},
		},
	}
	if diff := cmp.Diff(wantPoints, v.Points); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
	wantMixups := []views.Mixup{
		{
			ID: "clock_fixes", Verdict: "unsure", Name: "Clocks in step are enough", Wrong: "A pause has no clock.",
			Quotes: []string{"goes …"}, Disputed: "You said: “I did not mean that.”",
		},
		{
			ID: "taken_away", Verdict: "present", Name: "A mix-up that this lesson no longer names (taken_away)",
			Quotes: []string{"and …"},
		},
	}
	if diff := cmp.Diff(wantMixups, v.Misconceptions); diff != "" {
		t.Errorf("mix-ups (-want +got):\n%s", diff)
	}
	wantTally := []views.Tally{{Verdict: "covered", N: 1}, {Verdict: "unsure", N: 1}, {Verdict: "contradicted", N: 1}}
	if diff := cmp.Diff(wantTally, v.Tally); diff != "" {
		t.Errorf("tally (-want +got):\n%s", diff)
	}
	if len(v.Gates) != 1 {
		t.Errorf("gates %q, want the one of the keyword list", v.Gates)
	}
}

func TestModelPointsOnlyOnRequest(t *testing.T) {
	r := reading{text: studentText, rubric: rubric(), result: grade.Result{Rubric: "v2", Points: []grade.Finding{found("rises", grade.Missing)}}}
	if p := r.points()[0]; p.Model != "" || p.Hint == "" {
		t.Errorf("before the request: model %q, hint %q", p.Model, p.Hint)
	}
}

func TestResultOutlivesItsRubric(t *testing.T) {
	for name, k := range map[string]*lessons.Rubric{"edited": rubric(), "gone": nil} {
		r := reading{text: studentText, rubric: k, result: grade.Result{
			Rubric:         "v1",
			Points:         []grade.Finding{found("rises", grade.Covered, 0, 10), found("alone", grade.Contradicted, 16, 36)},
			Misconceptions: []grade.Finding{found("service_stops", grade.Present, 16, 36)},
		}}
		var v views.Result
		r.fill(&v)
		if len(v.Points) != 2 || v.Points[0].Quotes[0] != "it goes up" {
			t.Errorf("%s: points %+v", name, v.Points)
		}
		if (len(v.Gates) == 1) != (k != nil) {
			t.Errorf("%s: gates %q", name, v.Gates)
		}
		// Without a rubric nothing says what contradicts what: it stands by itself.
		if got := len(v.Misconceptions); got != count(k == nil) {
			t.Errorf("%s: %d mix-ups by themselves", name, got)
		}
	}
}

func TestMissingPointsMarkNoWords(t *testing.T) {
	r := reading{text: studentText, result: grade.Result{Points: []grade.Finding{found("a", grade.Missing, 0, 5)}}}
	if got := r.spans(); len(got) != 0 {
		t.Errorf("spans %v", got)
	}
}

func TestEveryFlagButGamingSpeaks(t *testing.T) {
	for _, f := range []grade.Flag{grade.TooShort, grade.Copied, grade.KeywordList, grade.Repetition, grade.Addressed, grade.OffTopic, "one_of_tomorrow"} {
		if len(gates([]grade.Flag{f})) != 1 {
			t.Errorf("%s says nothing", f)
		}
	}
}

func TestHistory(t *testing.T) {
	of := func(id string, after bool, points ...grade.Finding) scored {
		a := scored{Explanation: store.Explanation{ID: id, Text: id, AfterReveal: after, AtMS: 1764427200000}}
		if points != nil {
			a.result = &grade.Result{Points: points}
		}
		return a
	}
	c, m := grade.Covered, grade.Missing
	rows := history(links{base: "/learn"}, []scored{
		of("one", false, found("a", c), found("b", m), found("c", m)),
		of("two", false),
		of("three", true, found("a", m), found("b", c), found("c", c)),
		of("four", true, found("a", m), found("b", c), found("c", c)),
		of("five", true, found("b", m), found("c", c)),
	}, "three")
	want := []views.AttemptRow{
		{N: 1, Href: "/learn/explanations/one", Covered: 1, Of: 3, CoveredIDs: []string{"a"}, Text: "one"},
		{N: 2, Href: "/learn/explanations/two", Pending: true, Text: "two"},
		{
			N: 3, Covered: 2, Of: 3, CoveredIDs: []string{"b", "c"}, AfterReveal: true, Text: "three",
			Changed: "Points 2 and 3 are new. Point 1 was clear before and is not now.",
		},
		{
			N: 4, Href: "/learn/explanations/four", Covered: 2, Of: 3, CoveredIDs: []string{"b", "c"}, AfterReveal: true, Text: "four",
			Changed: "The same points are clear.",
		},
		{
			N: 5, Href: "/learn/explanations/five", Covered: 1, Of: 2, CoveredIDs: []string{"c"}, AfterReveal: true, Text: "five",
			Changed: "Point 1 was clear before and is not now.",
		},
	}
	for i := range want {
		want[i].Sent, want[i].SentMS = "2025-11-29 14:40 UTC", 1764427200000
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

func TestTheScoreInForceIsShown(t *testing.T) {
	got, err := resultOf(&store.Score{Result: json.RawMessage(`{"scorer":"2"}`)})
	if err != nil || got.Scorer != "2" {
		t.Errorf("%+v, %v; want the second", got, err)
	}
	if got, err := resultOf(nil); got != nil || err != nil {
		t.Errorf("%+v, %v; want neither", got, err)
	}
	if _, err := resultOf(&store.Score{Result: json.RawMessage("nonsense")}); err == nil {
		t.Error("nonsense was read")
	}
}

// A mix-up leads to the step of the lesson that treats it, where the lesson
// still has that step.
func TestMixupLeadsToItsStep(t *testing.T) {
	s := testSite(t, testBase)
	e := s.shelf.Edition()
	for step, want := range map[string]views.Link{
		"fencing": {Text: "Number every loan", Href: "/concepts/leases-and-fencing-tokens#fencing"},
		"gone":    {},
	} {
		r := reading{
			result: grade.Result{Misconceptions: []grade.Finding{{ID: "wrong", Verdict: grade.Present}}},
			rubric: &lessons.Rubric{Misconceptions: []lessons.Misconception{{ID: "wrong", Name: "Wrong", Step: step}}},
			step:   func(id string) views.Link { return s.stepOf(e, "leases-and-fencing-tokens", id) },
		}
		if got := r.mixups()[0].Treated; got != want {
			t.Errorf("treated in %q: %+v, want %+v", step, got, want)
		}
	}
}
