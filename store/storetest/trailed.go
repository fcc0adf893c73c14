package storetest

import (
	"testing"

	"fencepost/store"
)

// trails are what a lesson's page shows of its learner, at once.
func trails(t *testing.T, o opener) {
	o.run(t, "nothing yet, and nothing of another lesson or learner", func(t *testing.T, s store.Store) {
		did(t, s)
		must[store.LabTry](t)(s.AddLabTry(t.Context(), labTry("a", "k")))
		same(t, trail(t, s, ann, quorum), store.Trail{})
		same(t, trail(t, s, bob, leases), store.Trail{})
	})
	o.run(t, "everything, in the order in which it was stored", leftTrail)
	o.run(t, "a draft that was handed in is none", func(t *testing.T, s store.Store) {
		must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "begun", 0, 30))
		must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
		got := trail(t, s, ann, leases)
		same(t, got.Draft, store.Draft{})
		same(t, got.Newest, store.Explanation{ID: "explanation-1", Text: "Explanation number 1.", AtMS: 5000})
	})
	o.inSchool(t, "what was claimed is in it, but for the draft, which moved", func(t *testing.T, s store.Store) {
		did(t, s)
		explains(t, s, sam, "later", 9000, "")
		check(t, s.Claim(t.Context(), ann, sam, 10_000))
		got := trail(t, s, own(sam), leases)
		same(t, []any{got.Explanations, got.Newest.ID, got.Draft.Text, len(got.Attempts)}, []any{2, "later", "of ann", 1})
		same(t, got.Standing, must[store.Standing](t)(s.Standing(t.Context(), own(sam), leases)))
	})
}

func trail(t *testing.T, s store.Store, learner, lesson string) store.Trail {
	t.Helper()
	return must[store.Trail](t)(s.Trail(t.Context(), learner, lesson))
}

func leftTrail(t *testing.T, s store.Store) {
	for i, right := range []bool{false, true, false} {
		a := attempt(i, string(rune('a'+i)))
		a.Right, a.AtMS = right, int64(100-i) // clocks jump
		must[store.Attempt](t)(s.AddAttempt(t.Context(), a))
	}
	for _, step := range []string{"why", "expiry", "why"} {
		check(t, s.MarkRead(t.Context(), ann, leases, step, 40))
	}
	check(t, s.MarkRevealed(t.Context(), ann, leases, 70))
	must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(1, "k")))
	must[store.Explanation](t)(s.AddExplanation(t.Context(), explanation(2, "l")))
	d := must[store.Draft](t)(s.SaveDraft(t.Context(), ann, leases, "begun again", 0, 6000))
	must[store.LabTry](t)(s.AddLabTry(t.Context(), labTry("a", "k1")))
	must[store.LabTry](t)(s.AddLabTry(t.Context(), passes(labTry("b", "k2"), 20)))
	answer := attempt(1, "").Answer
	same(t, trail(t, s, ann, leases), store.Trail{
		Standing: store.Standing{
			Read: []string{"why", "expiry"}, Tried: []string{"self-fencing"}, Right: []string{"self-fencing"},
			LabsTried: []string{lateOwner}, LabsPassed: []string{lateOwner}, Explanations: 2, RevealedMS: 70, LastMS: 6000,
		},
		Attempts: []store.Attempt{
			{Item: "self-fencing", Answer: answer, AtMS: 100},
			{Item: "self-fencing", Answer: answer, Right: true, AtMS: 99},
			{Item: "self-fencing", Answer: answer, AtMS: 98},
		},
		Draft:  store.Draft{Text: "begun again", Revision: d.Revision, AtMS: 6000},
		Newest: store.Explanation{ID: "explanation-2", Text: "Explanation number 2.", AtMS: 5000},
		Labs:   must[[]store.LabStanding](t)(s.LabStandings(t.Context(), ann)),
	})
}
