package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"fencepost/store"
	"fencepost/store/archive"
	"fencepost/store/sqlstore"
)

// lookOverFor bounds the check at a start: 18 MB take 40 ms, so that a site of
// a few gigabytes is looked over in part. A backup always looks at all of it.
const lookOverFor = 5 * time.Second

// lookOver is SQLite's quick_check, as far as it comes in its time. It answers
// store.ErrUnwritable and store.ErrDamaged with what it found.
func lookOver(ctx context.Context, db *sql.DB) error {
	bounded, cancel := context.WithTimeout(ctx, lookOverFor)
	defer cancel()
	err := examine(bounded, db, "quick_check(3)")
	if errors.Is(err, store.ErrDamaged) {
		return fmt.Errorf("%w: %w", store.ErrUnwritable, err)
	}
	return nil // not found out in time, or nothing that a write would not meet itself
}

// examine runs one of SQLite's checks and answers store.ErrDamaged with what it
// says, or the error that kept it from being run.
func examine(ctx context.Context, db *sql.DB, pragma string) error {
	said, err := words(ctx, sqlstore.Over(db), "PRAGMA "+pragma)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && isDamage(err):
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case err != nil:
		return err
	case len(said) != 1 || said[0] != "ok":
		return fmt.Errorf("%w: %s", store.ErrDamaged, strings.Join(said, "; "))
	}
	return nil
}

// words are the rows of a query with one column of text.
func words(ctx context.Context, r sqlstore.Reader, query string) (list []string, err error) {
	rows, err := r.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var word string
		if err := rows.Scan(&word); err != nil {
			return nil, err
		}
		list = append(list, word)
	}
	return list, rows.Err()
}

// Facts are what Verify found in a database file.
type Facts struct {
	Schema int64            // version of its schema
	Bytes  int64            // size of the file, without a log beside it
	Rows   map[string]int64 // by table; what is derived from others is not among them
}

// Total is the number of rows in all tables.
func (f Facts) Total() (n int64) {
	for _, rows := range f.Rows {
		n += rows
	}
	return n
}

// Verify reads the whole database file at path and answers store.ErrDamaged
// where SQLite's integrity check or a reference between rows is broken, and
// store.ErrNewerSchema where this program cannot work with it. Where the schema
// is this program's own, it is also read as the site reads it. It changes nothing.
func Verify(ctx context.Context, path string) (f Facts, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("verify %s: %w", path, translate(err))
		}
	}()
	info, err := os.Stat(path)
	if err != nil {
		return f, err
	}
	f.Bytes = info.Size()
	if err := ours(path); err != nil {
		return f, err
	}
	db, err := connect(fileReadDSN(path, defaults), 1)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := examine(ctx, db, "integrity_check(3)"); err != nil {
		return f, err
	}
	if err := references(ctx, db); err != nil {
		return f, err
	}
	if f.Schema, err = known(ctx, db); err != nil {
		return f, err
	}
	f.Rows, err = rowCounts(ctx, sqlstore.Over(db))
	return f, err
}

// known is the schema's version, where this program can work with it or migrate
// it.
func known(ctx context.Context, db *sql.DB) (int64, error) {
	_, newest, err := provider(db)
	if err != nil {
		return 0, err
	}
	at, err := schemaVersion(ctx, db)
	switch {
	case err != nil:
		return 0, err
	case at == 0:
		return 0, errForeign
	case at > newest:
		return at, newerSchema(at, newest)
	case at == newest:
		_, err = sqlstore.New(sqlstore.Over(db), nil, dialect{}).Roll(ctx, store.Page{N: 1})
	}
	return at, err
}

// references answers store.ErrDamaged where a row refers to one that is not there.
func references(ctx context.Context, db *sql.DB) error {
	var table string
	err := db.QueryRowContext(ctx, `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`).Scan(&table)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf("%w: a row of %s refers to one that is not there", store.ErrDamaged, table)
}

// rowCounts counts the rows of each table that an archive would hold; a file of
// an earlier release has not got all of them.
func rowCounts(ctx context.Context, r sqlstore.Reader) (map[string]int64, error) {
	counts := make(map[string]int64)
	for _, t := range archive.Tables() {
		var there bool
		const look = `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1)`
		if err := r.QueryRowContext(ctx, look, t).Scan(&there); err != nil || !there {
			if err != nil {
				return nil, err
			}
			continue
		}
		var n int64
		if err := r.QueryRowContext(ctx, `SELECT COUNT(*) FROM `+t).Scan(&n); err != nil {
			return nil, fmt.Errorf("count %s: %w", t, err)
		}
		counts[t] = n
	}
	return counts, nil
}
