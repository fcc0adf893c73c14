package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"fencepost/store"
)

const (
	// Whose work the scope may export is read some at a time, so that the right
	// is looked up again and again.
	ownersInReach = `SELECT learner_id, COALESCE(person_id, ''), COALESCE(name, '') FROM (
			SELECT p.learner_id, p.id AS person_id, p.name FROM teaches t
			JOIN members m ON m.cohort_no = t.cohort_no JOIN persons p ON p.id = m.person_id
			WHERE t.person_id = $1 AND t.leads = 1 AND m.role = 'student' AND m.state = 'active'
			UNION SELECT p.learner_id, p.id, p.name FROM persons p
			WHERE p.id = $1 AND p.suspended_ms = 0 AND p.role <> 'admin' AND p.learner_id IS NOT NULL) o
		WHERE learner_id > $2 ORDER BY learner_id LIMIT $3`

	everyOwner = `SELECT l.id, COALESCE(p.id, ''), COALESCE(p.name, '') FROM learners l LEFT JOIN persons p ON p.learner_id = l.id
		WHERE l.id > $2 AND EXISTS (SELECT 1 FROM admins WHERE person_id = $1)
		  AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.learner_id = l.id) ORDER BY l.id LIMIT $3`

	isAdmin = `SELECT COUNT(*) FROM admins WHERE person_id = $1`

	ownersAtOnce = 50

	exportExplanations = `SELECT e.id, e.learner_id, e.form_key, e.lesson, e.text, e.after_reveal, e.at_ms,
			COALESCE(s.id, ''), COALESCE(s.rubric, ''), COALESCE(s.scorer, ''), COALESCE(s.result, ''), COALESCE(s.wording, ''), COALESCE(s.at_ms, 0),
			COALESCE(r.id, ''), COALESCE(r.reviewer_id, ''), COALESCE(r.form_key, ''), e.id, COALESCE(r.rubric, ''), COALESCE(r.scorer, ''),
			COALESCE(r.verdicts, '{}'), COALESCE(r.comment, ''), COALESCE(r.shown, ''), COALESCE(r.token, 0), COALESCE(r.batch, ''), COALESCE(r.at_ms, 0),
			COALESCE(p.name, '')
		FROM desk d JOIN explanations e ON e.seq = d.seq
		LEFT JOIN scores s ON s.seq = d.score_seq
		LEFT JOIN reviews r ON r.seq = d.review_seq
		LEFT JOIN persons p ON p.id = r.reviewer_id
		WHERE d.owner_id = $1 AND ($2 = '' OR d.lesson = $2) AND d.at_ms >= $3 AND d.at_ms < $4 ORDER BY d.seq`

	exportReviews = `SELECT ` + judgedColumns + `, e.lesson FROM desk d JOIN reviews r ON r.explanation_seq = d.seq ` + judgedTables + `
		WHERE d.owner_id = $1 AND ($2 = '' OR d.lesson = $2) AND r.at_ms >= $3 AND r.at_ms < $4 ORDER BY r.seq`
)

// ownersOfCohort are the students of one cohort that the scope leads.
var ownersOfCohort = `SELECT p.learner_id, p.id, p.name FROM cohorts c
	JOIN members m ON m.cohort_no = c.no JOIN persons p ON p.id = m.person_id
	WHERE c.id = $1 AND ` + sees("$2", "c.no", leads) + ` AND m.role = 'student' AND m.state = 'active' AND p.learner_id > $3
	ORDER BY p.learner_id LIMIT $4`

var exportAttempts = `SELECT ` + attemptColumns + ` FROM attempts WHERE learner_id` + ownedBy(1) + `
	AND ($2 = '' OR lesson = $2) AND at_ms >= $3 AND at_ms < $4 ORDER BY seq`

// owners calls do for each of those whose work the scope may export, until it
// says that it has had enough.
func (s *Store) owners(ctx context.Context, sc store.Scope, cohort string, do func(store.Student) bool) error {
	if cohort != "" {
		if _, err := inSight(ctx, s.read, sc, cohort, leads); err != nil {
			return err
		}
	}
	for after := ""; ; {
		list, err := s.someOwners(ctx, sc, cohort, after)
		if err != nil {
			return err
		}
		for _, st := range list {
			if !do(st) {
				return nil
			}
			after = st.LearnerID
		}
		if len(list) < ownersAtOnce {
			return nil
		}
	}
}

