package sqlstore

import (
	"context"
	"database/sql"
)

// Database is what *sql.DB, *sql.Conn and *sql.Tx have in common.
type Database interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Over is db as a Tx.
func Over(db Database) Tx { return plain{db} }

type plain struct{ db Database }

// QueryContext implements Reader.
func (p plain) QueryContext(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := p.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err // and not Rows that hold a nil
	}
	return rows, nil
}

// QueryRowContext implements Reader.
func (p plain) QueryRowContext(ctx context.Context, query string, args ...any) Row {
	return p.db.QueryRowContext(ctx, query, args...)
}

// ExecContext implements Tx.
func (p plain) ExecContext(ctx context.Context, query string, args ...any) (int64, error) {
	done, err := p.db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}
