package demo

import (
	"testing"

	"fencepost/store"
	"fencepost/store/sqlite"
)

// A class of the size that web demo makes leaves no queue and no chart empty.
func TestEveryQueueAndChartHasSomething(t *testing.T) {
	db, told := filled(t, Options{
		Seed: 1, Students: MaxStudents(), Explanations: 400, Weeks: 6, Until: until, PasswordHash: "x",
	}, 500)
	if told.Students != 40 || told.Explanations != 400 || len(told.Instructors) != 2 {
		t.Errorf("told of %d students, %d explanations and %d instructors", told.Students, told.Explanations, len(told.Instructors))
	}
	sc := store.ScopeOf(told.Instructors[1])
	list, err := db.Cohorts(t.Context(), sc, store.Page{})
	if err != nil || len(list.Rows) != 1 {
		t.Fatalf("the second instructor's cohorts: %v, %v; want one", list.Rows, err)
	}
	cohort := list.Rows[0].Cohort.ID
	t.Run("queue", func(t *testing.T) { wantQueue(t, db, sc, cohort) })
	t.Run("class", func(t *testing.T) { wantClass(t, db, sc, cohort) })
	t.Run("charts", func(t *testing.T) { wantCharts(t, db, sc, cohort) })
	t.Run("people", func(t *testing.T) { wantPeople(t, db, told, cohort) })
}

func wantQueue(t *testing.T, db *sqlite.DB, sc store.Scope, cohort string) {
	all, err := db.DeskCounts(t.Context(), sc, store.Filter{State: store.StateAny, Cohort: cohort})
	if err != nil || all.Total != 400 {
		t.Errorf("%d explanations on the desk, %v; want 400", all.Total, err)
	}
	waiting, err := db.DeskCounts(t.Context(), sc, store.Filter{Cohort: cohort})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []store.Reason{
		store.ReasonDispute, store.ReasonReply, store.ReasonUnsure, store.ReasonContradicted,
		store.ReasonGate, store.ReasonWanted, store.ReasonAudit,
	} {
		if waiting.Reason[r] == 0 {
			t.Errorf("nothing waits by reason of %s", r)
		}
	}
	for _, state := range []store.State{store.StateReviewed, store.StateQuiet} {
		if n, err := db.DeskCounts(t.Context(), sc, store.Filter{State: state, Cohort: cohort}); err != nil || n.Total == 0 {
			t.Errorf("%d explanations are %s, %v", n.Total, state, err)
		}
	}
	groups, err := db.Groups(t.Context(), sc, store.Filter{Cohort: cohort}, 10)
	if err != nil || len(groups) == 0 {
		t.Errorf("groups to be judged as one: %v, %v", groups, err)
	}
	bank, err := db.Comments(t.Context(), sc, "leases-and-fencing-tokens")
	if err != nil || len(bank) == 0 || bank[0].Uses == 0 {
		t.Errorf("comment bank: %v, %v", bank, err)
	}
}

func wantClass(t *testing.T, db *sqlite.DB, sc store.Scope, cohort string) {
	m, err := db.Matrix(t.Context(), sc, cohort)
	if err != nil || len(m.Students) != 40 {
		t.Fatalf("%d students, %v; want 40", len(m.Students), err)
	}
	var idle, reading, reviewed, waiting int
	for _, s := range m.Students {
		c, begun := m.Cells[s.LearnerID]["leases-and-fencing-tokens"]
		switch {
		case !begun:
			idle++
		case c.Explanations == 0:
			reading++
		case c.ByPerson:
			reviewed++
		case c.Waiting:
			waiting++
		}
	}
	if idle == 0 || reading == 0 || reviewed == 0 || waiting == 0 {
		t.Errorf("%d students have not begun, %d handed nothing in, %d are reviewed, %d wait", idle, reading, reviewed, waiting)
	}
	due, err := db.Assignments(t.Context(), sc, cohort)
	if err != nil || len(due) != 1 || due[0].DueMS == 0 {
		t.Errorf("assigned: %v, %v", due, err)
	}
}

func wantCharts(t *testing.T, db *sqlite.DB, sc store.Scope, cohort string) {
	const slug = "leases-and-fencing-tokens"
	options, err := db.Options(t.Context(), sc, cohort, slug)
	items := map[string]bool{}
	for _, o := range options {
		items[o.Item] = true
	}
	if err != nil || !items["what-storage-holds"] || !items["shortest-freeze"] || !items["self-fencing"] {
		t.Errorf("answers to %v, %v; want the prediction, the challenge and the check", items, err)
	}
	tries, err := db.AttemptsUntilRight(t.Context(), sc, cohort, slug)
	if err != nil || len(tries) < 4 {
		t.Errorf("attempts until right: %v, %v", tries, err)
	}
	verdicts, err := db.Coverage(t.Context(), sc, cohort, slug)
	if err != nil || len(verdicts) < 14 {
		t.Errorf("coverage: %v, %v", verdicts, err)
	}
	weeks := map[int64]bool{}
	agreed, err := db.Agreements(t.Context(), sc, cohort, slug)
	for _, a := range agreed {
		weeks[a.WeekMS] = true
	}
	if err != nil || len(weeks) < 4 {
		t.Errorf("scorer and people are compared in %d weeks, %v; want 4 at least", len(weeks), err)
	}
}

func wantPeople(t *testing.T, db *sqlite.DB, told Told, cohort string) {
	lead := store.ScopeOf(told.Instructors[0])
	waits, err := db.Roster(t.Context(), lead, cohort, store.MemberPending, store.Page{})
	if err != nil || len(waits.Rows) != 1 {
		t.Errorf("%d wait to be let in, %v; want 1", len(waits.Rows), err)
	}
	students, err := db.Students(t.Context(), lead, cohort, "", store.Page{N: 50})
	if err != nil {
		t.Fatal(err)
	}
	unseen := 0
	for _, s := range students.Rows {
		news, err := db.News(t.Context(), s.LearnerID)
		if err != nil {
			t.Fatal(err)
		}
		unseen += len(news)
	}
	if unseen == 0 {
		t.Error("no student has a review that they have not seen")
	}
	entries, err := db.Entries(t.Context(), store.ScopeOf(told.Admin), "session.open", store.Page{})
	if err != nil || len(entries.Rows) == 0 {
		t.Errorf("sign-ins in the log: %d, %v", len(entries.Rows), err)
	}
}
