package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"fencepost/store"
)

const (
	publicationColumns = scorerColumns + `, p.id, p.by_id, p.adopted_seq, p.finished, p.at_ms`

	addPublication = `INSERT INTO publications (id, lesson, scorer_seq, by_id, adopted_seq, finished, at_ms)
		SELECT $1, lesson, seq, $2, $3, $4, $5 FROM scorers WHERE id = $6`

	markPublished = `UPDATE scorers SET state = 'published' WHERE id = $1`

	publicationsOf = `SELECT ` + publicationColumns + ` FROM publications p JOIN scorers c ON c.seq = p.scorer_seq
		WHERE p.lesson = $1 ORDER BY p.seq DESC LIMIT $2`

	// As many lessons as there are have kept a rubric.
	allInForce = `SELECT ` + publicationColumns + ` FROM (SELECT DISTINCT lesson FROM rubrics) o
		JOIN publications p ON p.seq = (SELECT MAX(seq) FROM publications WHERE lesson = o.lesson)
		JOIN scorers c ON c.seq = p.scorer_seq ORDER BY c.lesson`

	adoptedTo = `UPDATE publications SET adopted_seq = $1, finished = $2 WHERE id = $3
		AND seq = (SELECT MAX(n.seq) FROM publications n WHERE n.lesson = publications.lesson)`

	// chooses puts a score that is there in force again.
	chooses = `INSERT INTO chosen_scores (explanation_seq, score_seq)
		SELECT e.seq, s.seq FROM scores s JOIN explanations e ON e.id = s.explanation_id
		WHERE s.explanation_id = $1 AND s.rubric = $2 AND s.scorer = $3
		ON CONFLICT (explanation_seq) DO UPDATE SET score_seq = excluded.score_seq`
)

func scanPublication(r Row) (p store.Publication, err error) {
	err = r.Scan(append(scorerFields(&p.Scorer), &p.ID, &p.ByID, &p.Adopted, &p.Finished, &p.AtMS)...)
	return p, err
}

// Publish implements store.Scorers.
func (s *Store) Publish(ctx context.Context, p store.Publication, seen string) (err error) {
	defer wrap(&err, "publish scorer %q", p.Scorer.ID)
	if err := errors.Join(checkIDs(p.ID), checkText(p.ByID)); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		c, err := one(tx.QueryRowContext(ctx, scorerByID, p.Scorer.ID), scanScorer)
		if err != nil {
			return err
		}
		if c.State != store.ScorerTried && c.State != store.ScorerPublished {
			return fmt.Errorf("%w: the scorer is %s", store.ErrConflict, c.State)
		}
		now, err := all(ctx, tx, scanPublication, publicationsOf, c.Lesson, 1)
		if err != nil {
			return err
		}
		if in := append(now, store.Publication{})[0].ID; in != seen {
			return fmt.Errorf("%w: %q is in force, not %q", store.ErrConflict, in, seen)
		}
		if err := change(ctx, tx, addPublication, p.ID, p.ByID, p.Adopted, bit(p.Finished), p.AtMS, c.ID); err != nil {
			return err
		}
		return change(ctx, tx, markPublished, c.ID)
	})
}

// Publications implements store.Scorers.
func (s *Store) Publications(ctx context.Context, lesson string, n int) (list []store.Publication, err error) {
	defer wrap(&err, "publications of %s", lesson)
	return all(ctx, s.read, scanPublication, publicationsOf, lesson, n)
}

// InForce implements store.Scorers.
func (s *Store) InForce(ctx context.Context) (list []store.Publication, err error) {
	defer wrap(&err, "scorers in force")
	return all(ctx, s.read, scanPublication, allInForce)
}

// Adopt implements store.Scorers.
func (s *Store) Adopt(ctx context.Context, publication string, scores []store.Score, place int64, finished bool) (err error) {
	defer wrap(&err, "adopt %d scores of publication %q", len(scores), publication)
	for _, sc := range scores {
		if err := checkScore(sc); err != nil {
			return err
		}
	}
	return s.write(ctx, func(ctx context.Context, tx Tx) error {
		if err := change(ctx, tx, adoptedTo, place, bit(finished), publication); err != nil {
			return err
		}
		for _, sc := range scores {
			if err := adopt(ctx, tx, sc); err != nil {
				return fmt.Errorf("explanation %s: %w", sc.ExplanationID, err)
			}
		}
		return nil
	})
}

// adopt puts a score in force: as a new row, which is the newest, or by
// choosing the one of these versions that is there. An explanation that was
// deleted meanwhile needs none.
func adopt(ctx context.Context, tx Tx, sc store.Score) error {
	seqs, err := all(ctx, tx, scanInt, seqOfExplanation, sc.ExplanationID)
	if err != nil || len(seqs) == 0 {
		return err
	}
	added, err := tx.ExecContext(ctx, chooses, sc.ExplanationID, sc.Rubric, sc.Scorer)
	if err != nil {
		return err
	}
	if added == 0 {
		return putScore(ctx, tx, sc)
	}
	return derive(ctx, tx, sc.ExplanationID)
}
