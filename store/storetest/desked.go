package storetest

import (
	"fmt"
	"testing"

	"fencepost/store"
)

// pressing fills the desk of the first cohort, the least pressing first.
func pressing(t *testing.T, s store.Store) {
	t.Helper()
	explains(t, s, sam, "calm", 10, "stale:covered token:missing")
	explains(t, s, sam, "wish", 11, "stale:covered token:missing")
	explains(t, s, sue, "gate", 12, "stale:missing token:missing||too_short copied")
	explains(t, s, sam, "oppo", 13, "stale:contradicted token:covered")
	explains(t, s, sue, "dou2", 15, "stale:covered token:unsure")
	explains(t, s, sue, "dou1", 14, "stale:covered token:covered|clocks:unsure")
	explains(t, s, sam, "disp", 16, "stale:covered token:missing")
	explains(t, s, sam, "none", 17, "")
	disputesIt(t, s, sam, "disp", "token")
	check(t, s.Want(t.Context(), byIda, []string{"wish", "unknown"}))
}

func desk(t *testing.T, o opener) {
	o.inSchool(t, "the queue is in order of what presses, then of time", func(t *testing.T, s store.Store) {
		pressing(t, s)
		want := []string{"disp dispute", "dou1 unsure", "dou2 unsure", "oppo contradicted", "gate gate", "wish wanted"}
		for _, sc := range []store.Scope{byIda, byTea, byAda} {
			same(t, on(t, s, sc, store.Filter{}), want)
			same(t, on(t, s, sc, store.Filter{Cohort: first}), want)
		}
		same(t, on(t, s, byIda, store.Filter{State: store.StateQuiet}), []string{"none", "calm"})
		same(t, on(t, s, byIda, store.Filter{State: store.StateAny}),
			[]string{"none", "disp dispute", "dou2 unsure", "dou1 unsure", "oppo contradicted", "gate gate", "wish wanted", "calm"})
		c := must[store.Counts](t)(s.DeskCounts(t.Context(), byIda, store.Filter{}))
		same(t, c, store.Counts{Total: 6, Reason: map[store.Reason]int{
			store.ReasonDispute: 1, store.ReasonUnsure: 2, store.ReasonContradicted: 1, store.ReasonGate: 1, store.ReasonWanted: 1,
		}})
		same(t, must[store.Counts](t)(s.DeskCounts(t.Context(), byIda, store.Filter{State: store.StateAny})).Total, 8)
	})
	o.inSchool(t, "its depth counts everybody's, and what nothing waits for too", func(t *testing.T, s store.Store) {
		pressing(t, s)
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k"))) // ann is in no cohort
		scored(t, s, "explanation-1", "s1", "stale:covered token:unsure")
		same(t, must[map[store.Reason]int](t)(s.Depth(t.Context())), map[store.Reason]int{
			store.ReasonDispute: 1, store.ReasonReply: 0, store.ReasonUnsure: 3, store.ReasonContradicted: 1,
			store.ReasonGate: 1, store.ReasonWanted: 1, store.ReasonAudit: 0,
		})
	})
	o.inSchool(t, "an answer says why it is there", func(t *testing.T, s store.Store) {
		pressing(t, s)
		l := must[store.Listing[store.Answer]](t)(s.Desk(t.Context(), byIda, store.Filter{Learner: own(sue)}, store.Page{}))
		same(t, l.Rows[0], store.Answer{
			ExplanationID: "dou1", LearnerID: own(sue), PersonID: sue, Name: "Sue", Lesson: leases, Excerpt: "Text of dou1 by sue.",
			AtMS: 14, State: store.StateWaiting, Reason: store.ReasonUnsure, Items: []string{"clocks"}, Signature: "stale token",
		})
		same(t, l.Rows[2].Items, []string{"too_short", "copied"})
	})
	o.inSchool(t, "filters", func(t *testing.T, s store.Store) {
		pressing(t, s)
		explains(t, s, sam, "elsewhere", 18, "stale:covered token:missing")
		for _, c := range []struct {
			name string
			f    store.Filter
			want []string
		}{
			{"reason", store.Filter{Reason: store.ReasonUnsure}, []string{"dou1 unsure", "dou2 unsure"}},
			{"student", store.Filter{Learner: own(sam)}, []string{"disp dispute", "oppo contradicted", "wish wanted"}},
			{"point and verdict", store.Filter{Lesson: leases, Item: "token", Verdict: "covered"}, []string{"dou1 unsure", "oppo contradicted"}},
			{"misconception", store.Filter{Lesson: leases, Item: "clocks", Verdict: "unsure"}, []string{"dou1 unsure"}},
			{"any verdict on it", store.Filter{Lesson: leases, Item: "clocks"}, []string{"dou1 unsure"}},
			{"point of a student", store.Filter{Lesson: leases, Item: "token", Verdict: "covered", Learner: own(sam)}, []string{"oppo contradicted"}},
			{"date", store.Filter{FromMS: 13, ToMS: 15}, []string{"dou1 unsure", "oppo contradicted"}},
			{"date, newest first", store.Filter{State: store.StateAny, FromMS: 13, ToMS: 15}, []string{"dou1 unsure", "oppo contradicted"}},
			{"another lesson", store.Filter{Lesson: quorum}, nil},
			{"another cohort", store.Filter{Cohort: second}, nil},
			{"beginnings of words", store.Filter{Text: "tex DOU"}, []string{"dou1 unsure", "dou2 unsure"}},
			{"words of no text", store.Filter{Text: "tex dou calm"}, nil},
			{"an operator is a word", store.Filter{Text: `dou1" OR "oppo`}, nil},
			{"words and a point", store.Filter{Text: "sue", Lesson: leases, Item: "token", Verdict: "unsure"}, []string{"dou2 unsure"}},
			{"mine", store.Filter{Mine: true}, nil},
		} {
			if got := on(t, s, byIda, c.f); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
			}
			n := must[store.Counts](t)(s.DeskCounts(t.Context(), byIda, c.f)).Total
			if n != len(c.want) {
				t.Errorf("%s: counted %d, want %d", c.name, n, len(c.want))
			}
		}
	})
	o.inSchool(t, "filters that mean nothing are refused", func(t *testing.T, s store.Store) {
		for _, f := range []store.Filter{
			{State: "late"},
			{Reason: "whim"},
			{Item: "token"},
			{Lesson: leases, Verdict: "covered"},
			{Lesson: leases, Item: "token", Verdict: "great"},
			{Text: "!?"},
			{Text: "a\x00b"},
		} {
			_, err := s.Desk(t.Context(), byIda, f, store.Page{})
			wantErr(t, err, store.ErrInvalid)
			_, err = s.DeskCounts(t.Context(), byIda, f)
			wantErr(t, err, store.ErrInvalid)
		}
		for _, after := range []string{"x", "1", "1.2", "1.2.3.4", "1.2.'", "99999999999999999999.1.1"} {
			_, err := s.Desk(t.Context(), byIda, store.Filter{}, store.Page{After: after})
			wantErr(t, err, store.ErrInvalid)
		}
	})
	o.inSchool(t, "search finds words of any script, however they are written", func(t *testing.T, s store.Store) {
		for i, text := range []string{"L'école can't wait", "हिन्दी में लिखा", "租约到期", "ᦵᦀᦺ x", "CASE-folded ÉCOLE2", "emoji 🦓 zebra"} {
			must[store.Explanation](t)(s.AddExplanation(t.Context(), store.Explanation{
				ID: fmt.Sprint("w", i), LearnerID: own(sam), Key: fmt.Sprint("w", i), Lesson: leases, Text: text, AtMS: int64(i),
			}))
		}
		for typed, want := range map[string]string{
			"e\u0301cole": "[w4 w0]", "ecol can't": "[w0]", "हिन्दी": "[w1]", "租约": "[w2]", "ᦵᦀᦺ": "[w3]",
			"case folded": "[w4]", "🦓 zebra": "[w5]", "NEAR(zebra emoji)": "[]", "zebra*": "[w5]", "text:zebra": "[]", "-zebra ^emoji": "[w5]",
		} {
			got := fmt.Sprint(on(t, s, byIda, store.Filter{State: store.StateQuiet, Text: typed}))
			if got != want {
				t.Errorf("%s: got %s, want %s", typed, got, want)
			}
		}
	})
	o.inSchool(t, "who learns in two cohorts of one instructor is listed once", func(t *testing.T, s store.Store) {
		check(t, s.SetMember(t.Context(), byJon, member(second, ida, store.MemberAssistant)))
		check(t, s.SetMember(t.Context(), byJon, member(second, sue, store.MemberStudent)))
		pressing(t, s)
		same(t, len(on(t, s, byIda, store.Filter{})), 6)
		same(t, must[store.Counts](t)(s.DeskCounts(t.Context(), byIda, store.Filter{})).Total, 6)
		same(t, on(t, s, byJon, store.Filter{}), []string{"dou1 unsure", "dou2 unsure", "gate gate"})
	})
	o.inSchool(t, "a later score moves an answer, never past a person's verdict", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "calm", 10, "token:unsure")
		explains(t, s, sam, "oppo", 11, "token:unsure")
		reviewsIt(t, s, byIda, "r", "oppo", 20, map[string]string{"token": "covered"})
		for _, id := range []string{"calm", "oppo"} {
			scored(t, s, id, "s2", "token:contradicted")
		}
		same(t, on(t, s, byIda, store.Filter{}), []string{"calm contradicted"})
		same(t, on(t, s, byIda, store.Filter{State: store.StateReviewed, Lesson: leases, Item: "token", Verdict: "covered"}), []string{"oppo"})
		scored(t, s, "calm", "s3", "token:covered")
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
	})
	o.inSchool(t, "one in twenty is looked at whatever the scorer says", func(t *testing.T, s store.Store) {
		for i := range 400 {
			explains(t, s, sam, fmt.Sprintf("e%03d", i), int64(i), "token:covered")
		}
		n := must[store.Counts](t)(s.DeskCounts(t.Context(), byIda, store.Filter{})).Reason[store.ReasonAudit]
		if n < 10 || n > 30 { // 20 expected, 4.4 their deviation
			t.Errorf("%d of 400 in the sample", n)
		}
	})
}

