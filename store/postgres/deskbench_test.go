package postgres

import (
	"context"
	"fmt"
	"testing"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// BenchmarkDesk reads the first page of the queue and its counts, as it is and
// for a word that every text has, one of a tenth of them and one of a thousandth,
// with few and with many explanations stored.
func BenchmarkDesk(b *testing.B) {
	for _, n := range []int{1_000, 20_000} {
		db := seedDesk(b, n)
		sc := store.ScopeOf(store.Person{ID: "admin"})
		for name, f := range map[string]store.Filter{"queue": {}, "common": {Text: "lea"}, "tenth": {Text: "zebra7"}, "rare": {Text: "zebra996"}} {
			b.Run(fmt.Sprintf("n=%d/%s/first", n, name), func(b *testing.B) {
				for b.Loop() {
					_, err := db.Desk(b.Context(), sc, f, store.Page{N: 25})
					check(b, err)
				}
			})
			b.Run(fmt.Sprintf("n=%d/%s/counts", n, name), func(b *testing.B) {
				for b.Loop() {
					_, err := db.DeskCounts(b.Context(), sc, f)
					check(b, err)
				}
			})
		}
	}
}

// seedDesk stores n explanations of n/20 students, as the benchmark of SQLite
// does: half of them unsure, the rest contradicted, gated or calm.
func seedDesk(b *testing.B, n int) *DB {
	b.Helper()
	db := durable(b)
	check(b, db.AddPerson(b.Context(), store.Person{ID: "admin", LearnerID: "of admin", Role: store.RoleAdmin}))
	for _, query := range []string{
		`INSERT INTO learners (id, token_hash, created_ms) SELECT 'learner-' || i, CAST('learner-' || i AS BYTEA), 0 FROM generate_series(0, $1 / 20) i`,
		`INSERT INTO explanations (id, learner_id, form_key, lesson, after_reveal, at_ms, text)
			SELECT 'e' || i, 'learner-' || i / 20, 'k' || i, 'lesson-' || i % 7, 0, i,
				'A lease runs out and then the worker of shard ' || i || ' writes anyway zebra' || i % 997 || '.' FROM generate_series(0, $1 - 1) i`,
		`INSERT INTO words (seq, found) SELECT seq, array_to_tsvector(ARRAY['a', 'lease', 'runs', 'worker', 'writes', 'zebra' || at_ms % 997])
			FROM explanations WHERE $1 > 0`,
		`INSERT INTO scores (id, explanation_id, rubric, scorer, result, wording, at_ms)
			SELECT 's' || i, 'e' || i, 'r', 's', json_build_object('points', json_build_array(
				json_build_object('id', 'p1', 'verdict', CASE WHEN i % 10 < 5 THEN 'covered' ELSE 'missing' END),
				json_build_object('id', 'p2', 'verdict', CASE WHEN i % 2 = 0 THEN 'unsure' ELSE 'covered' END),
				json_build_object('id', 'p3', 'verdict', CASE WHEN i % 6 = 1 THEN 'contradicted' ELSE 'covered' END),
				json_build_object('id', 'p4', 'verdict', 'covered')),
				'flags', CASE WHEN i % 6 = 3 THEN json_build_array('copied') ELSE json_build_array() END), 'w' || i % 5000, i FROM generate_series(0, $1 - 1) i`,
		`INSERT INTO desk_due SELECT seq FROM explanations WHERE $1 > 0`,
	} {
		check(b, db.write(b.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
			_, err := tx.ExecContext(ctx, query, n)
			return err
		}))
	}
	check(b, db.Settle(b.Context()))
	_, err := db.pool.ExecContext(b.Context(), `ANALYZE`) // as the server does by itself, later
	check(b, err)
	return db
}
