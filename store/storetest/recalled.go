package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"fencepost/store"
)

var selfFencing = store.RecallItem{Lesson: leases, Kind: store.RecallCheck, Item: "self-fencing"}

// missed is the card of ann's that a wrong answer at 5 s brings.
func missed(learner string) store.RecallCard {
	return store.RecallCard{LearnerID: learner, RecallItem: selfFencing, EnteredMS: 5000, DueMS: 5000 + store.RecallAfterMS}
}

func recallEvent(id, key string, turn int64) store.RecallEvent {
	return store.RecallEvent{
		ID: id, LearnerID: ann, Key: key, RecallItem: selfFencing, Act: store.RecallAnswered, Rating: 3,
		Detail: json.RawMessage(`{"options": ["b"]}`), Content: "v1", Turn: turn, AtMS: 9000 + turn,
	}
}

// reviewedCard is the card after one review.
func reviewedCard() store.RecallCard {
	c := missed(ann)
	c.DueMS, c.Stability, c.Difficulty, c.Days, c.LastMS, c.Reps = 300_000_000, 2.3065, 2.11810397, 3, 9000, 1
	return c
}

func cards(t *testing.T, s store.Store, learner string) []store.RecallCard {
	t.Helper()
	return must[[]store.RecallCard](t)(s.RecallCards(t.Context(), learner))
}

// items are the ids of what a learner is asked again, in order.
func items(t *testing.T, s store.Store, learner string) (ids []string) {
	t.Helper()
	for _, c := range cards(t, s, learner) {
		ids = append(ids, c.Item)
	}
	return ids
}

