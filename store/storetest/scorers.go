package storetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"fencepost/store"
)

// scorer is a candidate for the lesson on leases.
func scorer(id string, marksTo int64) store.Scorer {
	return store.Scorer{ID: id, Lesson: leases, Rubric: "r1", State: store.ScorerTrying, MarksTo: marksTo, MarksMS: 1000, MadeBy: ida, AtMS: 900}
}

// proposes adds a candidate, tried with these moves.
func proposes(t *testing.T, s store.Store, id string, moves ...store.Move) store.Scorer {
	t.Helper()
	check(t, s.KeepRubric(t.Context(), leases, "r1", []byte("the rubric")))
	c := scorer(id, 0)
	check(t, s.AddScorer(t.Context(), c))
	c.State, c.Version, c.Tried, c.Preview = store.ScorerTried, "version of "+id, 99, json.RawMessage(`{"tried": 2}`)
	check(t, s.Try(t.Context(), c, moves))
	return c
}

func publishes(t *testing.T, s store.Store, scorer, id, seen string) {
	t.Helper()
	check(t, s.Publish(t.Context(), store.Publication{ID: id, Scorer: store.Scorer{ID: scorer}, ByID: ida, AtMS: 950}, seen))
}

// adopts scores explanations anew for a publication.
func adopts(t *testing.T, s store.Store, publication, version, said string, explanations ...string) {
	t.Helper()
	var list []store.Score
	for _, e := range explanations {
		list = append(list, store.Score{
			ID: "score " + publication + " of " + e, ExplanationID: e, Rubric: "r1", Scorer: version, Result: result(said), AtMS: 960,
		})
	}
	check(t, s.Adopt(t.Context(), publication, list, 99, true))
}

// place is the position of an explanation among those of the lesson.
func place(t *testing.T, s store.Store, explanation string) int64 {
	t.Helper()
	for _, e := range must[[]store.Stored](t)(s.StoredAfter(t.Context(), leases, 0, 100)) {
		if e.ExplanationID == explanation {
			return e.Place
		}
	}
	t.Fatalf("%s is not stored", explanation)
	return 0
}

func scorers(t *testing.T, o opener) {
	o.inSchool(t, "a candidate takes the place of the one before", func(t *testing.T, s store.Store) {
		_, err := s.Candidate(t.Context(), leases)
		wantErr(t, err, store.ErrNotFound)
		proposes(t, s, "one")
		two := proposes(t, s, "two")
		same(t, must[store.Scorer](t)(s.Candidate(t.Context(), leases)), two)
		same(t, must[store.Scorer](t)(s.Scorer(t.Context(), "one")).State, store.ScorerDiscarded)
		wantErr(t, s.Try(t.Context(), scorer("one", 0), nil), store.ErrNotFound)
		check(t, s.Discard(t.Context(), "two"))
		wantErr(t, s.Discard(t.Context(), "two"), store.ErrNotFound)
		_, err = s.Candidate(t.Context(), leases)
		wantErr(t, err, store.ErrNotFound)
		same(t, string(must[[]byte](t)(s.Rubric(t.Context(), leases, "r1"))), "the rubric")
	})
	o.inSchool(t, "what is being tried is found again after a restart", func(t *testing.T, s store.Store) {
		check(t, s.KeepRubric(t.Context(), leases, "r1", []byte("the rubric")))
		check(t, s.AddScorer(t.Context(), scorer("one", 7)))
		list := must[[]store.Scorer](t)(s.Trying(t.Context()))
		same(t, len(list), 1)
		same(t, []any{list[0].ID, list[0].MarksTo, list[0].MarksMS, list[0].MadeBy}, []any{"one", int64(7), int64(1000), ida})
	})
	o.inSchool(t, "only who saw what is in force publishes, and only what was tried", func(t *testing.T, s store.Store) {
		proposes(t, s, "one")
		publishes(t, s, "one", "p1", "")
		p := store.Publication{ID: "p2", Scorer: store.Scorer{ID: "one"}, ByID: ada, AtMS: 970}
		wantErr(t, s.Publish(t.Context(), p, ""), store.ErrConflict)
		check(t, s.AddScorer(t.Context(), scorer("two", 0)))
		p.Scorer.ID = "two"
		wantErr(t, s.Publish(t.Context(), p, "p1"), store.ErrConflict)
		p.Scorer.ID = "none"
		wantErr(t, s.Publish(t.Context(), p, "p1"), store.ErrNotFound)
		list := must[[]store.Publication](t)(s.InForce(t.Context()))
		same(t, len(list), 1)
		same(t, []string{list[0].ID, list[0].Scorer.ID, list[0].ByID}, []string{"p1", "one", ida})
	})
	o.inSchool(t, "new scores are in force, old ones stay, and people's verdicts stand", adopting)
	o.inSchool(t, "a score under a publication that is no longer in force is refused", late)
	o.inSchool(t, "moves are listed to those who reach the answer", moving)
	o.inSchool(t, "marks are those that stood at the time", marking)
	o.inSchool(t, "what the program asks for is wanted until a person judged it", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e1", 10, "token:unsure")
		explains(t, s, bea, "e2", 20, "token:covered")
		explains(t, s, sue, "e3", 30, "")
		check(t, s.Ask(t.Context(), []string{"e1", "none"}))
		text := func(e, who string) string { return "Text of " + e + " by " + who + "." }
		same(t, must[[]store.Unmarked](t)(s.Unmarked(t.Context(), leases, 9)), []store.Unmarked{
			{ExplanationID: "e2", Text: text("e2", bea)}, {ExplanationID: "e1", Text: text("e1", sam), Wanted: true},
		})
		same(t, on(t, s, byIda, store.Filter{}), []string{"e1 wanted"})
		reviewsIt(t, s, byIda, "r", "e1", 100, map[string]string{"token": "covered"})
		same(t, len(on(t, s, byIda, store.Filter{})), 0)
		same(t, len(must[[]store.Unmarked](t)(s.Unmarked(t.Context(), leases, 9))), 1)
	})
	o.inSchool(t, "agreement is over decided verdicts that people judged", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e1", 10, "stale:covered token:unsure fence:missing")
		reviewsIt(t, s, byIda, "r1", "e1", 100, map[string]string{"stale": "covered", "token": "covered", "fence": "covered"})
		same(t, must[store.Concord](t)(s.Concord(t.Context(), leases)), store.Concord{Marks: 2, Same: 1})
		same(t, must[store.Concord](t)(s.Concord(t.Context(), quorum)), store.Concord{})
	})
}

