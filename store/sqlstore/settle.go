package sqlstore

import "context"

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