func recalls(t *testing.T, o opener) {
	o.run(t, "what was answered wrong comes back the day after, once", func(t *testing.T, s store.Store) {
		must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(1, "right")))
		same(t, len(cards(t, s, ann)), 0)
		for i, key := range []string{"wrong", "wrong again", "wrong"} {
			must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(2+2*i, key)))
		}
		same(t, cards(t, s, ann), []store.RecallCard{missed(ann)})
		same(t, must[store.RecallCard](t)(s.RecallCard(t.Context(), ann, selfFencing)), missed(ann))
		_, err := s.RecallCard(t.Context(), bob, selfFencing)
		wantErr(t, err, store.ErrNotFound)
		same(t, must[int](t)(s.RecallDue(t.Context(), ann, 5000+store.RecallAfterMS)), 0)
		same(t, must[int](t)(s.RecallDue(t.Context(), ann, 5001+store.RecallAfterMS)), 1)
	})
	o.inSchool(t, "key points come back by the verdicts in force of the newest explanation", recallsPoints)
	o.inSchool(t, "a point that the scorer is not sure of comes back", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "e", 100, "")
		check(t, s.AddScore(t.Context(), store.Score{
			ID: "score", ExplanationID: "e", Rubric: "r1", Scorer: "s1", AtMS: 5,
			Result: json.RawMessage(`{"points": [{"id": "firm", "verdict": "covered", "probability": 0.8}, {"id": "barely", "verdict": "covered", "probability": 0.79}]}`),
		}))
		same(t, items(t, s, own(sam)), []string{"barely"})
		reviewsIt(t, s, byIda, "r", "e", 110, map[string]string{"barely": "covered"})
		same(t, len(items(t, s, own(sam))), 0)
	})
	o.run(t, "a review moves its card, and the same form is one review", recallsOnce)
	o.run(t, "of answers from several tabs at once one counts", func(t *testing.T, s store.Store) {
		must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(2, "wrong")))
		refused := together(t, 8, func(ctx context.Context, i int) (int, error) {
			_, err := s.AddRecall(ctx, recallEvent(string(rune('a'+i)), string(rune('a'+i)), 0), reviewedCard())
			if errors.Is(err, store.ErrStale) {
				return 1, nil
			}
			return 0, err
		})
		same(t, sum(refused), 7)
		same(t, len(must[[]store.RecallEvent](t)(s.RecallEvents(t.Context(), ann, selfFencing))), 1)
	})
	o.run(t, "what is not the learner's own is not found", func(t *testing.T, s store.Store) {
		must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(2, "wrong")))
		must[store.RecallEvent](t)(s.AddRecall(t.Context(), recallEvent("a", "a", 0), reviewedCard()))
		of := recallEvent("b", "b", 0)
		of.LearnerID = bob
		_, err := s.AddRecall(t.Context(), of, missed(bob))
		wantErr(t, err, store.ErrNotFound)
		of.Act, of.Of = store.RecallUndone, "a"
		_, err = s.AddRecall(t.Context(), of, missed(bob))
		wantErr(t, err, store.ErrNotFound)
		_, err = s.RecallEvent(t.Context(), bob, "a")
		wantErr(t, err, store.ErrNotFound)
		of = recallEvent("c", "c", 1)
		of.Of = "a"
		_, err = s.AddRecall(t.Context(), of, missed(ann))
		wantErr(t, err, store.ErrInvalid)
	})
	o.inSchool(t, "claimed work brings its reviews", recallsClaimed)
	o.inSchool(t, "those who teach see the cards of their cohort", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-")
		answers(t, s, own(bea), "self-fencing", "b-")
		for _, sc := range []store.Scope{byIda, byTea, byAda} {
			list := must[[]store.RecallCard](t)(s.RecallCardsOf(t.Context(), sc, first))
			same(t, len(list), 1)
			same(t, list[0].LearnerID, own(sam))
			due := list[0].DueMS
			for before, want := range map[int64]int{due: 0, due + 1: 1} {
				n := must[map[string]store.RecallCount](t)(s.RecallCountsOf(t.Context(), sc, first, before))
				same(t, n, map[string]store.RecallCount{own(sam): {Due: want}})
			}
		}
		for _, sc := range []store.Scope{byJon, bySam, {}} {
			_, err := s.RecallCardsOf(t.Context(), sc, first)
			wantErr(t, err, store.ErrNotFound)
			_, err = s.RecallCountsOf(t.Context(), sc, first, 1)
			wantErr(t, err, store.ErrNotFound)
		}
	})
	o.inSchool(t, "all of it goes with the person", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-")
		e := recallEvent("a", "a", 0)
		e.LearnerID = own(sam)
		must[store.RecallEvent](t)(s.AddRecall(t.Context(), e, reviewedCard()))
		check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: own(sam), Daily: 9, Remind: true, FeedHash: []byte("feed"), AtMS: 1}))
		must[bool](t)(s.ClaimReminder(t.Context(), own(sam), 5, []byte("end")))
		d := must[store.Dossier](t)(s.Dossier(t.Context(), bySam, sam))
		same(t, []int{len(d.Recall), d.Recalling.Daily, len(d.Recalling.FeedHash)}, []int{1, 9, 0})
		check(t, s.DeletePerson(t.Context(), bySam, sam, 900))
		same(t, len(cards(t, s, own(sam))), 0)
		_, err := s.RecallEvent(t.Context(), own(sam), "a")
		wantErr(t, err, store.ErrNotFound)
		_, err = s.RecallFeed(t.Context(), []byte("feed"))
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.EndReminders(t.Context(), []byte("end"), 1), store.ErrNotFound)
	})
}

func recallsPoints(t *testing.T, s store.Store) {
	explains(t, s, sam, "old", 100, "stale:missing token:covered")
	same(t, items(t, s, own(sam)), []string{"stale"})
	explains(t, s, sam, "new", 200, "stale:covered token:unsure order:contradicted|clocks:unsure")
	list := cards(t, s, own(sam))
	same(t, items(t, s, own(sam)), []string{"order", "token"})
	same(t, []int64{list[0].EnteredMS, list[0].DueMS}, []int64{200, 200 + store.RecallAfterMS})
	reviewsIt(t, s, byIda, "r", "new", 210, map[string]string{"token": "covered", "stale": "missing"})
	same(t, items(t, s, own(sam)), []string{"order", "stale"})
	reviewsIt(t, s, byIda, "of old", "old", 220, map[string]string{"token": "missing"})
	same(t, items(t, s, own(sam)), []string{"order", "stale"})

	// Once reviewed, a point stays whatever is said of it later.
	order := store.RecallItem{Lesson: leases, Kind: store.RecallPoint, Item: "order"}
	e := recallEvent("a", "a", 0)
	e.LearnerID, e.RecallItem = own(sam), order
	must[store.RecallEvent](t)(s.AddRecall(t.Context(), e, reviewedCard()))
	reviewsIt(t, s, byIda, "r2", "new", 230, map[string]string{"order": "covered", "token": "covered"})
	same(t, items(t, s, own(sam)), []string{"order"})
	check(t, s.Withdraw(t.Context(), byIda, "r2", 240))
	same(t, must[store.RecallCard](t)(s.RecallCard(t.Context(), own(sam), order)).Reps, 1)
}

