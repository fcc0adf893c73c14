package sqlstore

import (
	"context"

	"fencepost/store"
)

const (
	explanationColumns = `id, learner_id, form_key, lesson, text, after_reveal, at_ms, COALESCE(run, '')`

	addExplanation = `INSERT INTO explanations (id, learner_id, form_key, lesson, text, after_reveal, at_ms, run)
		VALUES ($1, $2, $3, $4, $5, $6, $7, NULLIF($8, '')) ON CONFLICT DO NOTHING`

	explanationByKey = `SELECT ` + explanationColumns + ` FROM explanations
		WHERE learner_id = $1 AND form_key = $2`

	enqueueUnscored = `INSERT INTO unscored (explanation_seq)
		SELECT seq FROM explanations WHERE id = $1`

	unscored = `SELECT ` + explanationColumns + ` FROM unscored
		JOIN explanations ON explanations.seq = unscored.explanation_seq
		ORDER BY unscored.explanation_seq LIMIT $1`

	seqOfExplanation = `SELECT seq FROM explanations WHERE id = $1`
)

var (
	explanationByID = `SELECT ` + explanationColumns + ` FROM explanations
		WHERE id = $1 AND learner_id` + ownedBy(2)

	explanationsOfLesson = `SELECT ` + explanationColumns + ` FROM ` + owned(1) + `explanations
		WHERE learner_id = owned AND lesson = $2 ORDER BY seq`

	explanationsOfLearner = `SELECT ` + explanationColumns + ` FROM explanations
		WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`
)

// AddExplanation implements store.Explanations.
func (s *Store) AddExplanation(ctx context.Context, e store.Explanation) (kept store.Explanation, err error) {
	defer wrap(&err, "add explanation %s", e.ID)
	if err := checkExplanation(e); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, e.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = s.putExplanation(ctx, tx, e)
		return err
	})
	return kept, err
}

func checkExplanation(e store.Explanation) error {
	if err := checkIDs(e.ID, e.LearnerID, e.Key, e.Lesson); err != nil {
		return err
	}
	if err := checkText(e.Run); err != nil {
		return err
	}
	return checkText(e.Text)
}

// putExplanation stores e, queues it for scoring, gives it its place on the desk
// and closes its draft; or it
// finds the one that came first with its key and leaves the draft alone, which
// may be of the next revision by now.
func (s *Store) putExplanation(ctx context.Context, tx Tx, e store.Explanation) (store.Explanation, error) {
	added, err := insert(ctx, tx, addExplanation,
		e.ID, e.LearnerID, e.Key, e.Lesson, e.Text, bit(e.AfterReveal), e.AtMS, e.Run)
	if err != nil {
		return e, err
	}
	if !added {
		return earlier(tx.QueryRowContext(ctx, explanationByKey, e.LearnerID, e.Key), scanExplanation)
	}
	steps := append(s.dialect.KeepWords(e.ID, e.Text),
		Step{enqueueUnscored, []any{e.ID}}, Step{handInDraft, []any{e.LearnerID, e.Lesson}})
	if _, err := together(ctx, tx, steps...); err != nil {
		return e, err
	}
	if err := derive(ctx, tx, e.ID); err != nil {
		return e, err
	}
	return e, tell(ctx, tx, e.ID)
}

// Explanation implements store.Explanations.
func (s *Store) Explanation(ctx context.Context, learner, id string) (e store.Explanation, err error) {
	defer wrap(&err, "explanation %q", id)
	return one(s.read.QueryRowContext(ctx, explanationByID, id, learner), scanExplanation)
}

// Explanations implements store.Explanations.
func (s *Store) Explanations(ctx context.Context, learner, lesson string) (list []store.Explanation, err error) {
	defer wrap(&err, "explanations in %q", lesson)
	if lesson == "" {
		return all(ctx, s.read, scanExplanation, explanationsOfLearner, learner)
	}
	return all(ctx, s.read, scanExplanation, explanationsOfLesson, learner, lesson)
}

// Unscored implements store.Explanations.
func (s *Store) Unscored(ctx context.Context, n int) (list []store.Explanation, err error) {
	defer wrap(&err, "unscored explanations")
	return all(ctx, s.read, scanExplanation, unscored, n)
}

func scanExplanation(r row) (e store.Explanation, err error) {
	err = r.Scan(&e.ID, &e.LearnerID, &e.Key, &e.Lesson, &e.Text, &e.AfterReveal, &e.AtMS, &e.Run)
	return e, err
}
