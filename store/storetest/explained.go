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

// scoredAtOnce are explanations that come with their score.
func scoredAtOnce(t *testing.T, o opener) {
	o.run(t, "both are stored, none waits for a score, and the draft is closed", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "begun", 0, 1))
		e := explanation(1, "k")
		same(t, must[store.Explanation](t)(s.AddScoredExplanation(t.Context(), e, score(1, e.ID, "s1"))), e)
		same(t, must[[]store.Score](t)(s.Scores(t.Context(), e.ID)), []store.Score{score(1, e.ID, "s1")})
		same(t, len(must[[]store.Explanation](t)(s.Unscored(t.Context(), 10))), 0)
		_, err := s.Draft(t.Context(), ann, leases)
		wantErr(t, err, store.ErrNotFound)
	})
	o.run(t, "64 at once with one key are one explanation with its own score alone", func(t *testing.T, s store.Store) {
		got := together(t, 64, func(ctx context.Context, i int) (store.Explanation, error) {
			e := explanation(i, "k")
			return s.AddScoredExplanation(ctx, e, score(i, e.ID, "s1"))
		})
		for _, e := range got {
			same(t, e, got[0])
		}
		same(t, len(must[[]store.Explanation](t)(s.Explanations(t.Context(), ann, leases))), 1)
		for i := range 64 {
			id := explanation(i, "k").ID
			same(t, len(must[[]store.Score](t)(s.Scores(t.Context(), id))) == 1, id == got[0].ID)
		}
	})
	o.run(t, "both or neither", func(t *testing.T, s store.Store) {
		first, next := explanation(1, "1"), explanation(2, "2")
		must[store.Explanation](t)(s.AddScoredExplanation(t.Context(), first, score(1, first.ID, "s1")))
		notJSON := score(2, next.ID, "s1")
		notJSON.Result = []byte("{")
		for _, bad := range []store.Score{notJSON, score(1, next.ID, "s1"), score(2, first.ID, "s1"), score(2, next.ID, "")} {
			_, err := s.AddScoredExplanation(t.Context(), next, bad)
			wantErr(t, err, store.ErrInvalid)
		}
		same(t, must[[]store.Explanation](t)(s.Explanations(t.Context(), ann, leases)), []store.Explanation{first})
	})
	o.inSchool(t, "what follows is as if the score had come later", func(t *testing.T, s store.Store) {
		const said = "stale:covered token:missing|clocks:unsure|copied"
		explains(t, s, sam, "apart", 10, "")
		scored(t, s, "apart", "s1", said)
		explains(t, s, sue, "whole", 10, said)
		follows := func(person, id string) (store.Answer, []store.RecallCard) {
			l := must[store.Listing[store.Answer]](t)(s.Desk(t.Context(), byIda, store.Filter{Learner: own(person), State: store.StateAny}, store.Page{}))
			same(t, len(l.Rows), 1)
			a := l.Rows[0]
			same(t, a.ExplanationID, id)
			a.ExplanationID, a.LearnerID, a.PersonID, a.Name, a.Excerpt = "", "", "", "", ""
			list := cards(t, s, own(person))
			for i := range list {
				list[i].LearnerID = ""
			}
			return a, list
		}
		apart, apartCards := follows(sam, "apart")
		whole, wholeCards := follows(sue, "whole")
		same(t, whole, apart)
		same(t, wholeCards, apartCards)
		same(t, len(wholeCards), 1) // of the token
	})
}

// before is what the next explanation comes after.
func before(t *testing.T, o opener) {
	o.run(t, "nothing yet is nothing", func(t *testing.T, s store.Store) {
		same(t, must[store.Before](t)(s.Before(t.Context(), ann, leases)), store.Before{})
	})
	o.run(t, "the newest of the lesson, and when its points were shown first", func(t *testing.T, s store.Store) {
		list := []store.Explanation{explanation(1, "k1"), explanation(2, "k2"), explanation(3, "k3")}
		list[1].AtMS, list[1].Run, list[2].Lesson = 1, "simulator?freeze=8s", quorum
		for _, e := range list {
			must[store.Explanation](t)(s.AddExplanation(t.Context(), e))
		}
		same(t, must[store.Before](t)(s.Before(t.Context(), ann, leases)), store.Before{Newest: list[1]})
		check(t, s.MarkRevealed(t.Context(), ann, leases, 70))
		same(t, must[store.Before](t)(s.Before(t.Context(), ann, leases)), store.Before{Newest: list[1], RevealedMS: 70})
		same(t, must[store.Before](t)(s.Before(t.Context(), bob, leases)), store.Before{})
	})
	o.inSchool(t, "what was claimed counts", func(t *testing.T, s store.Store) {
		did(t, s)
		check(t, s.Claim(t.Context(), ann, sam, 10_000))
		same(t, must[store.Before](t)(s.Before(t.Context(), own(sam), leases)), store.Before{Newest: explanation(1, "k"), RevealedMS: 20})
		check(t, s.MarkRevealed(t.Context(), own(sam), leases, 5))
		same(t, must[store.Before](t)(s.Before(t.Context(), own(sam), leases)).RevealedMS, int64(5))
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
