package sqlite

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// ofPeople are the tables with rows of somebody. Whoever adds one names it here,
// or among those that are of nobody.
var ofPeople = strings.Fields(`attempts chosen_scores claims desk desk_due disputes drafts explanations factors identities
	item_places lab_aids lab_drafts lab_tries leases learners links members moves places recall_cards recall_events recall_reminders
	recall_settings recovery_codes replies reveals review_items reviews scores sessions sights steps_read
	unscored verdicts wanted withdrawals xapi_lanes xapi_outbox`)

// ofNobody are those that erasing leaves as they are, or adds a count to. A person
// is left as a bare id, for what others wrote.
var ofNobody = strings.Fields(`assignments audit codes cohorts comments goose_db_version items passages_versions persons probe
	publications rubrics scorers site_keys tallies tries xapi_sent`)

// rowsOf counts the rows of each table.
func rowsOf(t *testing.T, db *DB) map[string]int64 {
	t.Helper()
	tables, err := words(t.Context(), db.readers, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	check(t, err)
	counts := make(map[string]int64)
	for _, table := range tables {
		var n int64
		check(t, db.readers.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM `+table).Scan(&n))
		counts[table] = n
	}
	return counts
}

// leavesTraces has p1 and p2 leave a row wherever a person can.
func leavesTraces(t *testing.T, db *DB, teacher store.Scope) {
	t.Helper()
	ctx := t.Context()
	reviewed(t, db, teacher)
	runLabs(t, db, teacher)
	runRecall(t, db, teacher)
	runOutbox(t, db)
	runScorers(t, db, teacher)
	check(t, db.Withdraw(ctx, teacher, "rx", 30))
	_, err := db.AddExplanation(ctx, store.Explanation{ID: "y", LearnerID: "l1", Key: "y", Lesson: lesson, Text: "Not scored yet.", AtMS: 40})
	check(t, err)
	_, err = db.AddExplanation(ctx, store.Explanation{ID: "z", LearnerID: "l2", Key: "z", Lesson: lesson, Text: "Scored, and tried by another scorer.", AtMS: 40})
	check(t, err)
	check(t, db.AddScore(ctx, store.Score{ID: "sz", ExplanationID: "z", Rubric: "r", Scorer: "s", Result: []byte(unsureResult), Wording: "w", AtMS: 41}))
	stored, err := db.StoredAfter(ctx, lesson, 0, 10)
	check(t, err)
	another := store.Scorer{ID: "another", Lesson: lesson, Rubric: "r", State: store.ScorerTrying}
	check(t, db.AddScorer(ctx, another))
	another.State = store.ScorerTried
	check(t, db.Try(ctx, another, []store.Move{{Place: stored[0].Place, Item: "token", Way: 1, Was: "missing", Will: "covered", Quotes: []byte("[]")}}))
	_, err = db.SaveDraft(ctx, "l1", lesson, "begun", 0, 41)
	check(t, err)
	check(t, db.MarkRead(ctx, "l1", lesson, "step", 42))
	check(t, db.MarkRevealed(ctx, "l1", lesson, 43))
	check(t, db.AddLearner(ctx, store.Learner{ID: "anon", TokenHash: []byte("anon")}))
	_, err = db.SaveDraft(ctx, "anon", lesson, "begun", 0, 44)
	check(t, err)
	check(t, db.Claim(ctx, "anon", "p1", 45))
	check(t, db.SetPassword(ctx, "p1", "phc of p1", nil))
	check(t, db.AddIdentity(ctx, store.Identity{Issuer: "i", Subject: "s", PersonID: "p1"}))
	check(t, db.AddFactor(ctx, store.Factor{ID: "f", PersonID: "p1", Kind: store.FactorTOTP, Secret: []byte("s")}))
	check(t, db.SetRecoveryCodes(ctx, "p1", [][]byte{[]byte("h")}))
	check(t, db.AddSession(ctx, store.Session{ID: "s", TokenHash: []byte("h"), PersonID: "p1", CreatedMS: 1, SeenMS: 1}))
	check(t, db.AddLink(ctx, store.Link{Hash: []byte("r"), Purpose: store.LinkReset, PersonID: "p1", ExpiresMS: 100}))
	change(t, db.path, `INSERT INTO desk_due SELECT seq FROM explanations`) // as a migration leaves them
}

// Whoever is erased leaves no row in any table but a bare id.
func TestWhoIsErasedLeavesNoRow(t *testing.T) {
	db, teacher, _ := peopled(t)
	before := rowsOf(t, db)
	leavesTraces(t, db, teacher)
	there := rowsOf(t, db)
	want := make(map[string]int64)
	for _, table := range ofPeople {
		want[table] = before[table]
		if there[table] == 0 {
			t.Errorf("nobody left a row in %s: the test does not look at it", table)
		}
	}
	want["learners"] -= 2
	want["members"] -= 2
	for _, id := range []string{"p1", "p2"} {
		check(t, db.DeletePerson(t.Context(), store.ScopeOf(store.Person{ID: id}), id, 900))
	}
	after := rowsOf(t, db)
	for _, table := range ofNobody {
		delete(after, table)
	}
	if diff := cmp.Diff(want, after); diff != "" {
		t.Errorf("rows by table after two were erased (-want +got):\n%s", diff)
	}
	var kept string
	check(t, db.readers.QueryRowContext(t.Context(), `SELECT json_array(email, email_folded, name, name_folded, password_hash, learner_id, role) FROM persons WHERE id = 'p1'`).Scan(&kept))
	if bare := `["",null,"","","",null,"student"]`; kept != bare {
		t.Errorf("of the person is left %s, want %s", kept, bare)
	}
}
