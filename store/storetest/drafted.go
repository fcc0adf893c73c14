package storetest

import (
	"context"
	"errors"
	"testing"

	"fencepost/store"
)

// draft is ann's in the lesson on leases.
func draft(text string, revision, atMS int64) store.Draft {
	return store.Draft{LearnerID: ann, Lesson: leases, Text: text, Revision: revision, AtMS: atMS}
}

func drafts(t *testing.T, o opener) {
	o.run(t, "the revision rises by one with each save", func(t *testing.T, s store.Store) {
		_, err := s.Draft(t.Context(), ann, leases)
		wantErr(t, err, store.ErrNotFound)
		same(t, must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", 0, 10)), draft("a", 1, 10))
		same(t, must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "ab", 1, 20)), draft("ab", 2, 20))
		same(t, must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "", 2, 15)), draft("", 3, 15))
		same(t, must[store.Draft](t)(s.Draft(t.Context(), ann, leases)), draft("", 3, 15))
	})
	o.run(t, "a stale save gets the newest and stores nothing", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", 0, 10))
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "ab", 1, 20))
		for _, base := range []int64{0, 1, 3, -1} {
			newest, err := s.SaveDraft(t.Context(), ann, leases, "other", base, 30)
			wantErr(t, err, store.ErrStale)
			same(t, newest, draft("ab", 2, 20))
		}
		same(t, must[store.Draft](t)(s.Draft(t.Context(), ann, leases)), draft("ab", 2, 20))
	})
	o.run(t, "a base where there is no draft is stale", func(t *testing.T, s store.Store) {
		newest, err := s.SaveDraft(t.Context(), ann, leases, "a", 4, 10)
		wantErr(t, err, store.ErrStale)
		same(t, newest, draft("", 0, 0))
	})
	o.run(t, "the same text again is no conflict and no new revision", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", 0, 10))
		for _, base := range []int64{0, 1, 7} {
			same(t, must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", base, 30)), draft("a", 1, 10))
		}
	})
	o.run(t, "of many that save at once on one base, one gets through", func(t *testing.T, s store.Store) {
		saved := together(t, 32, func(ctx context.Context, i int) (bool, error) {
			_, err := s.SaveDraft(ctx, ann, leases, string(rune('a'+i)), 0, 10)
			if errors.Is(err, store.ErrStale) {
				return false, nil
			}
			return true, err
		})
		n := 0
		for _, ok := range saved {
			n += map[bool]int{true: 1}[ok]
		}
		same(t, n, 1)
		same(t, must[store.Draft](t)(s.Draft(t.Context(), ann, leases)).Revision, 1)
	})
	o.run(t, "an explanation removes the draft of its lesson only", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", 0, 10))
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, quorum, "q", 0, 10))
		must[store.Draft](t)(s.SaveDraft(t.Context(), bob, leases, "b", 0, 10))
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		_, err := s.Draft(t.Context(), ann, leases)
		wantErr(t, err, store.ErrNotFound)
		same(t, must[store.Draft](t)(s.Draft(t.Context(), ann, quorum)).Text, "q")
		same(t, must[store.Draft](t)(s.Draft(t.Context(), bob, leases)).Text, "b")
	})
	o.run(t, "a page left open from before the hand-in cannot bring its draft back", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "a", 0, 10))
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		newest, err := s.SaveDraft(t.Context(), ann, leases, "late", 1, 20)
		wantErr(t, err, store.ErrStale)
		same(t, newest, draft("", 0, 0))
		fresh := must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "next", 0, 30))
		same(t, fresh, draft("next", 2, 30))
		_, err = s.SaveDraft(t.Context(), ann, leases, "late", 1, 40)
		wantErr(t, err, store.ErrStale)
	})
	o.run(t, "a hand-in repeated later leaves the next draft alone", func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "next", 0, 30))
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		same(t, must[store.Draft](t)(s.Draft(t.Context(), ann, leases)).Text, "next")
	})
	o.run(t, "an unknown learner is not found", func(t *testing.T, s store.Store) {
		_, err := s.SaveDraft(t.Context(), "nobody", leases, "a", 0, 10)
		wantErr(t, err, store.ErrNotFound)
	})
}
