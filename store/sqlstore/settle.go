package sqlstore

import (
	"context"
	"fmt"
)

const (
	dueOnDesk = `SELECT explanation_seq FROM desk_due ORDER BY explanation_seq LIMIT $1`

	noLongerDue = `DELETE FROM desk_due WHERE explanation_seq IN (
		SELECT explanation_seq FROM desk_due ORDER BY explanation_seq LIMIT $1)`

	// SQLite keeps what a statement overwrites inside a savepoint in a list that
	// each statement walks: a transaction ten times as large takes longer than ten.
	settledAtOnce = 20
)

// Settle gives explanations from before there was a desk their place on it. An
// engine calls it when it opens; broken off, it goes on the next time.
func (s *Store) Settle(ctx context.Context) (err error) {
	defer wrap(&err, "settle the desk")
	for {
		due, err := all(ctx, s.read, scanInt, dueOnDesk, 1)
		if err != nil || len(due) == 0 {
			return err
		}
		err = s.write(ctx, func(ctx context.Context, tx Tx) error {
			if err := deriveAll(ctx, tx, dueOnDesk, settledAtOnce); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, noLongerDue, settledAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
}

const everyExplanation = `SELECT seq FROM explanations ORDER BY seq`

// DeriveDesk puts every explanation on an empty desk and lets its words be found,
// within a transaction that took in an archive. What is brought back to learners
// is in that archive.
func DeriveDesk(ctx context.Context, tx Tx, d Dialect) error {
	seqs, err := all(ctx, tx, scanInt, everyExplanation)
	if err != nil {
		return err
	}
	for _, seq := range seqs {
		s, err := one(tx.QueryRowContext(ctx, sourcesBySeq, seq), scanSources)
		if err != nil {
			return err
		}
		said, person, err := s.spoken()
		if err == nil {
			err = s.putDesk(ctx, tx, said, person)
		}
		if err == nil {
			err = keepWordsAt(ctx, tx, d, seq)
		}
		if err != nil {
			return fmt.Errorf("desk place of %s: %w", s.id, err)
		}
	}
	return nil
}

const textAt = `SELECT id, text FROM explanations WHERE seq = $1`

// keepWordsAt lets the explanation at a position be found by its words.
func keepWordsAt(ctx context.Context, tx Tx, d Dialect, seq int64) error {
	var id, text string
	if err := tx.QueryRowContext(ctx, textAt, seq).Scan(&id, &text); err != nil {
		return err
	}
	_, err := together(ctx, tx, d.KeepWords(id, text)...)
	return err
}
