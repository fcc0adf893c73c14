package storetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"fencepost/store"
)

// answers adds attempts of a person's at a check, such as "a- b+": what was
// chosen, and whether it was right.
func answers(t *testing.T, s store.Store, learner, item string, given ...string) {
	t.Helper()
	for i, g := range given {
		id := fmt.Sprint(learner, item, i)
		must[store.Attempt](t)(s.AddAttempt(t.Context(), store.Attempt{
			ID: id, LearnerID: learner, Key: id, Lesson: leases, Item: item,
			Answer: json.RawMessage(`"` + g[:1] + `"`), Right: g[1:] == "+", AtMS: int64(100 + i),
		}))
	}
}

func insight(t *testing.T, o opener) {
	o.inSchool(t, "the matrix has every student, with the newest of each", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-", "b+")
		answers(t, s, own(sam), "expiry", "a-")
		explains(t, s, sam, "old", 150, "stale:covered token:covered")
		explains(t, s, sam, "new", 160, "stale:covered token:unsure")
		check(t, s.MarkRead(t.Context(), own(sue), quorum, "why", 170))
		explains(t, s, bea, "elsewhere", 180, "token:covered")
		m := must[store.Matrix](t)(s.Matrix(t.Context(), byTea, first))
		same(t, m.Students, []store.Student{{PersonID: sam, LearnerID: own(sam), Name: "Sam"}, {PersonID: sue, LearnerID: own(sue), Name: "Sue"}})
		same(t, m.Cells, map[string]map[string]store.Cell{
			own(sam): {leases: {Tried: []string{"expiry", "self-fencing"}, Right: []string{"self-fencing"}, Explanations: 2, ExplanationID: "new", Covered: 1, Points: 2, Waiting: true, LastMS: 160}},
			own(sue): {quorum: {LastMS: 170}},
		})
		reviewsIt(t, s, byIda, "r", "new", 200, map[string]string{"token": "covered"})
		cell := must[store.Matrix](t)(s.Matrix(t.Context(), byIda, first)).Cells[own(sam)][leases]
		same(t, []any{cell.Covered, cell.ByPerson, cell.Waiting}, []any{2, true, false})
	})
	o.inSchool(t, "claimed work is in the student's cells", func(t *testing.T, s store.Store) {
		answers(t, s, ann, "self-fencing", "a-", "b+")
		answers(t, s, own(sam), "self-fencing", "a-")
		check(t, s.Claim(t.Context(), ann, sam, 900))
		cell := must[store.Matrix](t)(s.Matrix(t.Context(), byIda, first)).Cells[own(sam)][leases]
		same(t, [][]string{cell.Tried, cell.Right}, [][]string{{"self-fencing"}, {"self-fencing"}})
		got := must[[]store.UntilRight](t)(s.AttemptsUntilRight(t.Context(), byIda, first, leases))
		same(t, got, []store.UntilRight{{Item: "self-fencing", Attempts: 2, Students: 1}})
	})
	o.inSchool(t, "coverage counts each student's newest explanation by the verdict in force", func(t *testing.T, s store.Store) {
		explains(t, s, sam, "s1", 10, "stale:missing token:missing|clocks:present")
		explains(t, s, sam, "s2", 20, "stale:covered token:unsure|clocks:missing")
		explains(t, s, sue, "s3", 30, "stale:covered token:missing|clocks:present")
		reviewsIt(t, s, byIda, "r", "s2", 40, map[string]string{"token": "covered"})
		want := []store.ItemCount{
			{Item: "stale", Verdict: "covered", Students: 2},
			{Item: "token", Verdict: "covered", Students: 1},
			{Item: "token", Verdict: "missing", Students: 1},
			{Item: "clocks", Verdict: "present", Students: 1},
		}
		same(t, must[[]store.ItemCount](t)(s.Coverage(t.Context(), byIda, first, leases)), want)
		same(t, must[[]store.ItemCount](t)(s.Coverage(t.Context(), byAda, "", leases)), want)
	})
	o.inSchool(t, "options, most frequent first, and what students chose at first", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-", "a-", "b+")
		answers(t, s, own(sue), "self-fencing", "b+")
		answers(t, s, own(bea), "self-fencing", "c-")
		a, b := json.RawMessage(`"a"`), json.RawMessage(`"b"`)
		want := []store.OptionCount{
			{Item: "self-fencing", Answer: a, Times: 2, Students: 1, First: 1},
			{Item: "self-fencing", Answer: b, Right: true, Times: 2, Students: 2, First: 1},
		}
		same(t, must[[]store.OptionCount](t)(s.Options(t.Context(), byIda, first, leases)), want)
		same(t, must[[]store.OptionCount](t)(s.Options(t.Context(), byIda, "", leases)), want)
		same(t, len(must[[]store.OptionCount](t)(s.Options(t.Context(), byAda, "", leases))), 3)
	})
	o.inSchool(t, "attempts until right, the never right apart", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-", "a-", "b+", "a-")
		answers(t, s, own(sue), "self-fencing", "a-")
		answers(t, s, own(sue), "expiry", "b+")
		same(t, must[[]store.UntilRight](t)(s.AttemptsUntilRight(t.Context(), byIda, first, leases)), []store.UntilRight{
			{Item: "expiry", Attempts: 1, Students: 1},
			{Item: "self-fencing", Attempts: 0, Students: 1},
			{Item: "self-fencing", Attempts: 3, Students: 1},
		})
	})
	o.inSchool(t, "agreement of scorer and people, by week, over what stands", func(t *testing.T, s store.Store) {
		const monday = 1_767_571_200_000 // 2026-01-05 00:00 UTC
		explains(t, s, sam, "e1", 10, "token:missing")
		explains(t, s, sam, "e2", 20, "token:covered")
		explains(t, s, sue, "e3", 30, "token:covered")
		reviewsIt(t, s, byIda, "r1", "e1", monday-1, map[string]string{"token": "covered"})
		reviewsIt(t, s, byIda, "r2", "e2", monday, map[string]string{"token": "covered"})
		reviewsIt(t, s, byIda, "r3", "e3", monday+6*86_400_000, map[string]string{"token": "covered"})
		reviewsIt(t, s, byIda, "r4", "e3", monday+7*86_400_000, map[string]string{"token": "missing"})
		check(t, s.Withdraw(t.Context(), byIda, "r4", monday+7*86_400_000+1))
		same(t, must[[]store.Agreement](t)(s.Agreements(t.Context(), byIda, first, leases)), []store.Agreement{
			{Item: "token", WeekMS: monday - 7*86_400_000, Machine: "missing", Person: "covered", Times: 1},
			{Item: "token", WeekMS: monday, Machine: "covered", Person: "covered", Times: 2},
		})
	})
}

