package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"fencepost/store"
)

func learners(t *testing.T, o opener) {
	o.run(t, "found by the hash of their token", func(t *testing.T, s store.Store) {
		got, err := s.LearnerByToken(t.Context(), []byte("hash of ann"))
		check(t, err)
		same(t, got, learner(ann))
	})
	o.run(t, "an unknown token finds nobody", func(t *testing.T, s store.Store) {
		for _, hash := range [][]byte{nil, {}, []byte("hash of eve"), []byte("hash of an")} {
			_, err := s.LearnerByToken(t.Context(), hash)
			wantErr(t, err, store.ErrNotFound)
		}
	})
	o.run(t, "an id or a token names one learner only", func(t *testing.T, s store.Store) {
		sameID, sameToken := learner("cleo"), learner("cleo")
		sameID.ID, sameToken.TokenHash = ann, learner(ann).TokenHash
		for _, l := range []store.Learner{sameID, sameToken} {
			if err := s.AddLearner(t.Context(), l); err == nil {
				t.Fatalf("stored %+v beside ann", l)
			}
		}
	})
	o.run(t, "a learner without id or token is refused", func(t *testing.T, s store.Store) {
		wantErr(t, s.AddLearner(t.Context(), store.Learner{TokenHash: []byte("x")}), store.ErrInvalid)
		wantErr(t, s.AddLearner(t.Context(), store.Learner{ID: "cleo"}), store.ErrInvalid)
	})
}

func attempts(t *testing.T, o opener) {
	o.run(t, "every attempt is kept, oldest first", func(t *testing.T, s store.Store) {
		want := []store.Attempt{attempt(1, "k1"), attempt(2, "k2"), attempt(3, "k3")}
		for _, a := range want {
			same(t, must[store.Attempt](t)(s.AddAttempt(t.Context(), a)), a)
		}
		same(t, answersIn(t, s, ann, leases), want)
	})
	o.run(t, "the order is that of storing when the clock runs backwards", func(t *testing.T, s store.Store) {
		want := []store.Attempt{attempt(1, "k1"), attempt(2, "k2"), attempt(3, "k3"), attempt(4, "k4")}
		for i, ms := range []int64{9000, 9000, 10, -5} {
			want[i].AtMS = ms
			want[i].ID = fmt.Sprintf("id-%d", 9-i)
			must[store.Attempt](t)(s.AddAttempt(t.Context(), want[i]))
		}
		same(t, answersIn(t, s, ann, leases), want)
	})
	o.run(t, "the same key again returns the first and stores nothing", func(t *testing.T, s store.Store) {
		first, second := attempt(1, "k"), attempt(2, "k")
		second.Answer = json.RawMessage(`"other"`)
		must[store.Attempt](t)(s.AddAttempt(t.Context(), first))
		same(t, must[store.Attempt](t)(s.AddAttempt(t.Context(), second)), first)
		same(t, must[store.Attempt](t)(s.AddAttempt(t.Context(), first)), first)
		same(t, answersIn(t, s, ann, leases), []store.Attempt{first})
	})
	o.run(t, "64 at once with one key all succeed with one row", func(t *testing.T, s store.Store) {
		got := together(t, 64, func(ctx context.Context, i int) (store.Attempt, error) {
			return s.AddAttempt(ctx, attempt(i, "k"))
		})
		kept := answersIn(t, s, ann, leases)
		if len(kept) != 1 {
			t.Fatalf("%d rows", len(kept))
		}
		for _, a := range got {
			same(t, a, kept[0])
		}
	})
	o.run(t, "another learner may use the same key", func(t *testing.T, s store.Store) {
		mine, theirs := attempt(1, "k"), attempt(2, "k")
		theirs.LearnerID = bob
		must[store.Attempt](t)(s.AddAttempt(t.Context(), mine))
		same(t, must[store.Attempt](t)(s.AddAttempt(t.Context(), theirs)), theirs)
		same(t, answersIn(t, s, bob, leases), []store.Attempt{theirs})
	})
	o.run(t, "an id in use under another key is refused", func(t *testing.T, s store.Store) {
		must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(1, "k1")))
		_, err := s.AddAttempt(t.Context(), attempt(1, "k2"))
		wantErr(t, err, store.ErrInvalid)
	})
	o.run(t, "what was answered is counted, and of one item the first and the last are told", func(t *testing.T, s store.Store) {
		for i, a := range []struct {
			item, answer string
			right        bool
		}{{"token", `"a"`, false}, {"clock", `"x"`, false}, {"token", `"b"`, true}, {"token", `"c"`, false}, {"quorum", `"y"`, true}} {
			next := attempt(i, fmt.Sprint(i))
			next.Item, next.Answer, next.Right, next.AtMS = a.item, json.RawMessage(a.answer), a.right, int64(100-i)
			must[store.Attempt](t)(s.AddAttempt(t.Context(), next))
		}
		tried, right := []string{"clock", "quorum", "token"}, []string{"quorum", "token"}
		for item, want := range map[string]store.Answered{
			"token":  {Tried: tried, Right: right, ItemTries: store.ItemTries{N: 3, Done: true, Last: json.RawMessage(`"c"`)}},
			"clock":  {Tried: tried, Right: right, ItemTries: store.ItemTries{N: 1, Last: json.RawMessage(`"x"`)}},
			"quorum": {Tried: tried, Right: right, ItemTries: store.ItemTries{N: 1, First: true, Done: true, Last: json.RawMessage(`"y"`)}},
			"fence":  {Tried: tried, Right: right},
		} {
			same(t, must[store.Answered](t)(s.Answered(t.Context(), ann, leases, item)), want)
		}
		same(t, must[store.Answered](t)(s.Answered(t.Context(), bob, leases, "token")), store.Answered{})
		same(t, must[store.Answered](t)(s.Answered(t.Context(), ann, quorum, "token")), store.Answered{})
	})
	o.run(t, "other lessons and learners are left out", func(t *testing.T, s store.Store) {
		must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(1, "k1")))
		same(t, len(answersIn(t, s, ann, quorum)), 0)
		same(t, len(answersIn(t, s, bob, leases)), 0)
	})
	o.run(t, "an unknown learner is not found", func(t *testing.T, s store.Store) {
		a := attempt(1, "k")
		a.LearnerID = "nobody"
		_, err := s.AddAttempt(t.Context(), a)
		wantErr(t, err, store.ErrNotFound)
	})
}

// together runs f n times at once and fails the test on any error.
func together[T any](t *testing.T, n int, f func(ctx context.Context, i int) (T, error)) []T {
	t.Helper()
	got, errs := make([]T, n), make([]error, n)
	var start, end sync.WaitGroup
	start.Add(1)
	for i := range n {
		end.Go(func() {
			start.Wait()
			got[i], errs[i] = f(t.Context(), i)
		})
	}
	start.Done()
	end.Wait()
	for _, err := range errs {
		check(t, err)
	}
	return got
}
