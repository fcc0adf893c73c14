package sqlite

import (
	"database/sql"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/store"
)

// short are what is read from its beginning, being a queue or a handful of
// rows: legs of a desk query (the constant rows of VALUES), a learner and
// those claimed for it (own), common tables of one
// cohort's learners, the versions of rubrics, and rows that an inner query has picked already.
var short = regexp.MustCompile(`^SCAN (unscored|xapi_outbox USING (COVERING )?INDEX xapi_outbox_(waiting|dead)|rubrics USING COVERING INDEX \S+|desk_due|\d+ CONSTANT ROWS|CONSTANT ROW|\d+-ROW VALUES CLAUSE|leg|hit|reaches|who|own|g|t|part|o|last|given|\(subquery-\d+\)|words VIRTUAL TABLE INDEX .*)( |$)`)

// TestEveryQueryIsAnsweredFromAnIndex runs each operation once, then asks
// SQLite how it answers each statement that was run. Nothing reads a table from
// end to end.
func TestEveryQueryIsAnsweredFromAnIndex(t *testing.T) {
	db, teacher, admin := peopled(t)
	runEverything(t, db)
	reviewed(t, db, teacher)
	runPeople(t, db, teacher, admin)
	runReviewing(t, db, teacher, admin)
	runScorers(t, db, teacher)
	runRecall(t, db, teacher)
	runLabs(t, db, teacher)
	runOutbox(t, db)
	runRights(t, db, admin)
	other, err := connect(fileToolDSN(db.path), 1) // with foreign keys: what looks them up is part of the plan
	check(t, err)
	defer other.Close()
	queries := statements(db)
	if len(queries) < 300 {
		t.Fatalf("only %d statements were run", len(queries))
	}
	for _, q := range queries {
		steps := plan(t, other, q)
		if strings.Contains(q, "leg.column3") && !paged(steps) {
			t.Errorf("a page of the desk is not picked row by row: %q\n    in: %s", steps, q)
		}
		for _, step := range steps {
			if strings.HasPrefix(step, "SCAN ") && !short.MatchString(step) || foreign(q, step) {
				t.Errorf("%s\n    in: %s", step, q)
			}
		}
	}
}

// ofLearners are searches of what learners did.
var ofLearners = regexp.MustCompile(`^SEARCH (t|attempts|explanations|drafts|steps_read|reveals|lab_tries|lab_aids|recall_events) `)

// foreign says whether a query of one learner's own work goes through
// everybody's: by an index that begins with the lesson, say.
func foreign(query, step string) bool {
	return strings.Contains(query, "FROM claims WHERE owner_id = ") && ofLearners.MatchString(step) &&
		!strings.Contains(step, "(learner_id=?") && !strings.Contains(step, "(of_id=?") && !strings.Contains(step, "(id=?") && !strings.Contains(step, "(rowid=?")
}

// paged says whether a page of the desk begins in an index at the place where
// the page before ended, and reads no rows but its own.
func paged(steps []string) bool {
	begins := slices.ContainsFunc(steps, func(s string) bool {
		return strings.HasPrefix(s, "SEARCH q USING ") && strings.Contains(s, "(at_ms,seq)")
	})
	return begins && slices.Contains(steps, "SEARCH x USING PRIMARY KEY (cohort_no=? AND seq=?)")
}

// statements are all that the writer and the readers compiled.
func statements(db *DB) []string {
	list := slices.Collect(maps.Keys(db.writer.conn.stmts))
	for _, r := range db.readers.idle {
		list = slices.AppendSeq(list, maps.Keys(r.stmts))
	}
	settings := regexp.MustCompile(`^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA)`)
	return slices.DeleteFunc(list, settings.MatchString)
}

// plan is what SQLite says of how it runs q.
func plan(t *testing.T, db *sql.DB, q string) (steps []string) {
	t.Helper()
	most := 0
	for _, m := range regexp.MustCompile(`\$(\d+)`).FindAllStringSubmatch(q, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+q, make([]any, most)...)
	check(t, err)
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		check(t, rows.Scan(&id, &parent, &unused, &step))
		steps = append(steps, step)
	}
	check(t, rows.Err())
	return steps
}

// runEverything calls each method of the store, on each of its paths that has a
// statement of its own.
func runEverything(t *testing.T, db *DB) {
	t.Helper()
	const lesson = "leases-and-fencing-tokens"
	ctx := t.Context()
	e := store.Explanation{ID: "e", LearnerID: "ann", Key: "k", Lesson: lesson, Text: "text"}
	d := store.Dispute{ID: "d", LearnerID: "ann", Key: "k", ExplanationID: "e", Item: "x", Claim: "said"}
	s := store.Score{ID: "s", ExplanationID: "e", Rubric: "r", Scorer: "s", Result: []byte("{}")}
	for range 2 {
		check(t, answer(ctx, db, "k"))
		_, err := db.SaveDraft(ctx, "ann", lesson, "text", 0, 1)
		check(t, err)
		_, err = db.AddExplanation(ctx, e)
		check(t, err)
		_, err = db.AddDispute(ctx, d)
		check(t, err)
		check(t, db.AddScore(ctx, s))
		check(t, db.MarkRead(ctx, "ann", lesson, "why", 1))
		check(t, db.MarkRevealed(ctx, "ann", lesson, 1))
		check(t, db.Ready(ctx))
	}
	readEverything(t, db, lesson)
}

func readEverything(t *testing.T, db *DB, lesson string) {
	t.Helper()
	ctx := t.Context()
	_, err := db.LearnerByToken(ctx, []byte("hash"))
	check(t, err)
	_, err = db.Answered(ctx, "ann", lesson, "self-fencing")
	check(t, err)
	_, err = db.Explanation(ctx, "ann", "e")
	check(t, err)
	for _, l := range []string{lesson, ""} {
		_, err = db.Explanations(ctx, "ann", l)
		check(t, err)
	}
	_, err = db.Unscored(ctx, 10)
	check(t, err)
	_, err = db.Scores(ctx, "e")
	check(t, err)
	_, err = db.Disputes(ctx, "e")
	check(t, err)
	_, err = db.Draft(ctx, "ann", lesson)
	check(t, err)
	_, err = db.Standing(ctx, "ann", lesson)
	check(t, err)
	_, err = db.Standings(ctx, "ann")
	check(t, err)
	_, err = db.Trail(ctx, "ann", lesson)
	check(t, err)
}

func TestALessonPageNeedsTwoStatements(t *testing.T) {
	db := openFile(t, filepath.Join(t.TempDir(), "fencepost.db"))
	defer db.Close()
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "ann", TokenHash: []byte("hash")}))
	before := db.Stats().Reads
	_, err := db.LearnerByToken(t.Context(), []byte("hash"))
	check(t, err)
	_, err = db.Trail(t.Context(), "ann", "leases-and-fencing-tokens")
	check(t, err)
	if n := db.Stats().Reads - before; n != 2 {
		t.Errorf("%d statements, want 2", n)
	}
	before = db.Stats().Reads
	_, err = db.Standings(t.Context(), "ann")
	check(t, err)
	if n := db.Stats().Reads - before; n != 1 {
		t.Errorf("the catalogue's standings took %d statements, want 1", n)
	}
}