func recallsOnce(t *testing.T, s store.Store) {
	must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(2, "wrong")))
	first := must[store.RecallEvent](t)(s.AddRecall(t.Context(), recallEvent("a", "form", 0), reviewedCard()))
	same(t, first, recallEvent("a", "form", 0))
	same(t, must[store.RecallEvent](t)(s.AddRecall(t.Context(), recallEvent("b", "form", 0), missed(ann))), first)
	want := reviewedCard()
	want.Turn = 1
	same(t, cards(t, s, ann), []store.RecallCard{want})
	_, err := s.AddRecall(t.Context(), recallEvent("c", "another form", 0), reviewedCard())
	wantErr(t, err, store.ErrStale)
	same(t, must[[]store.RecallEvent](t)(s.RecallEvents(t.Context(), ann, selfFencing)), []store.RecallEvent{first})

	undo := recallEvent("u", "undo", 1)
	undo.Act, undo.Of, undo.Rating = store.RecallUndone, "a", 0
	same(t, must[[]store.RecallEvent](t)(s.RecallsSince(t.Context(), ann, 9000)), []store.RecallEvent{first})
	must[store.RecallEvent](t)(s.AddRecall(t.Context(), undo, missed(ann)))
	want = missed(ann)
	want.Turn = 2
	same(t, cards(t, s, ann), []store.RecallCard{want})
	same(t, must[[]store.RecallEvent](t)(s.RecallEvents(t.Context(), ann, selfFencing)), []store.RecallEvent{first, undo})
	same(t, len(must[[]store.RecallEvent](t)(s.RecallsSince(t.Context(), ann, 0))), 0)
	same(t, must[store.RecallEvent](t)(s.RecallEvent(t.Context(), ann, "u")), undo)
}

func recallsClaimed(t *testing.T, s store.Store) {
	must[store.Attempt](t)(s.AddAttempt(t.Context(), attempt(2, "wrong")))
	first := must[store.RecallEvent](t)(s.AddRecall(t.Context(), recallEvent("a", "a", 0), reviewedCard()))
	other := attempt(4, "also wrong")
	other.Item = "another"
	must[store.Attempt](t)(s.AddAttempt(t.Context(), other))
	answers(t, s, own(sam), "another", "c-")
	check(t, s.SetRecall(t.Context(), store.RecallSetting{LearnerID: ann, Daily: 9, FeedHash: []byte("feed"), AtMS: 1}))
	check(t, s.Claim(t.Context(), ann, sam, 50))
	same(t, len(cards(t, s, ann)), 0)
	want := reviewedCard()
	want.LearnerID, want.Turn = own(sam), 1
	same(t, must[store.RecallCard](t)(s.RecallCard(t.Context(), own(sam), selfFencing)), want)
	same(t, len(cards(t, s, own(sam))), 2)
	same(t, must[[]store.RecallEvent](t)(s.RecallEvents(t.Context(), own(sam), selfFencing)), []store.RecallEvent{first})
	same(t, must[store.RecallSetting](t)(s.RecallFeed(t.Context(), []byte("feed"))).LearnerID, own(sam))

	undo := recallEvent("u", "u", 1)
	undo.LearnerID, undo.Act, undo.Of, undo.Rating = own(sam), store.RecallUndone, "a", 0
	must[store.RecallEvent](t)(s.AddRecall(t.Context(), undo, missed(own(sam))))
}