func exports(t *testing.T, o opener) {
	o.inSchool(t, "student by student, with what is in force", func(t *testing.T, s store.Store) {
		explains(t, s, sue, "u1", 10, "token:unsure")
		explains(t, s, sam, "s1", 20, "token:unsure")
		explains(t, s, sam, "s2", 30, "")
		reviewsIt(t, s, byIda, "r", "s1", 40, map[string]string{"token": "covered"})
		var got []string
		check(t, each(s.ExportExplanations(t.Context(), byIda, store.Export{Cohort: first}), func(r store.ExplanationRow) {
			line := r.Name + " " + r.ID
			if r.Score != nil {
				line += " scored"
			}
			if r.InForce != nil {
				line += " " + r.InForce.Verdicts["token"] + " by " + r.Reviewer
			}
			got = append(got, line)
		}))
		same(t, got, []string{"Sam s1 scored covered by Ida", "Sam s2", "Sue u1 scored"})
		var reviews []string
		check(t, each(s.ExportReviews(t.Context(), byIda, store.Export{Lesson: leases}), func(r store.ReviewRow) {
			reviews = append(reviews, r.Name+" "+r.ID+" "+r.Lesson+" by "+r.Reviewer)
		}))
		same(t, reviews, []string{"Sam r " + leases + " by Ida"})
	})
	o.inSchool(t, "narrowed by lesson and time; everything to an admin, once", func(t *testing.T, s store.Store) {
		answers(t, s, own(sam), "self-fencing", "a-", "b+", "b+")
		answers(t, s, ann, "self-fencing", "c-")
		answers(t, s, bob, "self-fencing", "c-")
		check(t, s.Claim(t.Context(), ann, sam, 900))
		count := func(sc store.Scope, e store.Export) (n int) {
			check(t, each(s.ExportChecks(t.Context(), sc, e), func(store.CheckRow) { n++ }))
			return n
		}
		same(t, count(byIda, store.Export{}), 4)
		same(t, count(byIda, store.Export{FromMS: 101, ToMS: 102}), 1)
		same(t, count(byIda, store.Export{Lesson: quorum}), 0)
		same(t, count(byIda, store.Export{Cohort: first, Learner: own(sam)}), 4)
		same(t, count(byIda, store.Export{Cohort: first, Learner: own(sue)}), 0)
		same(t, count(byJon, store.Export{Learner: own(sam)}), 0)
		same(t, count(byAda, store.Export{}), 5)
		same(t, count(bySam, store.Export{}), 4)
	})
	o.run(t, "more owners than are read at a time", func(t *testing.T, s store.Store) {
		check(t, s.AddPerson(t.Context(), person(ada, store.RoleAdmin)))
		for i := range 120 {
			id := fmt.Sprintf("l%03d", i)
			check(t, s.AddLearner(t.Context(), store.Learner{ID: id, TokenHash: []byte(id)}))
			answers(t, s, id, "self-fencing", "a-")
		}
		seen := make(map[string]bool)
		check(t, each(s.ExportChecks(t.Context(), byAda, store.Export{}), func(r store.CheckRow) { seen[r.Attempt.LearnerID] = true }))
		same(t, len(seen), 120)
		for range s.ExportChecks(t.Context(), byAda, store.Export{}) {
			break // a reader that goes away ends it
		}
	})
}