// late scores by a scorer that was in force when it began.
func late(t *testing.T, s store.Store) {
	explains(t, s, sam, "e1", 10, "")
	said := func(n int, e, under string) store.Score {
		sc := score(n, e, "by "+under)
		sc.Under = under
		return sc
	}
	wantErr(t, s.AddScore(t.Context(), said(1, "e1", "p1")), store.ErrStale)
	proposes(t, s, "one")
	publishes(t, s, "one", "p1", "")
	check(t, s.AddScore(t.Context(), said(1, "e1", "p1")))
	publishes(t, s, "one", "p2", "p1")
	wantErr(t, s.AddScore(t.Context(), said(2, "e1", "p0")), store.ErrStale)
	e := store.Explanation{ID: "e2", LearnerID: own(sam), Key: "k2", Lesson: leases, Text: "A text of some words.", AtMS: 20}
	_, err := s.AddScoredExplanation(t.Context(), e, said(3, "e2", "p1"))
	wantErr(t, err, store.ErrStale)
	_, err = s.Explanation(t.Context(), e.LearnerID, e.ID)
	wantErr(t, err, store.ErrNotFound)
	must[store.Explanation](t)(s.AddScoredExplanation(t.Context(), e, said(3, "e2", "p2")))
	kept := said(3, "e2", "p2")
	kept.Under = ""
	same(t, must[[]store.Score](t)(s.Scores(t.Context(), "e2")), []store.Score{kept})
}

