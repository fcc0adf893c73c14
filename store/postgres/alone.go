package postgres

import (
	"context"
	"errors"
	"fmt"
)

// Alone implements store.Replicas by an advisory lock of the session: it ends
// with the process, however that ends.
func (db *DB) Alone(ctx context.Context, work string, do func(context.Context) error) (ran bool, err error) {
	conn, err := db.reader.Conn(ctx)
	if err != nil {
		return false, translate(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	lock := number("work " + work)
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, lock).Scan(&ran); err != nil || !ran {
		return false, translate(err)
	}
	defer func() {
		_, failed := conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, lock)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("give up the turn at %s: %w", work, translate(failed)))
		}
	}()
	return true, do(ctx)
}
