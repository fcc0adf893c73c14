package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"fencepost/store"
)

// did has ann answer, read, reveal, explain and begin another explanation.
func did(t *testing.T, s store.Store) {
	t.Helper()
	must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(1, "k")))
	check(t, s.MarkRead(t.Context(), ann, leases, "why", 10))
	check(t, s.MarkRevealed(t.Context(), ann, leases, 20))
	must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
	must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "of ann", 0, 30))
}

func claims(t *testing.T, o opener) {
	o.inSchool(t, "all reads of the person's own work include what was claimed", func(t *testing.T, s store.Store) {
		did(t, s)
		explains(t, s, sam, "later", 9000, "")
		check(t, s.MarkRead(t.Context(), own(sam), leases, "why", 5))
		check(t, s.MarkRevealed(t.Context(), own(sam), leases, 90))
		check(t, s.Claim(t.Context(), ann, sam, 10_000))
		same(t, len(answersIn(t, s, own(sam), leases)), 1)
		for _, lesson := range []string{leases, ""} {
			list := must[[]store.Explanation](t)(s.Explanations(t.Context(), own(sam), lesson))
			same(t, []string{list[0].ID, list[1].ID}, []string{"explanation-1", "later"})
		}
		same(t, must[store.Explanation](t)(s.Explanation(t.Context(), own(sam), "explanation-1")).LearnerID, ann)
		want := store.Standing{
			Read: []string{"why"}, Tried: []string{"self-fencing"}, Right: []string{"self-fencing"},
			Explanations: 2, RevealedMS: 20, LastMS: 9000,
		}
		same(t, must[store.Standing](t)(s.Standing(t.Context(), own(sam), leases)), want)
		same(t, must[map[string]store.Standing](t)(s.Standings(t.Context(), own(sam)))[leases], want)
		same(t, must[store.Draft](t)(s.Draft(t.Context(), own(sam), leases)).Text, "of ann")
		d := dispute(1, "k")
		d.LearnerID = own(sam)
		must[store.Dispute](t)(s.AddDispute(t.Context(), d))
	})
	o.inSchool(t, "answers from before and after a claim are counted together, in their order", func(t *testing.T, s store.Store) {
		for i, by := range []string{ann, own(sam), ann, own(sam)} {
			a := attempt(i, fmt.Sprint(i))
			a.LearnerID, a.Right, a.Answer = by, i == 0, json.RawMessage(fmt.Sprint(i))
			must[store.Attempt](t)(s.AddAttempt(t.Context(), a))
		}
		check(t, s.Claim(t.Context(), ann, sam, 10_000))
		item := []string{attempt(0, "").Item}
		want := store.Answered{Tried: item, Right: item, ItemTries: store.ItemTries{N: 4, First: true, Done: true, Last: json.RawMessage("3")}}
		same(t, must[store.Answered](t)(s.Answered(t.Context(), own(sam), leases, item[0])), want)
	})
	o.inSchool(t, "claimed once, by one", func(t *testing.T, s store.Store) {
		did(t, s)
		won := together(t, 16, func(ctx context.Context, i int) (int, error) {
			err := s.Claim(ctx, ann, []string{sam, sue}[i%2], 10)
			if errors.Is(err, store.ErrClaimed) {
				return 0, nil
			}
			return 1, err
		})
		same(t, sum(won), 1)
		got := len(must[[]store.Explanation](t)(s.Explanations(t.Context(), own(sam), "")))
		got += len(must[[]store.Explanation](t)(s.Explanations(t.Context(), own(sue), "")))
		same(t, got, 1)
		l := must[store.Learner](t)(s.LearnerByToken(t.Context(), learner(ann).TokenHash))
		same(t, l.Claimed, true)
		same(t, must[store.Learner](t)(s.LearnerByToken(t.Context(), learner(bob).TokenHash)).Claimed, false)
	})
	o.inSchool(t, "a person's own work is not claimed by another, nor what is not there", func(t *testing.T, s store.Store) {
		wantErr(t, s.Claim(t.Context(), own(sue), sam, 10), store.ErrClaimed)
		wantErr(t, s.Claim(t.Context(), "nobody", sam, 10), store.ErrNotFound)
		wantErr(t, s.Claim(t.Context(), ann, "nobody", 10), store.ErrNotFound)
	})
	o.inSchool(t, "counts say which side has work", func(t *testing.T, s store.Store) {
		did(t, s)
		same(t, must[store.Work](t)(s.Work(t.Context(), ann)), store.Work{Attempts: 1, Explanations: 1, Drafts: 1, Steps: 1, LastMS: 5000})
		same(t, must[store.Work](t)(s.Work(t.Context(), own(sam))).None(), true)
		check(t, s.Claim(t.Context(), ann, sam, 10))
		check(t, s.Claim(t.Context(), bob, sam, 10))
		same(t, must[store.Work](t)(s.Work(t.Context(), own(sam))), store.Work{Attempts: 1, Explanations: 1, Drafts: 1, Steps: 1, LastMS: 5000})
	})
	o.inSchool(t, "two drafts of one lesson become one that holds both", func(t *testing.T, s store.Store) {
		did(t, s)
		must[store.Draft](t)(s.SaveDraft(t.Context(), own(sam), leases, "of sam", 0, 5))
		check(t, s.Claim(t.Context(), ann, sam, 10))
		d := must[store.Draft](t)(s.Draft(t.Context(), own(sam), leases))
		same(t, d.Text, "of sam\n\nof ann")
		same(t, d.Revision, 2)
		_, err := s.SaveDraft(t.Context(), own(sam), leases, "from an open page", 1, 6)
		wantErr(t, err, store.ErrStale)
		_, err = s.Draft(t.Context(), ann, leases)
		wantErr(t, err, store.ErrNotFound)
	})
	o.inSchool(t, "claimed work is the student's on the desk too", func(t *testing.T, s store.Store) {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		scored(t, s, "explanation-1", "s1", "token:unsure")
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		check(t, s.Claim(t.Context(), ann, sam, 10))
		same(t, on(t, s, byIda, store.Filter{Learner: own(sam)}), []string{"explanation-1 unsure"})
		same(t, len(on(t, s, byJon, store.Filter{})), 0)
	})
}
