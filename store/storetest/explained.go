package storetest

import (
	"context"
	"fmt"
	"testing"

	"fencepost/store"
)

func explanations(t *testing.T, o opener) {
	o.run(t, "listed by lesson or all, oldest first under a backwards clock", func(t *testing.T, s store.Store) {
		list := []store.Explanation{explanation(1, "k1"), explanation(2, "k2"), explanation(3, "k3")}
		list[0].AtMS, list[1].AtMS, list[2].AtMS = 900, 900, 100
		list[1].Lesson, list[2].AfterReveal = quorum, true
		list[2].Run = "simulator?freeze=12s&fencing=off&step=8"
		for _, e := range list {
			same(t, must[store.Explanation](t)(s.AddExplanation(t.Context(), e)), e)
		}
		same(t, must[[]store.Explanation](t)(s.Explanations(t.Context(), ann, "")), list)
		same(t, must[[]store.Explanation](t)(s.Explanations(t.Context(), ann, leases)), []store.Explanation{list[0], list[2]})
		same(t, len(must[[]store.Explanation](t)(s.Explanations(t.Context(), bob, ""))), 0)
	})
	o.run(t, "another learner's is not found", func(t *testing.T, s store.Store) {
		e := must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		same(t, must[store.Explanation](t)(s.Explanation(t.Context(), ann, e.ID)), e)
		_, err := s.Explanation(t.Context(), bob, e.ID)
		wantErr(t, err, store.ErrNotFound)
		_, err = s.Explanation(t.Context(), ann, "explanation-9")
		wantErr(t, err, store.ErrNotFound)
	})
	o.run(t, "64 at once with one key all succeed with one row", func(t *testing.T, s store.Store) {
		got := together(t, 64, func(ctx context.Context, i int) (store.Explanation, error) {
			return s.AddExplanation(ctx, explanation(i, "k"))
		})
		kept := must[[]store.Explanation](t)(s.Explanations(t.Context(), ann, leases))
		if len(kept) != 1 {
			t.Fatalf("%d rows", len(kept))
		}
		for _, e := range got {
			same(t, e, kept[0])
		}
		same(t, must[[]store.Explanation](t)(s.Unscored(t.Context(), 10)), kept)
	})
	o.run(t, "an unknown learner is not found", func(t *testing.T, s store.Store) {
		e := explanation(1, "k")
		e.LearnerID = "nobody"
		_, err := s.AddExplanation(t.Context(), e)
		wantErr(t, err, store.ErrNotFound)
	})
	o.run(t, "unscored ones wait in order until their first score", func(t *testing.T, s store.Store) {
		for n := 1; n <= 3; n++ {
			must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(n, fmt.Sprint(n))))
		}
		first := must[[]store.Explanation](t)(s.Unscored(t.Context(), 2))
		same(t, first, []store.Explanation{explanation(1, "1"), explanation(2, "2")})
		check(t, s.AddScore(t.Context(), score(1, "explanation-2", "s1")))
		check(t, s.AddScore(t.Context(), score(2, "explanation-2", "s2")))
		left := must[[]store.Explanation](t)(s.Unscored(t.Context(), 10))
		same(t, left, []store.Explanation{explanation(1, "1"), explanation(3, "3")})
	})
}

func scores(t *testing.T, o opener) {
	o.run(t, "another version adds a row, oldest first", func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		one, two := score(1, "explanation-1", "s2"), score(2, "explanation-1", "s1")
		two.AtMS = one.AtMS - 5000
		check(t, s.AddScore(t.Context(), one))
		check(t, s.AddScore(t.Context(), two))
		same(t, must[[]store.Score](t)(s.Scores(t.Context(), "explanation-1")), []store.Score{one, two})
	})
	o.run(t, "the same versions again change nothing", func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		check(t, s.AddScore(t.Context(), score(1, "explanation-1", "s1")))
		check(t, s.AddScore(t.Context(), score(2, "explanation-1", "s1")))
		same(t, must[[]store.Score](t)(s.Scores(t.Context(), "explanation-1")), []store.Score{score(1, "explanation-1", "s1")})
	})
	o.run(t, "a score of an unknown explanation is not found", func(t *testing.T, s store.Store) {
		wantErr(t, s.AddScore(t.Context(), score(1, "explanation-9", "s1")), store.ErrNotFound)
	})
	o.run(t, "a score whose id is taken is refused", func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		check(t, s.AddScore(t.Context(), score(1, "explanation-1", "s1")))
		wantErr(t, s.AddScore(t.Context(), score(1, "explanation-1", "s2")), store.ErrInvalid)
	})
}

func disputes(t *testing.T, o opener) {
	explained := func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
	}
	o.run(t, "listed oldest first", func(t *testing.T, s store.Store) {
		explained(t, s)
		want := []store.Dispute{dispute(2, "k2"), dispute(1, "k1")}
		want[1].AtMS, want[1].Claim, want[1].Run = 1, "not_meant", "simulator?freeze=8s&fencing=on&step=6"
		for _, d := range want {
			same(t, must[store.Dispute](t)(s.AddDispute(t.Context(), d)), d)
		}
		same(t, must[[]store.Dispute](t)(s.Disputes(t.Context(), "explanation-1")), want)
	})
	o.run(t, "the same key again returns the first", func(t *testing.T, s store.Store) {
		explained(t, s)
		must[store.Dispute](t)(s.AddDispute(t.Context(), dispute(1, "k")))
		same(t, must[store.Dispute](t)(s.AddDispute(t.Context(), dispute(2, "k"))), dispute(1, "k"))
		same(t, len(must[[]store.Dispute](t)(s.Disputes(t.Context(), "explanation-1"))), 1)
	})
	o.run(t, "another learner's explanation is not found", func(t *testing.T, s store.Store) {
		explained(t, s)
		d := dispute(1, "k")
		d.LearnerID = bob
		_, err := s.AddDispute(t.Context(), d)
		wantErr(t, err, store.ErrNotFound)
		same(t, len(must[[]store.Dispute](t)(s.Disputes(t.Context(), "explanation-1"))), 0)
	})
	o.run(t, "an unknown claim is refused", func(t *testing.T, s store.Store) {
		explained(t, s)
		d := dispute(1, "k")
		d.Claim = "whatever"
		_, err := s.AddDispute(t.Context(), d)
		wantErr(t, err, store.ErrInvalid)
	})
}
