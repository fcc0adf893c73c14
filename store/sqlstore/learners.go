package sqlstore

import (
	"context"
	"fmt"

	"fencepost/store"
)

const (
	addLearner = `INSERT INTO learners (id, token_hash, created_ms) VALUES ($1, $2, $3)`

	learnerByToken = `SELECT l.id, l.token_hash, l.created_ms, c.learner_id IS NOT NULL
		FROM learners l LEFT JOIN claims c ON c.learner_id = l.id WHERE l.token_hash = $1`
)

// AddLearner implements store.Learners.
func (s *Store) AddLearner(ctx context.Context, l store.Learner) (err error) {
	defer wrap(&err, "add learner %s", l.ID)
	if err := checkIDs(l.ID); err != nil {
		return err
	}
	if len(l.TokenHash) == 0 {
		return fmt.Errorf("%w: the token's hash is missing", store.ErrInvalid)
	}
	return s.write(within(ctx, l.ID), func(ctx context.Context, tx Tx) error {
		_, err := tx.ExecContext(ctx, addLearner, l.ID, l.TokenHash, l.CreatedMS)
		return err
	})
}

// LearnerByToken implements store.Learners.
func (s *Store) LearnerByToken(ctx context.Context, hash []byte) (l store.Learner, err error) {
	defer wrap(&err, "learner by token")
	if len(hash) == 0 {
		return l, store.ErrNotFound
	}
	return one(s.read.QueryRowContext(ctx, learnerByToken, hash), scanLearner)
}

func scanLearner(r Row) (l store.Learner, err error) {
	err = r.Scan(&l.ID, &l.TokenHash, &l.CreatedMS, &l.Claimed)
	return l, err
}
