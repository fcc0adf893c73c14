package storetest

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"fencepost/store"
)

const minute = 60_000

func leasing(t *testing.T, o opener) {
	o.inSchool(t, "of many who open one answer at once, one holds it", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		check(t, s.SetMember(t.Context(), byIda, member(first, jon, store.MemberInstructor)))
		held := together(t, 32, func(ctx context.Context, i int) (string, error) {
			sc := []store.Scope{byIda, byTea, byJon, byAda}[i%4]
			l, err := s.Acquire(ctx, sc, "e", 100, minute)
			if errors.Is(err, store.ErrHeld) {
				return l.PersonID, nil
			}
			if err == nil && l.PersonID != sc.PersonID() {
				t.Errorf("granted to %s on the word of %s", l.PersonID, sc.PersonID())
			}
			return l.PersonID, err
		})
		for _, who := range held {
			same(t, who, held[0])
		}
	})
	o.inSchool(t, "the token rises with every grant, whoever is granted", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		l := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100, minute))
		same(t, l, store.Lease{ExplanationID: "e", PersonID: ida, Name: "Ida", Token: 1, UntilMS: 100 + minute})
		same(t, must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 200, minute)).Token, 2) // a second tab
		other, err := s.Acquire(t.Context(), byTea, "e", 200+minute-1, minute)
		wantErr(t, err, store.ErrHeld)
		same(t, other.Name, "Ida")
		same(t, must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e", 200+minute, minute)).Token, 3)
		check(t, s.Release(t.Context(), byIda, "e", 2, 300+minute)) // stale: does nothing
		_, err = s.Acquire(t.Context(), byIda, "e", 300+minute, minute)
		wantErr(t, err, store.ErrHeld)
		check(t, s.Release(t.Context(), byTea, "e", 3, 300+minute))
		same(t, must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 300+minute, minute)).Token, 4)
	})
	o.inSchool(t, "renewed by the newest token alone, even after it ran out", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100, minute))
		same(t, must[store.Lease](t)(s.Renew(t.Context(), byIda, "e", 1, 100+3*minute, minute)).UntilMS, int64(100+4*minute))
		_, err := s.Renew(t.Context(), byTea, "e", 1, 200, minute)
		wantErr(t, err, store.ErrStale)
		must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e", 100+5*minute, minute))
		newest, err := s.Renew(t.Context(), byIda, "e", 1, 100+5*minute, minute)
		wantErr(t, err, store.ErrStale)
		same(t, []string{newest.PersonID, strconv.FormatInt(newest.Token, 10)}, []string{tea, "2"})
		must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e", 100+5*minute, minute)) // in another window
		newest, err = s.Renew(t.Context(), byTea, "e", 2, 100+5*minute, minute)
		wantErr(t, err, store.ErrStale)
		same(t, newest.Token, 3)
	})
	o.inSchool(t, "a clock that jumped back locks nobody out", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 1_000_000_000, minute))
		same(t, must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e", 100, minute)).Token, 2)
	})
}

