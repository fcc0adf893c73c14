package sqlstore

import (
	"context"
	"errors"

	"fencepost/store"
)

const (
	attemptColumns = `id, learner_id, form_key, lesson, item, answer, is_right, content, at_ms`

	addAttempt = `INSERT INTO attempts (` + attemptColumns + `)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`

	attemptByKey = `SELECT ` + attemptColumns + ` FROM attempts
		WHERE learner_id = $1 AND form_key = $2`
)

// AddAttempt implements store.Attempts.
func (s *Store) AddAttempt(ctx context.Context, a store.Attempt) (kept store.Attempt, err error) {
	defer wrap(&err, "add attempt %s", a.ID)
	if err := checkAttempt(a); err != nil {
		return kept, err
	}
	err = s.write(within(ctx, a.LearnerID), func(ctx context.Context, tx Tx) error {
		kept, err = putAttempt(ctx, tx, a)
		return err
	})
	return kept, err
}

func checkAttempt(a store.Attempt) error {
	if err := checkIDs(a.ID, a.LearnerID, a.Key, a.Lesson, a.Item); err != nil {
		return err
	}
	if err := checkText(a.Content); err != nil {
		return err
	}
	return checkJSON(a.Answer)
}

// putAttempt stores a, or finds the one that came first with its key.
func putAttempt(ctx context.Context, tx Tx, a store.Attempt) (store.Attempt, error) {
	added, err := insert(ctx, tx, addAttempt,
		a.ID, a.LearnerID, a.Key, a.Lesson, a.Item, string(a.Answer), bit(a.Right), a.Content, a.AtMS)
	switch {
	case err != nil:
		return a, err
	case added:
		return a, errors.Join(enterMissed(ctx, tx, a), tell(ctx, tx, a.ID))
	}
	return earlier(tx.QueryRowContext(ctx, attemptByKey, a.LearnerID, a.Key), scanAttempt)
}

func scanAttempt(r Row) (a store.Attempt, err error) {
	err = r.Scan(&a.ID, &a.LearnerID, &a.Key, &a.Lesson, &a.Item, (*[]byte)(&a.Answer), &a.Right, &a.Content, &a.AtMS)
	return a, err
}
