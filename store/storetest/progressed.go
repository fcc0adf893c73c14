package storetest

import (
	"testing"

	"fencepost/store"
)

func progress(t *testing.T, o opener) {
	o.run(t, "a lesson not begun has an empty standing", func(t *testing.T, s store.Store) {
		same(t, must[store.Standing](t)(s.Standing(t.Context(), ann, leases)), store.Standing{})
		same(t, must[map[string]store.Standing](t)(s.Standings(t.Context(), ann)), map[string]store.Standing{})
	})
	o.run(t, "a step is read once and keeps its place", func(t *testing.T, s store.Store) {
		for i, step := range []string{"why", "expiry", "why", "fencing"} {
			check(t, s.MarkRead(t.Context(), ann, leases, step, int64(100-i)))
		}
		same(t, must[store.Standing](t)(s.Standing(t.Context(), ann, leases)),
			store.Standing{Read: []string{"why", "expiry", "fencing"}, LastMS: 100})
	})
	o.run(t, "the first reveal is the one that counts", func(t *testing.T, s store.Store) {
		check(t, s.MarkRevealed(t.Context(), ann, leases, 70))
		check(t, s.MarkRevealed(t.Context(), ann, leases, 90))
		same(t, must[store.Standing](t)(s.Standing(t.Context(), ann, leases)),
			store.Standing{RevealedMS: 70, LastMS: 70})
	})
	o.run(t, "a check once right stays right", func(t *testing.T, s store.Store) {
		for i, right := range []bool{false, true, false} {
			a := attempt(i, string(rune('a'+i)))
			a.Right = right
			must[store.Attempt](t)(s.AddAttempt(t.Context(), a))
		}
		wrong := attempt(9, "z")
		wrong.Item, wrong.Right = "another", false
		must[store.Attempt](t)(s.AddAttempt(t.Context(), wrong))
		same(t, must[store.Standing](t)(s.Standing(t.Context(), ann, leases)),
			store.Standing{Tried: []string{"self-fencing", "another"}, Right: []string{"self-fencing"}, LastMS: 5000})
	})
	o.run(t, "a draft is a beginning", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", 0, 10))
		same(t, must[map[string]store.Standing](t)(s.Standings(t.Context(), ann)),
			map[string]store.Standing{leases: {LastMS: 10}})
	})
	o.run(t, "standings are those of every lesson begun", func(t *testing.T, s store.Store) {
		check(t, s.MarkRead(t.Context(), ann, quorum, "why", 10))
		check(t, s.MarkRead(t.Context(), bob, "queues", "why", 10))
		must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(1, "k")))
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k1")))
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(2, "k2")))
		got := must[map[string]store.Standing](t)(s.Standings(t.Context(), ann))
		same(t, got, map[string]store.Standing{
			quorum: {Read: []string{"why"}, LastMS: 10},
			leases: {Tried: []string{"self-fencing"}, Right: []string{"self-fencing"}, Explanations: 2, LastMS: 5000},
		})
		for lesson, want := range got {
			same(t, must[store.Standing](t)(s.Standing(t.Context(), ann, lesson)), want)
		}
	})
	o.run(t, "an unknown learner is not found", func(t *testing.T, s store.Store) {
		wantErr(t, s.MarkRead(t.Context(), "nobody", leases, "why", 1), store.ErrNotFound)
		wantErr(t, s.MarkRevealed(t.Context(), "nobody", leases, 1), store.ErrNotFound)
	})
	o.inSchool(t, "explanations with the verdicts in force, over attempts and claims", func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		scored(t, s, "explanation-1", "s1", "stale:missing token:unsure|clocks:present")
		explains(t, s, sam, "second", 160, "stale:covered token:unsure|clocks:missing")
		explains(t, s, sam, "third", 170, "")
		explains(t, s, sue, "hers", 180, "token:covered")
		check(t, s.Claim(t.Context(), ann, sam, 900))
		reviewsIt(t, s, byIda, "r", "second", 1000, map[string]string{"token": "covered"})
		first := store.Explained{
			ID: "explanation-1", Lesson: leases, AtMS: explanation(1, "k").AtMS,
			Verdicts: map[string]string{"stale": "missing", "token": "unsure", "clocks": "present"},
		}
		same(t, must[[]store.Explained](t)(s.Explained(t.Context(), own(sam))), []store.Explained{
			first,
			{ID: "second", Lesson: leases, AtMS: 160, ByPerson: true, Verdicts: map[string]string{"stale": "covered", "token": "covered"}},
			{ID: "third", Lesson: leases, AtMS: 170},
		})
		same(t, len(must[[]store.Explained](t)(s.Explained(t.Context(), ann))), 0)
	})
}