func reviewing(t *testing.T, o opener) {
	o.inSchool(t, "a save with a stale token is refused with what is there instead", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		slept := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100, minute))
		theirs := reviewsIt(t, s, byTea, "theirs", "e", 100+2*minute, map[string]string{"token": "covered"})
		_, stale, err := s.SaveReview(t.Context(), byIda, review("mine", "e", slept.Token, 100+3*minute, map[string]string{"token": "missing"}))
		wantErr(t, err, store.ErrStale)
		same(t, stale.Theirs.Review, theirs)
		same(t, stale.Theirs.Reviewer, "Tea")
		same(t, stale.Lease.Token, theirs.Token)
		f := must[store.File](t)(s.File(t.Context(), byIda, "e"))
		same(t, len(f.Reviews), 1)
		l := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100+4*minute, minute))
		_, _, err = s.SaveReview(t.Context(), byIda, review("mine", "e", l.Token, 100+4*minute, map[string]string{"token": "missing"}))
		check(t, err)
		same(t, must[store.File](t)(s.File(t.Context(), byIda, "e")).InForce.ID, "mine")
	})
	o.inSchool(t, "a lease that ran out and went to nobody still saves, and a token of another's does not", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		l := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100, minute))
		for _, sc := range []store.Scope{byTea, byAda} {
			_, _, err := s.SaveReview(t.Context(), sc, review("x", "e", l.Token, 200, nil))
			wantErr(t, err, store.ErrStale)
		}
		for _, token := range []int64{0, -1, l.Token + 1} {
			_, _, err := s.SaveReview(t.Context(), byIda, review("x", "e", token, 200, nil))
			wantErr(t, err, store.ErrStale)
		}
		_, _, err := s.SaveReview(t.Context(), byIda, review("x", "e", l.Token, 100+9*minute, nil))
		check(t, err)
	})
	o.inSchool(t, "a save repeated is one review, in the name of who asks", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		l := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100, minute))
		got := together(t, 32, func(ctx context.Context, i int) (store.Review, error) {
			r := review("r"+strconv.Itoa(i), "e", l.Token, 200, map[string]string{"token": "covered"})
			r.Key, r.ReviewerID = "one form", jon
			kept, _, err := s.SaveReview(ctx, byIda, r)
			return kept, err
		})
		for _, r := range got {
			same(t, r, got[0])
		}
		same(t, got[0].ReviewerID, ida)
		same(t, len(must[store.File](t)(s.File(t.Context(), byIda, "e")).Reviews), 1)
	})
	o.inSchool(t, "a key of another answer's review is refused", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e1", 10, "token:unsure")
		explains(t, s, sam, "e2", 10, "token:unsure")
		reviewsIt(t, s, byIda, "r1", "e1", 100, nil)
		l := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e2", 100, minute))
		r := review("r2", "e2", l.Token, 200, nil)
		r.Key = "key r1"
		_, _, err := s.SaveReview(t.Context(), byIda, r)
		wantErr(t, err, store.ErrInvalid)
		same(t, on(t, s, byIda, store.Filter{}), []string{"e2 unsure"})
	})
	o.inSchool(t, "what a person says is in force, the rest stays with the scorer", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "stale:covered token:unsure|clocks:present")
		reviewsIt(t, s, byIda, "r", "e", 100, map[string]string{"token": "covered", "clocks": "missing"})
		l := must[store.Listing[store.Answer]](t)(s.Desk(t.Context(), byIda, store.Filter{State: store.StateReviewed, Mine: true}, store.Page{}))
		same(t, l.Rows[0].Signature, "stale token")
		same(t, l.Rows[0].ReviewerID, ida)
		same(t, len(on(t, s, byTea, store.Filter{State: store.StateReviewed, Mine: true})), 0)
		for _, f := range []store.Filter{{Item: "stale", Verdict: "covered"}, {Item: "token", Verdict: "covered"}} {
			f.Lesson, f.State = leases, store.StateAny
			same(t, on(t, s, byIda, f), []string{"e"})
		}
		same(t, len(on(t, s, byIda, store.Filter{Lesson: leases, Item: "clocks", Verdict: "present", State: store.StateAny})), 0)
	})
	o.inSchool(t, "an undo brings the verdict before it back", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		reviewsIt(t, s, byIda, "one", "e", 100, map[string]string{"token": "covered"})
		reviewsIt(t, s, byTea, "two", "e", 200, map[string]string{"token": "missing"})
		wantErr(t, s.Withdraw(t.Context(), byIda, "two", 300), store.ErrNotFound)
		check(t, s.Withdraw(t.Context(), byTea, "two", 300))
		check(t, s.Withdraw(t.Context(), byTea, "two", 400))
		f := must[store.File](t)(s.File(t.Context(), byIda, "e"))
		same(t, f.InForce.ID, "one")
		same(t, f.Reviews[1].WithdrawnMS, int64(300))
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		check(t, s.Withdraw(t.Context(), byIda, "one", 500))
		same(t, on(t, s, byIda, store.Filter{}), []string{"e unsure"})
		if must[store.File](t)(s.File(t.Context(), byIda, "e")).InForce != nil {
			t.Error("a withdrawn review is in force")
		}
	})
	o.inSchool(t, "a dispute asks again, and undoing the answer to it asks once more", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:missing stale:missing")
		reviewsIt(t, s, byIda, "one", "e", 100, nil)
		disputesIt(t, s, sam, "e", "token")
		same(t, on(t, s, byIda, store.Filter{}), []string{"e dispute"})
		reviewsIt(t, s, byTea, "two", "e", 200, nil)
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		check(t, s.Withdraw(t.Context(), byTea, "two", 300))
		same(t, on(t, s, byIda, store.Filter{}), []string{"e dispute"})
	})
	o.inSchool(t, "unknown verdicts, and reviews without what was shown, are refused", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		l := must[store.Lease](t)(s.Acquire(t.Context(), byIda, "e", 100, minute))
		r := review("r", "e", l.Token, 200, map[string]string{"token": "splendid"})
		_, _, err := s.SaveReview(t.Context(), byIda, r)
		wantErr(t, err, store.ErrInvalid)
		r.Verdicts, r.Shown = nil, nil
		_, _, err = s.SaveReview(t.Context(), byIda, r)
		wantErr(t, err, store.ErrInvalid)
	})
}

