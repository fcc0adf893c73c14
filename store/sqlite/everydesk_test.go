package sqlite

import (
	"testing"

	"fencepost/store"
)

// filters are every shape of a filter that has a statement of its own.
func filters() (list []store.Filter) {
	for _, state := range []store.State{"", store.StateReviewed, store.StateQuiet, store.StateAny} {
		for _, cohort := range []string{"", "c"} {
			for _, f := range []store.Filter{
				{},
				{Lesson: lesson},
				{Lesson: lesson, Item: "token", Verdict: "covered"},
				{Lesson: lesson, Item: "token"},
				{Learner: "l1"},
				{Lesson: lesson, Learner: "l1", Item: "token", Verdict: "covered"},
				{Mine: true},
				{FromMS: 1, ToMS: 99},
				{Text: "lease run"},
				{Lesson: lesson, Mine: true, Item: "token", Verdict: "covered", Text: "a", FromMS: 1},
			} {
				f.State, f.Cohort = state, cohort
				list = append(list, f)
			}
		}
	}
	return append(list, store.Filter{Reason: store.ReasonReply})
}

func runReviewing(t *testing.T, db *DB, teacher, admin store.Scope) {
	t.Helper()
	ctx := t.Context()
	for _, f := range filters() {
		_, err := db.Desk(ctx, teacher, f, store.Page{})
		check(t, err)
		_, err = db.Desk(ctx, teacher, f, store.Page{After: "1.10.1"})
		check(t, err)
		_, err = db.DeskCounts(ctx, teacher, f)
		check(t, err)
		_, err = db.Groups(ctx, teacher, f, 10)
		check(t, err)
		_, err = db.GroupAnswers(ctx, teacher, f, store.Group{Lesson: lesson, Signature: "stale token", Wording: "w"}, store.Page{})
		check(t, err)
	}
	_, err := db.Depth(ctx)
	check(t, err)
	_, err = db.File(ctx, teacher, "x")
	check(t, err)
	_, err = db.OwnFile(ctx, "l1", "x")
	check(t, err)
	_, err = db.News(ctx, "l1")
	check(t, err)
	for range 2 {
		_, err = db.AddComment(ctx, teacher, store.Comment{ID: "co", Lesson: lesson, Item: "token", Text: "Say which."})
		check(t, err)
	}
	_, err = db.Comments(ctx, teacher, lesson)
	check(t, err)
	check(t, db.UseComment(ctx, teacher, "co"))
	check(t, db.RemoveComment(ctx, teacher, "co"))
	check(t, db.SaveGroup(ctx, teacher, []store.Review{{ID: "rg", Key: "g", ExplanationID: "x", Shown: []byte("{}"), Batch: "b", AtMS: 90}}, []string{"rx"}))
	_, err = db.WithdrawBatch(ctx, teacher, "b", 91)
	check(t, err)
	check(t, db.Withdraw(ctx, teacher, "rx", 92))
	runInsight(t, db, teacher)
	runInsight(t, db, admin)
}

func runInsight(t *testing.T, db *DB, sc store.Scope) {
	t.Helper()
	ctx := t.Context()
	_, err := db.Matrix(ctx, sc, "c")
	check(t, err)
	_, err = db.Tallies(ctx, sc, lesson)
	check(t, err)
	for _, cohort := range []string{"", "c"} {
		_, err = db.Coverage(ctx, sc, cohort, lesson)
		check(t, err)
		_, err = db.Options(ctx, sc, cohort, lesson)
		check(t, err)
		_, err = db.AttemptsUntilRight(ctx, sc, cohort, lesson)
		check(t, err)
		_, err = db.Agreements(ctx, sc, cohort, lesson)
		check(t, err)
		e := store.Export{Cohort: cohort, Lesson: lesson}
		for _, err := range db.ExportChecks(ctx, sc, e) {
			check(t, err)
		}
		for _, err := range db.ExportExplanations(ctx, sc, e) {
			check(t, err)
		}
		for _, err := range db.ExportReviews(ctx, sc, e) {
			check(t, err)
		}
	}
}

func runRights(t *testing.T, db *DB, admin store.Scope) {
	t.Helper()
	ctx := t.Context()
	_, err := db.Dossier(ctx, admin, "p1")
	check(t, err)
	_, err = db.LearnerDossier(ctx, "anon")
	check(t, err)
	_, err = db.Explained(ctx, "l1")
	check(t, err)
	check(t, db.DeletePerson(ctx, admin, "p1", 1000))
	_, err = db.DeleteBefore(ctx, 1, 10)
	check(t, err)
	allow(t, db.DeletePerson(ctx, admin, "p3", 1000), store.ErrConflict)
}
