package storetest

import (
	"iter"
	"testing"

	"fencepost/store"
)

// scopes: one cohort's people never see another's, by whichever path.
func scopes(t *testing.T, o opener) {
	elsewhere := func(t *testing.T, s store.Store) {
		explains(t, s, bea, "secret", 10, "token:unsure")
		must[store.Attempt](t)(s.AddAttempt(t.Context(), store.Attempt{
			ID: "a", LearnerID: own(bea), Key: "a", Lesson: leases, Item: "self-fencing", Answer: []byte(`"b"`), AtMS: 11,
		}))
		reviewsIt(t, s, byJon, "r", "secret", 100, map[string]string{"token": "covered"})
		disputesIt(t, s, bea, "secret", "token")
	}
	outside := map[string]store.Scope{
		"an instructor of another cohort": byIda, "an assistant of another": byTea, "a student of another": bySam,
		"the student herself": store.ScopeOf(store.Person{ID: bea}), "nobody": {}, "an unknown person": store.ScopeOf(store.Person{ID: "eve"}),
	}
	o.inSchool(t, "lists, counts, searches and groups", func(t *testing.T, s store.Store) {
		elsewhere(t, s)
		for name, sc := range outside {
			for _, f := range []store.Filter{
				{State: store.StateAny},
				{Cohort: second, State: store.StateAny},
				{Learner: own(bea), State: store.StateAny},
				{Text: "secret", State: store.StateAny},
				{Lesson: leases, Item: "token", Verdict: "covered", State: store.StateAny},
				{Reason: store.ReasonDispute},
			} {
				if got := on(t, s, sc, f); len(got) > 0 {
					t.Errorf("%s sees %v by %+v", name, got, f)
				}
				if c := must[store.Counts](t)(s.DeskCounts(t.Context(), sc, f)); c.Total > 0 {
					t.Errorf("%s counts %d by %+v", name, c.Total, f)
				}
			}
		}
		for _, sc := range []store.Scope{byJon, byAda} {
			same(t, on(t, s, sc, store.Filter{Cohort: second, Text: "secret"}), []string{"secret dispute"})
		}
	})
	o.inSchool(t, "one answer: opened, leased, judged, undone", func(t *testing.T, s store.Store) {
		elsewhere(t, s)
		for name, sc := range outside {
			t.Log(name)
			if sc.PersonID() != bea { // her own file is hers to see
				_, err := s.File(t.Context(), sc, "secret")
				wantErr(t, err, store.ErrNotFound)
			}
			_, err := s.Acquire(t.Context(), sc, "secret", 1000, minute)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.Renew(t.Context(), sc, "secret", 1, 1000, minute)
			wantErr(t, err, store.ErrNotFound)
			_, _, err = s.SaveReview(t.Context(), sc, review("x", "secret", 1, 1000, nil))
			wantErr(t, err, store.ErrNotFound)
			g := review("x", "secret", 0, 1000, nil)
			g.Batch = "b"
			wantErr(t, s.SaveGroup(t.Context(), sc, []store.Review{g}, []string{"r"}), store.ErrNotFound)
			wantErr(t, s.Withdraw(t.Context(), sc, "r", 1000), store.ErrNotFound)
			check(t, s.Want(t.Context(), sc, []string{"secret"}))
		}
		same(t, len(must[store.File](t)(s.File(t.Context(), byJon, "secret")).Reviews), 1)
	})
	o.inSchool(t, "figures: matrix, coverage, options, attempts, agreement", func(t *testing.T, s store.Store) {
		elsewhere(t, s)
		for name, sc := range outside {
			t.Log(name)
			_, err := s.Matrix(t.Context(), sc, second)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.Coverage(t.Context(), sc, second, leases)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.Options(t.Context(), sc, second, leases)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.AttemptsUntilRight(t.Context(), sc, second, leases)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.Agreements(t.Context(), sc, second, leases)
			wantErr(t, err, store.ErrNotFound)
			same(t, len(must[[]store.ItemCount](t)(s.Coverage(t.Context(), sc, "", leases))), 0)
			same(t, len(must[[]store.OptionCount](t)(s.Options(t.Context(), sc, "", leases))), 0)
			same(t, len(must[[]store.UntilRight](t)(s.AttemptsUntilRight(t.Context(), sc, "", leases))), 0)
			same(t, len(must[[]store.Agreement](t)(s.Agreements(t.Context(), sc, "", leases))), 0)
			same(t, len(must[[]store.Tally](t)(s.Tallies(t.Context(), sc, leases))), 0)
		}
	})
	o.inSchool(t, "exports, from which an assistant is shut out too", func(t *testing.T, s store.Store) {
		elsewhere(t, s)
		explains(t, s, sam, "open", 20, "token:unsure")
		for name, sc := range outside {
			for _, cohort := range []string{"", second} {
				e := store.Export{Cohort: cohort}
				var seen []string
				each(s.ExportExplanations(t.Context(), sc, e), func(r store.ExplanationRow) { seen = append(seen, r.PersonID) })
				each(s.ExportChecks(t.Context(), sc, e), func(r store.CheckRow) { seen = append(seen, r.PersonID) })
				each(s.ExportReviews(t.Context(), sc, e), func(r store.ReviewRow) { seen = append(seen, r.PersonID) })
				for _, who := range seen {
					if sc != byIda && who != sc.PersonID() || who == bea && sc.PersonID() != bea {
						t.Errorf("%s exports what %s did", name, who)
					}
				}
			}
		}
		wantErr(t, each(s.ExportExplanations(t.Context(), byTea, store.Export{Cohort: first}), func(store.ExplanationRow) {}), store.ErrNotFound)
	})
	o.inSchool(t, "a right that is taken away is gone at once", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 10, "token:unsure")
		l := must[store.Lease](t)(s.Acquire(t.Context(), byTea, "e", 100, minute))
		gone := member(first, tea, store.MemberAssistant)
		gone.State = store.MemberRemoved
		check(t, s.SetMember(t.Context(), byIda, gone))
		_, _, err := s.SaveReview(t.Context(), byTea, review("x", "e", l.Token, 110, nil))
		wantErr(t, err, store.ErrNotFound)
		same(t, len(on(t, s, byTea, store.Filter{})), 0)
		check(t, s.SetRole(t.Context(), jon, store.RoleAdmin)) // one has to stay
		check(t, s.SetRole(t.Context(), ada, store.RoleInstructor))
		same(t, len(on(t, s, byAda, store.Filter{})), 0)
	})
}

// each goes through a sequence and gives the error that ends it.
func each[T any](seq iter.Seq2[T, error], do func(T)) error {
	for v, err := range seq {
		if err != nil {
			return err
		}
		do(v)
	}
	return nil
}