func comments(t *testing.T, o opener) {
	c := store.Comment{ID: "c1", Lesson: leases, Item: "token", Text: "Say what old is compared with.", AtMS: 5}
	o.inSchool(t, "shared by all who teach, the most used first", func(t *testing.T, s store.Store) {
		kept := must[store.Comment](t)(s.AddComment(t.Context(), byIda, c))
		same(t, kept.MadeBy, ida)
		again, other := c, c
		again.ID, other.ID, other.Text = "c2", "c3", "Good."
		same(t, must[store.Comment](t)(s.AddComment(t.Context(), byJon, again)).ID, "c1")
		must[store.Comment](t)(s.AddComment(t.Context(), byTea, other))
		check(t, s.UseComment(t.Context(), byJon, "c3"))
		list := must[[]store.Comment](t)(s.Comments(t.Context(), byJon, leases))
		same(t, []string{list[0].ID, list[1].ID}, []string{"c3", "c1"})
		wantErr(t, s.RemoveComment(t.Context(), byJon, "c1"), store.ErrNotFound)
		check(t, s.RemoveComment(t.Context(), byAda, "c1"))
		check(t, s.RemoveComment(t.Context(), byTea, "c3"))
	})
	o.inSchool(t, "not for students", func(t *testing.T, s store.Store) {
		must[store.Comment](t)(s.AddComment(t.Context(), byIda, c))
		same(t, len(must[[]store.Comment](t)(s.Comments(t.Context(), bySam, leases))), 0)
		_, err := s.AddComment(t.Context(), bySam, store.Comment{ID: "x", Lesson: leases, Text: "Mine."})
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.UseComment(t.Context(), bySam, "c1"), store.ErrNotFound)
	})
}
