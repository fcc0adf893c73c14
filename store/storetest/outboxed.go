package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"fencepost/store"
)

// statement is one about a record of a learner's.
func statement(id, learner, about string) store.Statement {
	return store.Statement{ID: id, LearnerID: learner, About: about, Body: json.RawMessage(`{"id": "` + id + `"}`), AtMS: 100}
}

// tells has ann answer n times, each answer with a statement of its own.
func tells(t *testing.T, s store.Store, learner string, ids ...string) {
	t.Helper()
	must[string](t)(s.Pseudonym(t.Context(), learner, "name of "+learner))
	for i, id := range ids {
		a := attempt(i, id)
		a.ID, a.LearnerID = "attempt "+id, learner
		ctx := store.Telling(t.Context(), statement(id, learner, a.ID))
		must[store.Attempt](t)(s.AddAttempt(ctx, a))
	}
}

// lanes claims lanes and writes them as "ann: a b".
func lanes(t *testing.T, s store.Store, atMS int64) (said []string, all []store.Lane) {
	t.Helper()
	all = must[[]store.Lane](t)(s.ClaimLanes(t.Context(), atMS, 1000, 10, 10))
	for _, l := range all {
		line := l.LearnerID + ":"
		for _, w := range l.Waiting {
			line += " " + w.ID
		}
		said = append(said, line)
	}
	return said, all
}

func outbox(t *testing.T, o opener) {
	o.run(t, "a statement is stored with its work, or neither", func(t *testing.T, s store.Store) {
		tells(t, s, ann, "a")
		again := attempt(7, "a") // the same form, sent again
		must[store.Attempt](t)(s.AddAttempt(store.Telling(t.Context(), statement("b", ann, again.ID)), again))
		bad := statement("c", ann, "attempt-8")
		bad.Body = json.RawMessage(`{`)
		_, err := s.AddAttempt(store.Telling(t.Context(), bad), attempt(8, "k8"))
		wantErr(t, err, store.ErrInvalid)
		same(t, len(answersIn(t, s, ann, leases)), 1)
		said, _ := lanes(t, s, 200)
		same(t, said, []string{"ann: a"})
	})
	o.run(t, "of what was stored, each record has its own", func(t *testing.T, s store.Store) {
		must[string](t)(s.Pseudonym(t.Context(), ann, "x"))
		ctx := store.Telling(t.Context(), statement("of e", ann, "explanation-1"), statement("of s", ann, "score-1"), statement("of nothing", ann, "other"))
		must[store.Explanation](t)(s.AddExplanation(ctx, explanation(1, "k")))
		same(t, must[store.OutboxCounts](t)(s.OutboxCounts(ctx)).Waiting, 1)
		check(t, s.AddScore(ctx, score(1, "explanation-1", "s1")))
		check(t, s.AddScore(ctx, score(2, "explanation-1", "s1")))
		said, _ := lanes(t, s, 200)
		same(t, said, []string{"ann: of e of s"})
	})
	o.run(t, "of an explanation with its score, each record has its own", func(t *testing.T, s store.Store) {
		must[string](t)(s.Pseudonym(t.Context(), ann, "x"))
		ctx := store.Telling(t.Context(), statement("of s", ann, "score-1"), statement("of e", ann, "explanation-1"), statement("of nothing", ann, "explanation-2"))
		e := explanation(1, "k")
		must[store.Explanation](t)(s.AddScoredExplanation(ctx, e, score(1, e.ID, "s1")))
		again := explanation(2, "k")
		must[store.Explanation](t)(s.AddScoredExplanation(ctx, again, score(2, again.ID, "s1")))
		said, _ := lanes(t, s, 200)
		same(t, said, []string{"ann: of e of s"})
	})
	o.run(t, "a pseudonym stays, and is each learner's own", func(t *testing.T, s store.Store) {
		got := together(t, 16, func(ctx context.Context, i int) (string, error) {
			return s.Pseudonym(ctx, ann, fmt.Sprint("name ", i))
		})
		for _, name := range got {
			same(t, name, got[0])
		}
		same(t, must[string](t)(s.Pseudonym(t.Context(), bob, "other")), "other")
		_, err := s.Pseudonym(t.Context(), "nobody", "x")
		wantErr(t, err, store.ErrNotFound)
	})
	o.run(t, "a lane is one claimer's until its time is over", func(t *testing.T, s store.Store) {
		tells(t, s, ann, "a", "b")
		tells(t, s, bob, "c")
		said, first := lanes(t, s, 200)
		same(t, len(said), 2)
		same(t, must[bool](t)(s.OutboxDue(t.Context(), 1199)), false)
		said, _ = lanes(t, s, 1199)
		same(t, len(said), 0)
		_, second := lanes(t, s, 1200)
		same(t, len(second), 2)
		// The one who slept through the end of its claim changes nothing.
		late := store.Settled{LearnerID: ann, Token: first[0].Token, Sent: []string{"a", "b"}}
		same(t, must[int](t)(s.SettleLanes(t.Context(), 1300, []store.Settled{late})), 1)
		same(t, must[store.OutboxCounts](t)(s.OutboxCounts(t.Context())).Waiting, 3)
	})
	o.run(t, "what is settled is gone, tried again or dead", func(t *testing.T, s store.Store) {
		tells(t, s, ann, "a", "b", "c")
		_, claimed := lanes(t, s, 200)
		same(t, must[int](t)(s.SettleLanes(t.Context(), 300, []store.Settled{{
			LearnerID: ann, Token: claimed[0].Token, Sent: []string{"a"}, Dead: []store.Undelivered{{ID: "b", Why: "400"}},
			Failed: []string{"c"}, Why: "500", DueMS: 5000,
		}})), 0)
		want := store.OutboxCounts{Waiting: 1, Failing: 1, Dead: 1, OldestMS: 100, Sent: 1, SentMS: 300}
		same(t, must[store.OutboxCounts](t)(s.OutboxCounts(t.Context())), want)
		said, _ := lanes(t, s, 4999)
		same(t, len(said), 0)
		_, claimed = lanes(t, s, 5000)
		same(t, []any{claimed[0].Waiting[0].ID, claimed[0].Waiting[0].Tries}, []any{"c", 1})
		check(t, settled(t, s, claimed, 5100))
		same(t, must[bool](t)(s.OutboxDue(t.Context(), 9_000_000)), false)
		tells(t, s, ann, "d")
		same(t, must[bool](t)(s.OutboxDue(t.Context(), 100)), true)
	})
	deadLetters(t, o)
	outboxErased(t, o)
}