func groups(t *testing.T, o opener) {
	o.inSchool(t, "the same points in nearly the same words", func(t *testing.T, s store.Store) {
		for i, who := range []string{sam, sue, bea, sam, sue} {
			id := fmt.Sprint("g", i)
			explains(t, s, who, id, int64(i), "")
			said, wording := "stale:covered token:unsure", "lease run out"
			if i == 3 {
				wording = "other words"
			}
			if i == 4 {
				said = "stale:unsure token:unsure"
			}
			check(t, s.AddScore(t.Context(), store.Score{
				ID: "s" + id, ExplanationID: id, Rubric: "r1", Scorer: "s1", Result: result(said), Wording: wording,
			}))
		}
		g := store.Group{Lesson: leases, Signature: "stale", Wording: "lease run out", N: 2, First: "g0"}
		same(t, must[[]store.Group](t)(s.Groups(t.Context(), byIda, store.Filter{}, 9)), []store.Group{g})
		l := must[store.Listing[store.Answer]](t)(s.GroupAnswers(t.Context(), byIda, store.Filter{}, g, store.Page{}))
		same(t, []string{l.Rows[0].ExplanationID, l.Rows[1].ExplanationID}, []string{"g0", "g1"})
		all := must[[]store.Group](t)(s.Groups(t.Context(), byAda, store.Filter{}, 9))
		same(t, all[0].N, 3)
		same(t, len(must[[]store.Group](t)(s.Groups(t.Context(), byJon, store.Filter{}, 9))), 0)
		same(t, len(must[store.Listing[store.Answer]](t)(s.GroupAnswers(t.Context(), byJon, store.Filter{}, g, store.Page{})).Rows), 1)
	})
}
