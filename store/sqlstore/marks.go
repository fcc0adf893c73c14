package sqlstore

import (
	"context"
	"encoding/json"
	"errors"

	"fencepost/store"
)

const (
	marksOf = `SELECT e.id, e.text, r.verdicts, COALESCE(s.result, '') FROM reviews r CROSS JOIN explanations e
		LEFT JOIN scores s ON s.explanation_id = e.id AND s.rubric = r.rubric AND s.scorer = r.scorer
		WHERE e.seq = r.explanation_seq AND r.seq <= $2 AND e.lesson = $1 AND r.seq = (SELECT MAX(v.seq) FROM reviews v
			WHERE v.explanation_seq = r.explanation_seq AND v.seq <= $2
			AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.review_seq = v.seq AND w.at_ms <= $3))
		ORDER BY r.seq DESC LIMIT $4`

	unmarkedOf = `SELECT e.id, e.text, w.explanation_seq IS NOT NULL FROM explanations e JOIN desk d ON d.seq = e.seq
		LEFT JOIN wanted w ON w.explanation_seq = e.seq
		WHERE e.lesson = $1 AND d.review_seq IS NULL AND d.score_seq IS NOT NULL ORDER BY e.seq DESC LIMIT $2`

	newMarks = `SELECT COUNT(DISTINCT e.seq) FROM reviews r CROSS JOIN explanations e
		WHERE e.seq = r.explanation_seq AND r.seq > $1 AND e.lesson = $2 AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.review_seq = r.seq)`

	takenMarks = `SELECT COUNT(*) FROM withdrawals w JOIN reviews r ON r.seq = w.review_seq JOIN explanations e ON e.seq = r.explanation_seq
		WHERE w.at_ms > $1 AND r.seq <= $2 AND e.lesson = $3`

	newestReview = `SELECT COALESCE((SELECT r.seq FROM reviews r CROSS JOIN explanations e
		WHERE e.seq = r.explanation_seq AND r.seq > $1 AND e.lesson = $2 ORDER BY r.seq DESC LIMIT 1), $1)`

	storedAfter = `SELECT e.seq, e.id, e.text, COALESCE(s.result, ''), COALESCE(s.scorer, ''), COALESCE(r.verdicts, ''), COALESCE(r.seq, 0)
		FROM explanations e JOIN desk d ON d.seq = e.seq
		LEFT JOIN scores s ON s.seq = d.score_seq LEFT JOIN reviews r ON r.seq = d.review_seq
		WHERE e.lesson = $1 AND e.seq > $2 ORDER BY e.seq LIMIT $3`

	countStored = `SELECT COUNT(*) FROM explanations WHERE lesson = $1`

	concordOf = `SELECT COUNT(*), COALESCE(SUM(CASE WHEN (g.machine = 'covered') = (g.person = 'covered')
			AND (g.machine = 'present') = (g.person = 'present') THEN 1 ELSE 0 END), 0)
		FROM places q JOIN desk d ON d.seq = q.seq JOIN review_items g ON g.review_seq = d.review_seq
		WHERE q.cohort_no = 0 AND q.lesson = $1 AND q.rank = 8 AND g.machine NOT IN ('', 'unsure') AND g.person <> 'unsure'`
)

// Marks implements store.Scorers.
func (s *Store) Marks(ctx context.Context, lesson string, to, ms int64, n int) (list []store.Mark, err error) {
	defer wrap(&err, "marks in %s", lesson)
	return all(ctx, s.read, func(r Row) (m store.Mark, err error) {
		var verdicts []byte
		var shown string
		if err := r.Scan(&m.ExplanationID, &m.Text, &verdicts, &shown); err != nil {
			return m, err
		}
		m.Flags = read(shown).Flags
		err = json.Unmarshal(verdicts, &m.Verdicts)
		return m, err
	}, marksOf, lesson, to, ms, n)
}

// Waiting implements store.Scorers.
func (s *Store) Waiting(ctx context.Context, c store.Scorer) (w store.Waiting, err error) {
	defer wrap(&err, "what waits for %s", c.Lesson)
	marks, err1 := one(s.read.QueryRowContext(ctx, newMarks, c.MarksTo, c.Lesson), scanInt)
	taken, err2 := one(s.read.QueryRowContext(ctx, takenMarks, c.MarksMS, c.MarksTo, c.Lesson), scanInt)
	newest, err3 := one(s.read.QueryRowContext(ctx, newestReview, c.MarksTo, c.Lesson), scanInt)
	return store.Waiting{Marks: int(marks), Taken: int(taken), MarksTo: newest}, errors.Join(err1, err2, err3)
}

// StoredAfter implements store.Scorers.
func (s *Store) StoredAfter(ctx context.Context, lesson string, place int64, n int) (list []store.Stored, err error) {
	defer wrap(&err, "explanations of %s", lesson)
	return all(ctx, s.read, scanStored, storedAfter, lesson, place, n)
}

func scanStored(r Row) (e store.Stored, err error) {
	var result, verdicts string
	if err := r.Scan(&e.Place, &e.ExplanationID, &e.Text, &result, &e.Scorer, &verdicts, &e.Heeded); err != nil {
		return e, err
	}
	if result != "" {
		e.Result = json.RawMessage(result)
	}
	if verdicts != "" {
		err = json.Unmarshal([]byte(verdicts), &e.Verdicts)
	}
	return e, err
}

// CountStored implements store.Scorers.
func (s *Store) CountStored(ctx context.Context, lesson string) (n int, err error) {
	defer wrap(&err, "count explanations of %s", lesson)
	v, err := one(s.read.QueryRowContext(ctx, countStored, lesson), scanInt)
	return int(v), err
}

// Concord implements store.Scorers.
func (s *Store) Concord(ctx context.Context, lesson string) (c store.Concord, err error) {
	defer wrap(&err, "agreement on %s", lesson)
	err = s.read.QueryRowContext(ctx, concordOf, lesson).Scan(&c.Marks, &c.Same)
	return c, err
}

// Unmarked implements store.Scorers.
func (s *Store) Unmarked(ctx context.Context, lesson string, n int) (list []store.Unmarked, err error) {
	defer wrap(&err, "unmarked explanations of %s", lesson)
	return all(ctx, s.read, func(r Row) (u store.Unmarked, err error) {
		err = r.Scan(&u.ExplanationID, &u.Text, &u.Wanted)
		return u, err
	}, unmarkedOf, lesson, n)
}

// Ask implements store.Scorers. One that was deleted meanwhile is left out.
func (s *Store) Ask(ctx context.Context, explanations []string) (err error) {
	defer wrap(&err, "ask for marks")
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		for _, id := range explanations {
			seqs, err := all(ctx, tx, scanInt, seqOfExplanation, id)
			if err != nil {
				return err
			}
			for _, seq := range seqs {
				if _, err := tx.ExecContext(ctx, addWanted, seq); err != nil {
					return err
				}
				if err := derive(ctx, tx, id); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
