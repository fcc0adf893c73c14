package sqlstore

import (
	"context"
	"errors"
	"fmt"

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

	before = `SELECT COALESCE((SELECT MIN(at_ms) FROM ` + owned(1) + `reveals WHERE learner_id = owned AND lesson = $2), 0),
			COALESCE(e.id, ''), COALESCE(e.learner_id, ''), COALESCE(e.form_key, ''), COALESCE(e.lesson, ''), COALESCE(e.text, ''),
			COALESCE(e.after_reveal, 0), COALESCE(e.at_ms, 0), COALESCE(e.run, '')
		FROM (SELECT MAX(seq) AS seq FROM ` + owned(1) + `explanations WHERE learner_id = owned AND lesson = $2) newest
		LEFT JOIN explanations e ON e.seq = newest.seq`

	explanationsOfLearner = `SELECT ` + explanationColumns + ` FROM explanations
		WHERE learner_id` + ownedBy(1) + ` ORDER BY seq`
)

// AddExplanation implements store.Explanations.
func (s *Store) AddExplanation(ctx context.Context, e store.Explanation) (kept store.Explanation, err error) {
	defer wrap(&err, "add explanation %s", e.ID)
	if err := checkExplanation(e); err != nil {
		return kept, err
	}
	return s.handIn(ctx, e, nil)
}

// AddScoredExplanation implements store.Explanations.
func (s *Store) AddScoredExplanation(ctx context.Context, e store.Explanation, score store.Score) (kept store.Explanation, err error) {
	defer wrap(&err, "add explanation %s with score %s", e.ID, score.ID)
	if err := errors.Join(checkExplanation(e), checkScore(score)); err != nil {
		return kept, err
	}
	if score.ExplanationID != e.ID {
		return kept, fmt.Errorf("%w: a score of %s", store.ErrInvalid, score.ExplanationID)
	}
	return s.handIn(ctx, e, &score)
}

func (s *Store) handIn(ctx context.Context, e store.Explanation, score *store.Score) (kept store.Explanation, err error) {
	err = s.write(within(ctx, e.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = s.putExplanation(ctx, tx, e, score)
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

// putExplanation stores e and what follows from it; or it finds the one that
// came first with its key and leaves the draft alone, which may be of the next
// revision by now.
func (s *Store) putExplanation(ctx context.Context, tx Tx, e store.Explanation, score *store.Score) (store.Explanation, error) {
	added, err := insert(ctx, tx, addExplanation,
		e.ID, e.LearnerID, e.Key, e.Lesson, e.Text, bit(e.AfterReveal), e.AtMS, e.Run)
	if err != nil {
		return e, err
	}
	if !added {
		return earlier(tx.QueryRowContext(ctx, explanationByKey, e.LearnerID, e.Key), scanExplanation)
	}
	return e, s.follow(ctx, tx, e, score)
}

// follow closes the draft of an explanation that was just stored, stores its
// score or else queues it for one, and gives it its place on the desk.
func (s *Store) follow(ctx context.Context, tx Tx, e store.Explanation, score *store.Score) error {
	about, scoring := []string{e.ID}, Step{enqueueUnscored, []any{e.ID}}
	if score != nil {
		about, scoring = append(about, score.ID), scoreStep(*score)
	}
	steps := append(s.dialect.KeepWords(e.ID, e.Text), Step{handInDraft, []any{e.LearnerID, e.Lesson}}, scoring)
	changed, err := together(ctx, tx, steps...)
	if err != nil {
		return err
	}
	if changed[len(steps)-1] == 0 {
		if score != nil {
			if err := stillInForce(ctx, tx, *score); err != nil {
				return err
			}
		}
		return fmt.Errorf("%w: the id of its score is taken", store.ErrInvalid)
	}
	if err := derive(ctx, tx, e.ID); err != nil {
		return err
	}
	for _, id := range about {
		if err := tell(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// Before implements store.Explanations.
func (s *Store) Before(ctx context.Context, learner, lesson string) (b store.Before, err error) {
	defer wrap(&err, "what was before in %s", lesson)
	err = s.read.QueryRowContext(ctx, before, learner, lesson).Scan(append([]any{&b.RevealedMS}, explanationFields(&b.Newest)...)...)
	return b, err
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

func scanExplanation(r Row) (e store.Explanation, err error) {
	err = r.Scan(explanationFields(&e)...)
	return e, err
}

// explanationFields are where explanationColumns go.
func explanationFields(e *store.Explanation) []any {
	return []any{&e.ID, &e.LearnerID, &e.Key, &e.Lesson, &e.Text, &e.AfterReveal, &e.AtMS, &e.Run}
}