func (s *Store) someOwners(ctx context.Context, sc store.Scope, cohort, after string) ([]store.Student, error) {
	scan := func(r Row) (st store.Student, err error) {
		err = r.Scan(&st.LearnerID, &st.PersonID, &st.Name)
		return st, err
	}
	if cohort != "" {
		return all(ctx, s.read, scan, ownersOfCohort, cohort, sc.PersonID(), after, ownersAtOnce)
	}
	admin, err := one(s.read.QueryRowContext(ctx, isAdmin, sc.PersonID()), scanInt)
	if err != nil {
		return nil, err
	}
	query := ownersInReach
	if admin > 0 {
		query = everyOwner
	}
	return all(ctx, s.read, scan, query, sc.PersonID(), after, ownersAtOnce)
}

// export runs a query for each owner in turn and hands its rows on.
func export[T any](ctx context.Context, s *Store, sc store.Scope, e store.Export, what, query string, scan func(Row) (T, error), name func(*T, store.Student)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var failed error
		err := s.owners(ctx, sc, e.Cohort, func(st store.Student) bool {
			if e.Learner != "" && e.Learner != st.LearnerID {
				return true
			}
			list, err := all(ctx, s.read, scan, query, st.LearnerID, e.Lesson, e.FromMS, until(e))
			if err != nil {
				failed = err
				return false
			}
			for _, v := range list {
				name(&v, st)
				if !yield(v, nil) {
					return false
				}
			}
			return true
		})
		if failed != nil {
			err = failed
		}
		if err != nil {
			var none T
			yield(none, fmt.Errorf("export %s: %w", what, err))
		}
	}
}

// until is the end of an export's time.
func until(e store.Export) int64 {
	if e.ToMS == 0 {
		return 1 << 62
	}
	return e.ToMS
}

// ExportChecks implements store.Exports.
func (s *Store) ExportChecks(ctx context.Context, sc store.Scope, e store.Export) iter.Seq2[store.CheckRow, error] {
	return export(ctx, s, sc, e, "checks", exportAttempts, func(r Row) (c store.CheckRow, err error) {
		c.Attempt, err = scanAttempt(r)
		return c, err
	}, func(c *store.CheckRow, st store.Student) { c.Student = st })
}

// ExportExplanations implements store.Exports.
func (s *Store) ExportExplanations(ctx context.Context, sc store.Scope, e store.Export) iter.Seq2[store.ExplanationRow, error] {
	return export(ctx, s, sc, e, "explanations", exportExplanations, scanExplanationRow,
		func(x *store.ExplanationRow, st store.Student) { x.Student = st })
}

func scanExplanationRow(r Row) (x store.ExplanationRow, err error) {
	var score store.Score
	var review store.Review
	var verdicts []byte
	e := &x.Explanation
	fields := []any{
		&e.ID, &e.LearnerID, &e.Key, &e.Lesson, &e.Text, &e.AfterReveal, &e.AtMS,
		&score.ID, &score.Rubric, &score.Scorer, (*[]byte)(&score.Result), &score.Wording, &score.AtMS,
	}
	if err := r.Scan(append(append(fields, reviewFields(&review, &verdicts)...), &x.Reviewer)...); err != nil {
		return x, err
	}
	if score.ID != "" {
		score.ExplanationID = e.ID
		x.Score = &score
	}
	if review.ID != "" {
		x.InForce = &review
	}
	return x, json.Unmarshal(verdicts, &review.Verdicts)
}

// ExportReviews implements store.Exports.
func (s *Store) ExportReviews(ctx context.Context, sc store.Scope, e store.Export) iter.Seq2[store.ReviewRow, error] {
	return export(ctx, s, sc, e, "reviews", exportReviews, func(r Row) (v store.ReviewRow, err error) {
		v.Judged, err = scanJudged(lastly{r, &v.Lesson})
		return v, err
	}, func(v *store.ReviewRow, st store.Student) { v.Student = st })
}

// lastly is a row with one column more than its scanner knows.
type lastly struct {
	Row
	last any
}

// Scan implements Row.
func (l lastly) Scan(dest ...any) error { return l.Row.Scan(append(dest, l.last)...) }