func adopting(t *testing.T, s store.Store) {
	explains(t, s, sam, "e1", 10, "stale:missing token:missing")
	explains(t, s, sue, "e2", 20, "stale:missing token:missing")
	reviewsIt(t, s, byIda, "r", "e2", 100, map[string]string{"token": "covered"})
	verdicts := func(want ...string) {
		t.Helper()
		for i, e := range []string{"e1", "e2"} {
			l := must[store.Listing[store.Answer]](t)(s.Desk(t.Context(), byAda, store.Filter{State: store.StateAny}, store.Page{}))
			for _, a := range l.Rows {
				if a.ExplanationID == e {
					same(t, a.Signature, want[i])
				}
			}
		}
	}
	verdicts("", "token")
	proposes(t, s, "one")
	publishes(t, s, "one", "p1", "")
	adopts(t, s, "p1", "version of one", "stale:covered token:missing", "e1", "e2")
	verdicts("stale", "stale token") // the person said nothing of stale
	proposes(t, s, "two")
	publishes(t, s, "two", "p2", "p1")
	wantErr(t, s.Adopt(t.Context(), "p1", nil, 99, true), store.ErrNotFound)
	adopts(t, s, "p2", "version of two", "stale:missing token:covered", "e1", "e2")
	verdicts("token", "token")
	publishes(t, s, "one", "p3", "p2")
	adopts(t, s, "p3", "version of one", "unheeded:covered", "e1", "e2") // it is there already
	verdicts("stale", "stale token")
	f := must[store.File](t)(s.File(t.Context(), byIda, "e1"))
	same(t, f.Score.Scorer, "version of one")
	same(t, len(f.Scores), 3)
	same(t, f.Scores[2].Scorer, "version of two")
	scored(t, s, "e1", "s9", "stale:missing token:missing") // a newer scorer still comes to be in force
	verdicts("", "stale token")
	pubs := must[[]store.Publication](t)(s.Publications(t.Context(), leases, 10))
	same(t, fmt.Sprint(pubs[0].ID, pubs[0].Scorer.ID, pubs[0].Finished, pubs[1].ID, pubs[2].ID), "p3onetruep2p1")
	check(t, s.DeletePerson(t.Context(), byAda, sam, 999))
	adopts(t, s, "p3", "version of one", "", "e1") // deleted meanwhile
	same(t, must[int](t)(s.CountStored(t.Context(), leases)), 1)
}

func moving(t *testing.T, s store.Store) {
	explains(t, s, sam, "e1", 10, "token:missing")
	explains(t, s, bea, "e2", 20, "token:missing")
	move := func(e string) store.Move {
		return store.Move{Place: place(t, s, e), Item: "token", Way: 1, Was: "missing", Will: "covered", Quotes: json.RawMessage(`[{"start":0,"end":4}]`)}
	}
	proposes(t, s, "one", move("e1"), move("e2"))
	for _, c := range []struct {
		who  store.Scope
		want []string
	}{{byIda, []string{"e1 Sam"}}, {byJon, []string{"e2 Bea"}}, {byAda, []string{"e1 Sam", "e2 Bea"}}, {bySam, nil}} {
		var got []string
		for page := (store.Page{N: 1}); ; {
			l := must[store.Listing[store.Moved]](t)(s.Moves(t.Context(), c.who, "one", "token", 1, page))
			for _, m := range l.Rows {
				got = append(got, m.ExplanationID+" "+m.Name)
				same(t, m.Text, "Text of "+m.ExplanationID+" by "+map[string]string{"e1": sam, "e2": bea}[m.ExplanationID]+".")
			}
			if page.After = l.Next; l.Next == "" {
				break
			}
		}
		same(t, got, c.want)
	}
	same(t, len(must[store.Listing[store.Moved]](t)(s.Moves(t.Context(), byAda, "one", "token", -1, store.Page{})).Rows), 0)
	check(t, s.Discard(t.Context(), "one"))
	same(t, len(must[store.Listing[store.Moved]](t)(s.Moves(t.Context(), byAda, "one", "token", 1, store.Page{})).Rows), 0)
}

func marking(t *testing.T, s store.Store) {
	explains(t, s, sam, "e1", 10, "token:missing")
	explains(t, s, sue, "e2", 20, "token:missing")
	none := scorer("one", 0)
	same(t, must[store.Waiting](t)(s.Waiting(t.Context(), none)), store.Waiting{})
	reviewsIt(t, s, byIda, "a", "e1", 100, map[string]string{"token": "covered"})
	reviewsIt(t, s, byIda, "b", "e2", 110, map[string]string{"token": "missing"})
	w := must[store.Waiting](t)(s.Waiting(t.Context(), none))
	same(t, w.Marks, 2)
	reviewsIt(t, s, byTea, "c", "e1", 120, map[string]string{"token": "missing"})
	check(t, s.Withdraw(t.Context(), byIda, "b", 130))
	marked := func(to, ms int64) (list []string) {
		for _, m := range must[[]store.Mark](t)(s.Marks(t.Context(), leases, to, ms, 10)) {
			list = append(list, m.ExplanationID+" "+m.Verdicts["token"])
		}
		return list
	}
	same(t, marked(w.MarksTo, 125), []string{"e2 missing", "e1 covered"}) // as it was then
	same(t, marked(w.MarksTo, 130), []string{"e1 covered"})
	after := must[store.Waiting](t)(s.Waiting(t.Context(), store.Scorer{Lesson: leases, MarksTo: w.MarksTo, MarksMS: 125}))
	same(t, []int{after.Marks, after.Taken}, []int{1, 1})
	same(t, marked(after.MarksTo, 130), []string{"e1 missing"})
}
