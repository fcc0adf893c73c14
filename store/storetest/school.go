package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fencepost/store"
)

// A school has two cohorts. Ida leads the first and Tea assists there; Jon
// leads the second; Ada is the admin. Sam and Sue learn in the first, Bea in the
// second.
const (
	ida, tea, jon, ada = "ida", "tea", "jon", "ada"
	sam, sue, bea      = "sam", "sue", "bea"
	first, second      = "first", "second"
)

var (
	byIda = store.ScopeOf(store.Person{ID: ida})
	byTea = store.ScopeOf(store.Person{ID: tea})
	byJon = store.ScopeOf(store.Person{ID: jon})
	byAda = store.ScopeOf(store.Person{ID: ada})
	bySam = store.ScopeOf(store.Person{ID: sam})
)

func person(id string, role store.Role) store.Person {
	return store.Person{
		ID: id, LearnerID: own(id), Email: strings.ToUpper(id[:1]) + id[1:] + "@Example.org", Name: strings.ToUpper(id[:1]) + id[1:],
		Role: role, CreatedMS: 1000,
	}
}

// own is the learner of a person.
func own(person string) string { return "learner of " + person }

func member(cohort, person string, role store.MemberRole) store.Member {
	return store.Member{CohortID: cohort, PersonID: person, Role: role, State: store.MemberActive, SinceMS: 2000}
}

// school fills an empty store.
func school(t *testing.T, s store.Store) {
	t.Helper()
	for id, role := range map[string]store.Role{
		ida: store.RoleInstructor, tea: store.RoleStudent, jon: store.RoleInstructor, ada: store.RoleAdmin,
		sam: store.RoleStudent, sue: store.RoleStudent, bea: store.RoleStudent,
	} {
		check(t, s.AddPerson(t.Context(), person(id, role)))
	}
	check(t, s.AddCohort(t.Context(), byIda, store.Cohort{ID: first, Name: "First", Zone: "Europe/Oslo", CreatedMS: 1500}))
	check(t, s.AddCohort(t.Context(), byJon, store.Cohort{ID: second, Name: "Second", Zone: "UTC", CreatedMS: 1600}))
	check(t, s.SetMember(t.Context(), byIda, member(first, tea, store.MemberAssistant)))
	check(t, s.SetMember(t.Context(), byIda, member(first, sam, store.MemberStudent)))
	check(t, s.SetMember(t.Context(), byIda, member(first, sue, store.MemberStudent)))
	check(t, s.SetMember(t.Context(), byJon, member(second, bea, store.MemberStudent)))
}

// inSchool runs a case in a school.
func (o opener) inSchool(t *testing.T, name string, f func(t *testing.T, s store.Store)) {
	o.run(t, name, func(t *testing.T, s store.Store) {
		school(t, s)
		f(t, s)
	})
}

// result is what a scorer says: points as "stale:covered token:unsure", then
// after a bar misconceptions, then after another bar flags.
func result(said string) json.RawMessage {
	parts := append(strings.Split(said, "|"), "", "")
	find := func(list string) (out []map[string]string) {
		for _, f := range strings.Fields(list) {
			id, verdict, _ := strings.Cut(f, ":")
			out = append(out, map[string]string{"id": id, "verdict": verdict})
		}
		return out
	}
	raw, err := json.Marshal(map[string]any{
		"points": find(parts[0]), "misconceptions": find(parts[1]), "flags": strings.Fields(parts[2]),
	})
	if err != nil {
		panic(err)
	}
	return raw
}

// explains hands in an explanation of a person's in the lesson on leases, with
// a score unless said is "".
func explains(t *testing.T, s store.Store, person, id string, atMS int64, said string) {
	t.Helper()
	e := store.Explanation{ID: id, LearnerID: own(person), Key: id, Lesson: leases, Text: "Text of " + id + " by " + person + ".", AtMS: atMS}
	if said == "" {
		must[store.Explanation](t)(s.AddExplanation(t.Context(), e))
		return
	}
	must[store.Explanation](t)(s.AddScoredExplanation(t.Context(), e, scoreOf(id, "s1", said)))
}

func scored(t *testing.T, s store.Store, explanation, scorer, said string) {
	t.Helper()
	check(t, s.AddScore(t.Context(), scoreOf(explanation, scorer, said)))
}

func scoreOf(explanation, scorer, said string) store.Score {
	return store.Score{
		ID: "score " + scorer + " of " + explanation, ExplanationID: explanation, Rubric: "r1", Scorer: scorer, Result: result(said), AtMS: 5,
	}
}

func disputesIt(t *testing.T, s store.Store, person, explanation, item string) {
	t.Helper()
	must[store.Dispute](t)(s.AddDispute(t.Context(), store.Dispute{
		ID: "dispute of " + item + " in " + explanation, LearnerID: own(person), Key: explanation + item, ExplanationID: explanation, Item: item, Claim: "said",
	}))
}

// review is one of an explanation under a token.
func review(id, explanation string, token, atMS int64, verdicts map[string]string) store.Review {
	return store.Review{
		ID: id, Key: "key " + id, ExplanationID: explanation, Rubric: "r1", Scorer: "s1", Verdicts: verdicts,
		Comment: "Comment of " + id + ".", Shown: json.RawMessage(`{"open": true}`), Token: token, AtMS: atMS,
	}
}

// reviewsIt opens an explanation and saves a review of it.
func reviewsIt(t *testing.T, s store.Store, sc store.Scope, id, explanation string, atMS int64, verdicts map[string]string) store.Review {
	t.Helper()
	l := must[store.Lease](t)(s.Acquire(t.Context(), sc, explanation, atMS, 60_000))
	r, _, err := s.SaveReview(t.Context(), sc, review(id, explanation, l.Token, atMS, verdicts))
	check(t, err)
	return r
}

// on lists the desk as "id reason", in order.
func on(t *testing.T, s store.Store, sc store.Scope, f store.Filter) (list []string) {
	t.Helper()
	page := store.Page{N: 2} // small, so that every list is read over page ends
	for {
		l := must[store.Listing[store.Answer]](t)(s.Desk(t.Context(), sc, f, page))
		for _, a := range l.Rows {
			list = append(list, strings.TrimSpace(fmt.Sprint(a.ExplanationID, " ", a.Reason)))
		}
		if l.Next == "" {
			return list
		}
		page.After = l.Next
	}
}
