package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"fencepost/store"
	"fencepost/store/sqlstore"
)

// BenchmarkDesk reads the first page of the queue and one that lies behind four
// fifths of it, and its counts, as an instructor of a cohort that has a
// twentieth of all explanations and as an admin, with few and with many of them
// stored.
func BenchmarkDesk(b *testing.B) {
	for _, n := range []int{1_000, 200_000} {
		db := seedDesk(b, n)
		for _, who := range []string{"teacher", "admin"} {
			sc := store.ScopeOf(store.Person{ID: who})
			for _, q := range []struct {
				name string
				f    store.Filter
			}{
				{"queue", store.Filter{}},
				{"lesson", store.Filter{Lesson: "lesson-1"}},
				{"point", store.Filter{Lesson: "lesson-1", Item: "p1", Verdict: "missing"}},
				{"student", store.Filter{Learner: "learner-00007"}},
				{"dates", store.Filter{FromMS: int64(n / 2), ToMS: int64(n/2 + n/100)}},
				{"rareword", store.Filter{Text: "zebra7"}},
				{"commonword", store.Filter{Text: "lea"}},
				{"any", store.Filter{State: store.StateAny}},
			} {
				benchmarkDesk(b, db, sc, fmt.Sprintf("n=%d/%s/%s", n, who, q.name), q.f)
			}
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkDesk(b *testing.B, db *DB, sc store.Scope, name string, f store.Filter) {
	for place, after := range map[string]string{"first": "", "deep": deep(b, db, sc, f)} {
		if place == "deep" && after == "" {
			continue
		}
		b.Run(name+"/"+place, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := db.Desk(b.Context(), sc, f, store.Page{After: after, N: 25}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run(name+"/counts", func(b *testing.B) {
		for b.Loop() {
			if _, err := db.DeskCounts(b.Context(), sc, f); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// deep is the place behind four fifths of what a filter matches, or "" where
// that is within a page.
func deep(b *testing.B, db *DB, sc store.Scope, f store.Filter) string {
	c, err := db.DeskCounts(b.Context(), sc, f)
	if err != nil {
		b.Fatal(err)
	}
	page := store.Page{N: 500}
	left := c.Total * 4 / 5
	for left > 25 {
		page.N = min(500, left)
		l, err := db.Desk(b.Context(), sc, f, page)
		if err != nil {
			b.Fatal(err)
		}
		left -= len(l.Rows)
		if page.After = l.Next; l.Next == "" {
			break
		}
	}
	return page.After
}

// seedDesk stores n explanations of n/20 students in 20 cohorts: half of them
// unsure, the rest contradicted, gated or calm.
func seedDesk(b *testing.B, n int) *DB {
	path := filepath.Join(b.TempDir(), "fencepost.db")
	o := defaults
	o.synchronous = normal // what is measured are reads
	db, err := open(b.Context(), path, o)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range []struct {
		id   string
		role store.Role
	}{{"teacher", store.RoleInstructor}, {"admin", store.RoleAdmin}} {
		if err := db.AddPerson(b.Context(), store.Person{ID: p.id, LearnerID: "of " + p.id, Role: p.role}); err != nil {
			b.Fatal(err)
		}
	}
	const count = `WITH RECURSIVE c (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i + 1 < $1) `
	students := n / 20
	for _, q := range []struct {
		query string
		n     int
	}{
		{count + `INSERT INTO learners SELECT printf('learner-%05d', i), CAST(printf('learner-%05d', i) AS BLOB), 0 FROM c`, students},
		{count + `INSERT INTO persons SELECT printf('person-%05d', i), printf('learner-%05d', i), '', NULL, printf('Student %d', i),
			printf('student %d', i), 'student', '', 0, 0, 0 FROM c`, students},
		{count + `INSERT INTO cohorts SELECT i + 1, printf('cohort-%d', i), 'Class', '', 'UTC', 0, 0 FROM c`, 20},
		{count + `INSERT INTO members SELECT i % 20 + 1, printf('person-%05d', i), 'student', 'active', 0 FROM c`, students},
		{count + `INSERT INTO members SELECT 1, 'teacher', 'instructor', 'active', 0 FROM c`, 1},
		{count + `INSERT INTO explanations (id, learner_id, form_key, lesson, after_reveal, at_ms, text)
			SELECT printf('e%07d', i), printf('learner-%05d', i / 20), printf('k%d', i), printf('lesson-%d', i % 7), 0, i,
				printf('A lease runs out and then the worker of shard %d writes anyway zebra%d.', i, i % 997) FROM c`, n},
		{count + `INSERT INTO scores (id, explanation_id, rubric, scorer, result, wording, at_ms)
			SELECT printf('s%07d', i), printf('e%07d', i), 'r', 's', json_object('points', json_array(
				json_object('id', 'p1', 'verdict', CASE WHEN i % 10 < 5 THEN 'covered' ELSE 'missing' END),
				json_object('id', 'p2', 'verdict', CASE WHEN i % 2 = 0 THEN 'unsure' ELSE 'covered' END),
				json_object('id', 'p3', 'verdict', CASE WHEN i % 6 = 1 THEN 'contradicted' ELSE 'covered' END),
				json_object('id', 'p4', 'verdict', 'covered')),
				'flags', json(CASE WHEN i % 6 = 3 THEN '["copied"]' ELSE '[]' END)), printf('w%d', i % 5000), i FROM c`, n},
		{`INSERT INTO desk_due SELECT seq FROM explanations WHERE $1 > 0`, 1},
	} {
		if err := db.writer.Write(b.Context(), seeding(q.query, q.n)); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Settle(b.Context()); err != nil {
		b.Fatal(err)
	}
	return db
}

func seeding(query string, n int) work {
	return func(ctx context.Context, tx sqlstore.Tx) error {
		_, err := tx.ExecContext(ctx, query, n)
		return err
	}
}