func replying(t *testing.T, o opener) {
	o.inSchool(t, "a student is told of a review, sees it, and answers once", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		same(t, len(must[[]store.News](t)(s.News(t.Context(), own(sam)))), 0)
		reviewsIt(t, s, byIda, "r", "e", 100, map[string]string{"token": "missing"})
		same(t, must[[]store.News](t)(s.News(t.Context(), own(sam))), []store.News{{ReviewID: "r", ExplanationID: "e", Lesson: leases, AtMS: 100}})
		wantErr(t, s.MarkSeen(t.Context(), own(sue), "e", 150), store.ErrNotFound)
		check(t, s.MarkSeen(t.Context(), own(sam), "e", 150))
		same(t, len(must[[]store.News](t)(s.News(t.Context(), own(sam)))), 0)
		a := store.Reply{ID: "a", ReviewID: "r", LearnerID: own(sam), Text: "But I said so.", AtMS: 160}
		same(t, must[store.Reply](t)(s.AddReply(t.Context(), a)), a)
		again := a
		again.ID = "b"
		same(t, must[store.Reply](t)(s.AddReply(t.Context(), again)), a)
		again.Text = "And another thing."
		_, err := s.AddReply(t.Context(), again)
		wantErr(t, err, store.ErrConflict)
		again.LearnerID = own(sue)
		_, err = s.AddReply(t.Context(), again)
		wantErr(t, err, store.ErrNotFound)
		same(t, on(t, s, byIda, store.Filter{}), []string{"e reply"})
		f := must[store.File](t)(s.OwnFile(t.Context(), own(sam), "e"))
		same(t, *f.InForce.Reply, a)
		same(t, f.InForce.SeenMS, int64(150))
		reviewsIt(t, s, byIda, "r2", "e", 200, map[string]string{"token": "covered"})
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		same(t, must[[]store.News](t)(s.News(t.Context(), own(sam)))[0].ReviewID, "r2")
	})
	o.inSchool(t, "a withdrawn review is no news", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		reviewsIt(t, s, byIda, "r", "e", 100, nil)
		check(t, s.Withdraw(t.Context(), byIda, "r", 110))
		same(t, len(must[[]store.News](t)(s.News(t.Context(), own(sam)))), 0)
	})
	o.inSchool(t, "another's file is not found; one's own shows earlier attempts", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e1", 10, "token:unsure")
		explains(t, s, sam, "e2", 20, "token:unsure")
		f := must[store.File](t)(s.OwnFile(t.Context(), own(sam), "e2"))
		same(t, f.Earlier[0].ID, "e1")
		same(t, f.Owner, store.Student{PersonID: sam, LearnerID: own(sam), Name: "Sam"})
		_, err := s.OwnFile(t.Context(), own(sue), "e2")
		wantErr(t, err, store.ErrNotFound)
		same(t, must[store.File](t)(s.File(t.Context(), bySam, "e2")).Score.Scorer, "s1")
	})
}

func inGroups(t *testing.T, o opener) {
	group := func(batch string, keys string, ids ...string) (list []store.Review, seen []string) {
		for _, id := range ids {
			r := review(batch+" of "+id, id, 0, 100, map[string]string{"token": "covered"})
			r.Batch, r.Key = batch, keys+id
			list, seen = append(list, r), append(seen, "")
		}
		return list, seen
	}
	ready := func(t *testing.T, s store.Store) {
		for _, id := range []string{"e1", "e2", "e3"} {
			explains(t, s, sam, id, 10, "token:unsure")
		}
	}
	o.inSchool(t, "one decision is a review of each, undone as one", func(t *testing.T, s store.Store) {
		ready(t, s)
		list, seen := group("b", "k", "e1", "e2", "e3")
		check(t, s.SaveGroup(t.Context(), byIda, list, seen))
		check(t, s.SaveGroup(t.Context(), byIda, list, seen))
		same(t, on(t, s, byIda, store.Filter{State: store.StateReviewed}), []string{"e3", "e2", "e1"})
		same(t, must[int](t)(s.WithdrawBatch(t.Context(), byTea, "b", 200)), 0)
		same(t, must[int](t)(s.WithdrawBatch(t.Context(), byIda, "b", 200)), 3)
		same(t, must[int](t)(s.WithdrawBatch(t.Context(), byIda, "b", 200)), 0)
		same(t, len(on(t, s, byIda, store.Filter{})), 3)
	})
	o.inSchool(t, "all or none: one that another holds, judged or does not see stops it", func(t *testing.T, s store.Store) {
		ready(t, s)
		list, seen := group("b", "k", "e1", "e2", "e3")
		must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e3", 90, minute))
		wantErr(t, s.SaveGroup(t.Context(), byIda, list, seen), store.ErrStale)
		check(t, s.Release(t.Context(), byTea, "e3", 1, 95))
		reviewsIt(t, s, byTea, "r", "e2", 95, nil)
		wantErr(t, s.SaveGroup(t.Context(), byIda, list, seen), store.ErrStale)
		explains(t, s, bea, "e4", 10, "token:unsure")
		more, seen2 := group("b", "k", "e1", "e4")
		wantErr(t, s.SaveGroup(t.Context(), byIda, more, seen2), store.ErrNotFound)
		same(t, on(t, s, byIda, store.Filter{}), []string{"e1 unsure", "e3 unsure"})
		seen[1] = "r"
		check(t, s.SaveGroup(t.Context(), byIda, list, seen))
	})
	o.inSchool(t, "who had one of them open finds their token stale", func(t *testing.T, s store.Store) {
		ready(t, s)
		l := must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e1", 10, 20))
		list, seen := group("b", "k", "e1", "e2")
		check(t, s.SaveGroup(t.Context(), byIda, list, seen))
		_, stale, err := s.SaveReview(t.Context(), byTea, review("late", "e1", l.Token, 200, nil))
		wantErr(t, err, store.ErrStale)
		same(t, stale.Theirs.Batch, "b")
	})
}
