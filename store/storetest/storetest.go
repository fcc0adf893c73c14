// Package storetest is what every engine of the store must do, as a suite that
// runs against it.
package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// Run tests the engine that open opens. Each call of open gives an empty store,
// which Run closes.
func Run(t *testing.T, open func(t *testing.T) store.Store) {
	for _, group := range []struct {
		name  string
		cases func(t *testing.T, open opener)
	}{
		{"learners", learners},
		{"attempts", attempts},
		{"explanations", explanations},
		{"explanations with a score", scoredAtOnce},
		{"before an explanation", before},
		{"scores", scores},
		{"disputes", disputes},
		{"drafts", drafts},
		{"progress", progress},
		{"trails", trails},
		{"labs", labs},
		{"people", people},
		{"factors", factors},
		{"links", links},
		{"sessions", sessions},
		{"tries", tries},
		{"claims", claims},
		{"cohorts", cohorts},
		{"joining", joining},
		{"desk", desk},
		{"groups", groups},
		{"leasing", leasing},
		{"reviewing", reviewing},
		{"replying", replying},
		{"judging groups", inGroups},
		{"scopes", scopes},
		{"insight", insight},
		{"exports", exports},
		{"comments", comments},
		{"scorers", scorers},
		{"content", content},
		{"recalls", recalls},
		{"reminders", reminded},
		{"outbox", outbox},
		{"audit", audit},
		{"rights", rights},
		{"replicas", replicas},
		{"text", texts},
		{"contexts", contexts},
		{"life", life},
	} {
		t.Run(group.name, func(t *testing.T) { group.cases(t, opener{open}) })
	}
}

// opener gives each case an empty store with two learners, ann and bob.
type opener struct {
	open func(t *testing.T) store.Store
}

// run is one case.
func (o opener) run(t *testing.T, name string, f func(t *testing.T, s store.Store)) {
	t.Run(name, func(t *testing.T) {
		s := o.open(t)
		t.Cleanup(func() { check(t, s.Close()) })
		for _, id := range []string{ann, bob} {
			check(t, s.AddLearner(t.Context(), learner(id)))
		}
		f(t, s)
	})
}

const (
	ann    = "ann"
	bob    = "bob"
	leases = "leases-and-fencing-tokens"
	quorum = "quorums"
)

func learner(id string) store.Learner {
	return store.Learner{ID: id, TokenHash: []byte("hash of " + id), CreatedMS: 1000}
}

func attempt(n int, key string) store.Attempt {
	return store.Attempt{
		ID: fmt.Sprintf("attempt-%d", n), LearnerID: ann, Key: key, Lesson: leases, Item: "self-fencing",
		Answer: json.RawMessage(`{"option": "b"}`), Right: n%2 == 1, Content: "v1", AtMS: 5000,
	}
}

func explanation(n int, key string) store.Explanation {
	return store.Explanation{
		ID: fmt.Sprintf("explanation-%d", n), LearnerID: ann, Key: key, Lesson: leases,
		Text: fmt.Sprintf("Explanation number %d.", n), AtMS: 5000,
	}
}

func score(n int, explanation, scorer string) store.Score {
	return store.Score{
		ID: fmt.Sprintf("score-%d", n), ExplanationID: explanation, Rubric: "r1", Scorer: scorer,
		Result: json.RawMessage(fmt.Sprintf(`{"n": %d}`, n)), AtMS: 6000,
	}
}

func dispute(n int, key string) store.Dispute {
	return store.Dispute{
		ID: fmt.Sprintf("dispute-%d", n), LearnerID: ann, Key: key, ExplanationID: "explanation-1",
		Item: "token-rises", Claim: "said", Reason: "I said so in the second sentence.", AtMS: 7000,
	}
}

// check fails the test on an error.
func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must fails the test on an error, or gives the value.
func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		check(t, err)
		return v
	}
}

// wantErr fails the test unless err is target.
func wantErr(t *testing.T, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("got error %v, want %v", err, target)
	}
}

// same fails the test where got is not want.
func same[T any](t *testing.T, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("- want, + got:\n%s", d)
	}
}

// answersIn are a learner's answers to checks of one lesson, oldest first.
func answersIn(t *testing.T, s store.Store, learner, lesson string) []store.Attempt {
	t.Helper()
	d := must[store.Dossier](t)(s.LearnerDossier(t.Context(), learner))
	return slices.DeleteFunc(d.Attempts, func(a store.Attempt) bool { return a.Lesson != lesson })
}
