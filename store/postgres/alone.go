package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Alone implements store.Replicas by an advisory lock of the session: it ends
// with the process, however that ends, and with its connection.
func (db *DB) Alone(ctx context.Context, work string, do func(context.Context) error) (ran bool, err error) {
	conn, err := db.turns.Conn(ctx)
	if err != nil {
		return false, translate(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	lock := number("work " + work)
	if err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, lock).Scan(&ran); err != nil || !ran {
		return false, translate(err)
	}
	held, end := whileConnected(ctx, conn)
	defer func() {
		failed := end()
		if failed == nil {
			_, failed = conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, lock)
		}
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("the turn at %s ended with its connection: %w", work, translate(failed)))
		}
	}()
	return true, do(held)
}

// whileConnected is ctx until the connection is gone, on which nothing is asked
// meanwhile. end gives the connection back, and says how it went where it did.
func whileConnected(ctx context.Context, conn *sql.Conn) (held context.Context, end func() error) {
	held, lose := context.WithCancelCause(ctx)
	waiting, stop := context.WithCancel(context.WithoutCancel(ctx))
	gone := make(chan error, 1)
	go func() {
		err := outlive(waiting, conn)
		if err != nil {
			lose(err)
		}
		gone <- err
	}()
	return held, func() error {
		stop()
		err := <-gone
		lose(nil)
		return err
	}
}

// outlive waits until ctx ends, which is nil, or the connection does.
func outlive(ctx context.Context, conn *sql.Conn) error {
	err := conn.Raw(func(c any) error {
		line := c.(*connection).Conn.Conn().PgConn()
		for {
			if err := line.WaitForNotification(ctx); err != nil {
				return err
			}
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}