// settled says that all of the lanes was sent.
func settled(t *testing.T, s store.Store, claimed []store.Lane, atMS int64) error {
	t.Helper()
	var list []store.Settled
	for _, l := range claimed {
		done := store.Settled{LearnerID: l.LearnerID, Token: l.Token}
		for _, w := range l.Waiting {
			done.Sent = append(done.Sent, w.ID)
		}
		list = append(list, done)
	}
	_, err := s.SettleLanes(t.Context(), atMS, list)
	return err
}

func deadLetters(t *testing.T, o opener) {
	// dead gives up a and b of ann's.
	dead := func(t *testing.T, s store.Store) {
		tells(t, s, ann, "a", "b")
		_, claimed := lanes(t, s, 200)
		must[int](t)(s.SettleLanes(t.Context(), 300, []store.Settled{{
			LearnerID: ann, Token: claimed[0].Token, Dead: []store.Undelivered{{ID: "a", Why: "400 Bad Request"}, {ID: "b", Why: "413"}},
		}}))
	}
	o.run(t, "dead letters can be looked at, sent again one or all, and dropped", func(t *testing.T, s store.Store) {
		dead(t, s)
		list := must[[]store.DeadLetter](t)(s.DeadLetters(t.Context(), 10))
		same(t, len(list), 2)
		same(t, list[0], store.DeadLetter{
			ID: "a", LearnerID: ann, Body: json.RawMessage(`{"id": "a"}`), Why: "400 Bad Request", Tries: 1, AtMS: 100, DeadMS: 300,
		})
		said, _ := lanes(t, s, 9000)
		same(t, len(said), 0)
		same(t, must[int](t)(s.Resend(t.Context(), "b", 400)), 1)
		said, claimed := lanes(t, s, 9000)
		same(t, said, []string{"ann: b"})
		same(t, claimed[0].Waiting[0].Tries, 0)
		same(t, must[int](t)(s.Resend(t.Context(), "", 400)), 1)
		same(t, must[int](t)(s.DropDead(t.Context(), "")), 0)
		dead2 := must[[]store.DeadLetter](t)(s.DeadLetters(t.Context(), 10))
		same(t, len(dead2), 0)
	})
	o.run(t, "a dropped one is gone for good", func(t *testing.T, s store.Store) {
		dead(t, s)
		same(t, must[int](t)(s.DropDead(t.Context(), "a")), 1)
		same(t, must[int](t)(s.DropDead(t.Context(), "a")), 0)
		same(t, must[int](t)(s.Resend(t.Context(), "a", 400)), 0)
		same(t, must[store.OutboxCounts](t)(s.OutboxCounts(t.Context())).Dead, 1)
	})
}

func outboxErased(t *testing.T, o opener) {
	o.inSchool(t, "what was not sent goes with its learner, with its name", func(t *testing.T, s store.Store) {
		tells(t, s, ann, "a")
		tells(t, s, own(sam), "b", "c")
		check(t, s.Claim(t.Context(), ann, sam, 900))
		d := must[store.Dossier](t)(s.Dossier(t.Context(), bySam, sam))
		same(t, d.SpokenOf, []string{"name of ann", "name of " + own(sam)})
		same(t, len(d.Statements), 3)
		_, claimed := lanes(t, s, 1000)
		check(t, s.DeletePerson(t.Context(), bySam, sam, 2000))
		same(t, must[store.OutboxCounts](t)(s.OutboxCounts(t.Context())), store.OutboxCounts{})
		// A relay that was sending at the time finds nothing to settle.
		list := []store.Settled{{LearnerID: own(sam), Token: claimed[0].Token, Sent: []string{"b"}}}
		same(t, must[int](t)(s.SettleLanes(t.Context(), 2100, list)), 1)
	})
	o.run(t, "what was not sent of an explanation goes with it", func(t *testing.T, s store.Store) {
		must[string](t)(s.Pseudonym(t.Context(), ann, "x"))
		about := statement("e", ann, "explanation-1")
		about.Explanation = "explanation-1"
		must[store.Explanation](t)(s.AddExplanation(store.Telling(t.Context(), about), explanation(1, "k")))
		tells(t, s, ann, "a")
		same(t, must[int](t)(s.DeleteBefore(t.Context(), 9000, 10)), 1)
		said, _ := lanes(t, s, 200)
		same(t, said, []string{"ann: a"})
	})
}
