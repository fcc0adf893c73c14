// Package sqlstore holds every query of the store once, in the SQL that SQLite
// and PostgreSQL share ($1, RETURNING, ON CONFLICT). An engine hands it a
// reader, a way to write and a Dialect; it knows no driver.
//
// Each method that writes is one transaction around small functions that take
// it. Lists are ordered by seq, the position at which a row was stored, never
// by time.
package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"fencepost/store"
)

// Row is a row that was found. Scan puts its columns where dest points, by the
// rules of database/sql.
type Row interface {
	Scan(dest ...any) error
}

// Rows are the rows of a query, as *sql.Rows goes through them. They hold a
// connection until there is no next one or they are closed.
type Rows interface {
	Row
	Next() bool
	Err() error
	Close() error
}

// Reader runs queries. A query for one row that finds none answers sql.ErrNoRows
// when that row is scanned; any row must be.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) Row
}

// Tx is a transaction under way. What it runs says how many rows it changed.
type Tx interface {
	Reader
	ExecContext(ctx context.Context, query string, args ...any) (changed int64, err error)
}

// Write runs do in a transaction and answers nil only once its changes are
// durable. Where do fails, nothing of it is kept and its error is answered.
// An engine may run do again, so do sets all its results afresh. The context
// that do gets is the one to use inside the transaction.
type Write func(ctx context.Context, do func(ctx context.Context, tx Tx) error) error

// Store implements the role interfaces of package store over one engine.
type Store struct {
	read    Reader
	write   Write
	dialect Dialect
}

// New makes a Store that reads through read and writes through write.
func New(read Reader, write Write, d Dialect) *Store {
	return &Store{read: read, write: auditing(write), dialect: d}
}

var _ interface {
	store.Learners
	store.Attempts
	store.Explanations
	store.Drafts
	store.Progress
	store.People
	store.Identities
	store.Factors
	store.Links
	store.Sessions
	store.Tries
	store.Claims
	store.Cohorts
	store.Desk
	store.Leases
	store.Reviews
	store.Comments
	store.Insight
	store.Exports
	store.Audit
	store.Rights
	store.Scorers
	store.Content
	store.Outbox
	store.Recalls
} = (*Store)(nil)

// one reads a single row, or store.ErrNotFound.
func one[T any](r Row, scan func(Row) (T, error)) (T, error) {
	v, err := scan(r)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	return v, err
}

// earlier reads the row that an insert ran into. If there is none with the same
// key, it was the id that was taken.
func earlier[T any](r Row, scan func(Row) (T, error)) (T, error) {
	v, err := one(r, scan)
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("%w: its id is taken", store.ErrInvalid)
	}
	return v, err
}

// all reads every row of a query and closes it.
func all[T any](ctx context.Context, r Reader, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := r.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// allInto reads every row of a query that answers a handful or more: where the
// columns go is said once, not for each of them.
func allInto[T any](ctx context.Context, r Reader, fields func(*T) []any, query string, args ...any) ([]T, error) {
	rows, err := r.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var v T
	into, list := fields(&v), make([]T, 0, 8)
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// insert runs an INSERT ... ON CONFLICT DO NOTHING and says whether it stored
// a row.
func insert(ctx context.Context, tx Tx, query string, args ...any) (bool, error) {
	n, err := tx.ExecContext(ctx, query, args...)
	return n == 1, err
}

// wrap adds what was being done to err, if any.
func wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf(format+": %w", append(args, *err)...)
	}
}

// bit is a boolean as both engines keep it.
func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
