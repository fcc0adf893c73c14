package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	keepRubric = `INSERT INTO rubrics (lesson, version, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

	rubricBody = `SELECT body FROM rubrics WHERE lesson = $1 AND version = $2`

	scorerColumns = `c.id, c.lesson, c.rubric, c.version, c.marks, c.marks_to, c.marks_ms, c.state, c.made_by, c.preview, c.tried_seq, c.at_ms`

	addScorer = `INSERT INTO scorers (id, lesson, rubric, version, marks, marks_to, marks_ms, state, made_by, preview, tried_seq, at_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

	scorerByID = `SELECT ` + scorerColumns + ` FROM scorers c WHERE c.id = $1`

	candidateOf = `SELECT ` + scorerColumns + ` FROM scorers c
		WHERE c.lesson = $1 AND c.state IN ('trying', 'tried', 'failed') ORDER BY c.seq DESC LIMIT 1`

	// Every lesson with a scorer is walked, of which there are as many as lessons.
	tryingScorers = `SELECT ` + scorerColumns + ` FROM (SELECT DISTINCT lesson FROM rubrics) o
		CROSS JOIN scorers c WHERE c.lesson = o.lesson AND c.state = 'trying' ORDER BY c.seq`

	keepTrying = `UPDATE scorers SET version = $1, marks = $2, state = $3, preview = $4, tried_seq = $5
		WHERE id = $6 AND state IN ('trying', 'tried', 'failed')`

	addMove = `INSERT INTO moves (scorer_seq, item, way, explanation_seq, was, will, quotes)
		SELECT c.seq, $1, $2, e.seq, $4, $5, $6 FROM scorers c JOIN explanations e ON e.seq = $3 WHERE c.id = $7 ON CONFLICT DO NOTHING`

	removeMoves = `DELETE FROM moves WHERE scorer_seq IN (SELECT seq FROM scorers WHERE lesson = $1
		AND state IN ('trying', 'tried', 'failed', 'published'))`

	discardCandidates = `UPDATE scorers SET state = 'discarded' WHERE lesson = $1 AND state IN ('trying', 'tried', 'failed')`
)

func scanScorer(r Row) (s store.Scorer, err error) {
	err = r.Scan(scorerFields(&s)...)
	return s, err
}

// scorerFields are where scorerColumns go.
func scorerFields(s *store.Scorer) []any {
	return []any{
		&s.ID, &s.Lesson, &s.Rubric, &s.Version, &s.Marks, &s.MarksTo, &s.MarksMS, &s.State, &s.MadeBy,
		(*[]byte)(&s.Preview), &s.Tried, &s.AtMS,
	}
}

// KeepRubric implements store.Scorers.
func (s *Store) KeepRubric(ctx context.Context, lesson, version string, body []byte) (err error) {
	defer wrap(&err, "keep rubric %s of %s", version, lesson)
	if err := checkIDs(lesson, version); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, keepRubric, lesson, version, orEmpty(body))
		return err
	})
}

// Rubric implements store.Scorers.
func (s *Store) Rubric(ctx context.Context, lesson, version string) (body []byte, err error) {
	defer wrap(&err, "rubric %s of %s", version, lesson)
	return one(s.read.QueryRowContext(ctx, rubricBody, lesson, version), func(r Row) (b []byte, err error) {
		err = r.Scan(&b)
		return b, err
	})
}

// AddScorer implements store.Scorers.
func (s *Store) AddScorer(ctx context.Context, c store.Scorer) (err error) {
	defer wrap(&err, "add scorer %s of %s", c.ID, c.Lesson)
	if err := checkScorer(c); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if c.State != store.ScorerPublished {
			if err := runAll(ctx, tx, []string{removeMoves, discardCandidates}, c.Lesson); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, addScorer, c.ID, c.Lesson, c.Rubric, c.Version, c.Marks, c.MarksTo, c.MarksMS,
			string(c.State), c.MadeBy, preview(c), c.Tried, c.AtMS)
		return err
	})
}

func checkScorer(c store.Scorer) error {
	if err := checkIDs(c.ID, c.Lesson, c.Rubric); err != nil {
		return err
	}
	if len(c.Preview) > 0 {
		if err := checkJSON(c.Preview); err != nil {
			return err
		}
	}
	return checkText(c.Version, c.MadeBy)
}

// preview is what is stored where there is none yet.
func preview(c store.Scorer) string {
	if len(c.Preview) == 0 {
		return "{}"
	}
	return string(c.Preview)
}

// Scorer implements store.Scorers.
func (s *Store) Scorer(ctx context.Context, id string) (c store.Scorer, err error) {
	defer wrap(&err, "scorer %q", id)
	return one(s.read.QueryRowContext(ctx, scorerByID, id), scanScorer)
}

// Candidate implements store.Scorers.
func (s *Store) Candidate(ctx context.Context, lesson string) (c store.Scorer, err error) {
	defer wrap(&err, "candidate of %q", lesson)
	return one(s.read.QueryRowContext(ctx, candidateOf, lesson), scanScorer)
}

// Trying implements store.Scorers.
func (s *Store) Trying(ctx context.Context) (list []store.Scorer, err error) {
	defer wrap(&err, "scorers being tried")
	return all(ctx, s.read, scanScorer, tryingScorers)
}

// Try implements store.Scorers.
func (s *Store) Try(ctx context.Context, c store.Scorer, moves []store.Move) (err error) {
	defer wrap(&err, "try scorer %s", c.ID)
	if err := checkScorer(c); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if err := change(ctx, tx, keepTrying, c.Version, c.Marks, string(c.State), preview(c), c.Tried, c.ID); err != nil {
			return err
		}
		for _, m := range moves {
			if _, err := tx.ExecContext(ctx, addMove, m.Item, m.Way, m.Place, m.Was, m.Will, string(m.Quotes), c.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// Discard implements store.Scorers.
func (s *Store) Discard(ctx context.Context, id string) (err error) {
	defer wrap(&err, "discard scorer %q", id)
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		c, err := one(tx.QueryRowContext(ctx, scorerByID, id), scanScorer)
		if err != nil {
			return err
		}
		if !isCandidate(c) {
			return store.ErrNotFound
		}
		return runAll(ctx, tx, []string{removeMoves, discardCandidates}, c.Lesson)
	})
}

func isCandidate(c store.Scorer) bool {
	return c.State == store.ScorerTrying || c.State == store.ScorerTried || c.State == store.ScorerFailed
}
