package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"fencepost/store"
	"fencepost/store/archive"
	"fencepost/store/sqlstore"
)

// Export writes everything in the database to w as an archive, as it is at this
// moment, while replicas go on. The schema must be this program's own.
func Export(ctx context.Context, url, site string, w io.Writer) (h archive.Header, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("export the PostgreSQL database: %w", translate(err))
		}
	}()
	db, err := unbounded(url, true)
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s, err := archiveSchema(ctx, db)
	if err != nil {
		return h, err
	}
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}) // one snapshot
	if err != nil {
		return h, err
	}
	h, err = archive.Write(ctx, w, sqlstore.Over(tx), s, site)
	return h, errors.Join(err, tx.Rollback())
}

// unbounded connects without limits on how long anything takes.
func unbounded(url string, readOnly bool) (*sql.DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	return connect(config, limits{patience: defaultLimits.patience}, readOnly, 2), nil
}

// Import takes the archive in r into an empty database, of any engine's making:
// all of it in one transaction, or nothing. What is there afterwards is read back
// and has the archive's own checksum. What the archive leaves out is derived anew.
// A database that holds something is archive.ErrNotEmpty.
func Import(ctx context.Context, r io.Reader, url string) (h archive.Header, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("import into the PostgreSQL database: %w", translate(err))
		}
	}()
	made, err := Open(ctx, url, Options{}) // which gives it its schema
	if err != nil {
		return h, err
	}
	if err := made.Close(); err != nil {
		return h, err
	}
	db, err := unbounded(url, false)
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s, err := archiveSchema(ctx, db)
	if err != nil {
		return h, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return h, err
	}
	if h, err = takeIn(ctx, r, tx, s); err != nil {
		return h, errors.Join(err, tx.Rollback())
	}
	return h, tx.Commit()
}

// alone keeps a site that runs from storing anything beside the import: nothing
// is without its learner or person.
const alone = `LOCK TABLE learners, persons IN SHARE ROW EXCLUSIVE MODE`

func takeIn(ctx context.Context, r io.Reader, tx *sql.Tx, s archive.Schema) (h archive.Header, err error) {
	if _, err := tx.ExecContext(ctx, alone); err != nil {
		return h, err
	}
	if h, err = archive.Read(ctx, r, sqlstore.Over(tx), s, archive.Default()); err != nil {
		return h, err
	}
	if h.Schema != s.Version {
		err = sqlstore.FileNames(ctx, sqlstore.Over(tx))
	}
	if err := errors.Join(err, continuePositions(ctx, tx, s)); err != nil {
		return h, err
	}
	if err := sqlstore.DeriveDesk(ctx, sqlstore.Over(tx), dialect{}); err != nil {
		return h, err
	}
	back, err := archive.Write(ctx, io.Discard, sqlstore.Over(tx), s, h.Site)
	if err == nil && back.SHA256 != h.SHA256 && h.Schema == s.Version {
		err = fmt.Errorf("%w: what was stored reads back otherwise: checksum %s, the archive has %s", store.ErrDamaged, back.SHA256, h.SHA256)
	}
	return h, err
}

// continuePositions lets positions go on after those that the archive brought.
func continuePositions(ctx context.Context, tx *sql.Tx, s archive.Schema) error {
	for _, t := range s.Tables {
		for _, column := range []string{"seq", "no"} {
			if t.Order != column {
				continue
			}
			query := fmt.Sprintf(`SELECT setval(sequence, COALESCE((SELECT MAX(%[2]s) FROM %[1]s), 1), EXISTS (SELECT 1 FROM %[1]s))
				FROM (SELECT pg_get_serial_sequence('%[1]s', '%[2]s') AS sequence) q WHERE sequence IS NOT NULL`, t.Name, column)
			if _, err := tx.ExecContext(ctx, query); err != nil {
				return fmt.Errorf("positions of %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// archiveSchema describes the tables of an archive as this database has them.
func archiveSchema(ctx context.Context, db *sql.DB) (s archive.Schema, err error) {
	if s.Version, err = schemaVersion(ctx, db); err != nil {
		return s, err
	}
	_, newest, err := provider(db)
	if err != nil {
		return s, err
	}
	if s.Version != newest {
		return s, fmt.Errorf("%w: the database has schema %d, this program %d; start the site once, or use the program that made it",
			store.ErrNewerSchema, s.Version, newest)
	}
	for _, name := range archive.Tables() {
		t, err := describe(ctx, db, name)
		if err != nil {
			return s, fmt.Errorf("describe the table %s: %w", name, err)
		}
		s.Tables = append(s.Tables, t)
	}
	return s, nil
}

const (
	columnsOf = `SELECT column_name, data_type, is_nullable = 'YES' FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`

	keyOf = `SELECT k.column_name FROM information_schema.table_constraints c
		JOIN information_schema.key_column_usage k ON k.constraint_name = c.constraint_name AND k.table_schema = c.table_schema
		WHERE c.table_schema = current_schema() AND c.table_name = $1 AND c.constraint_type = 'PRIMARY KEY' ORDER BY k.ordinal_position`
)

// kindOf are the kinds of the types that columns have here.
var kindOf = map[string]archive.Kind{
	"bigint": archive.Int, "double precision": archive.Real, "text": archive.Text, "bytea": archive.Bytes,
}

// describe reads a table's columns and its primary key, by which rows are sorted:
// every column of text is of the collation "C", which compares byte by byte.
func describe(ctx context.Context, db *sql.DB, name string) (t archive.Table, err error) {
	t.Name, t.From = name, name
	t.Columns, err = list(ctx, db, func(r *sql.Rows) (c archive.Column, err error) {
		var kind string
		err = r.Scan(&c.Name, &kind, &c.Null)
		if c.Kind = kindOf[kind]; c.Kind == "" && err == nil {
			err = fmt.Errorf("the column %s is of a type that no archive has: %s", c.Name, kind)
		}
		return c, err
	}, columnsOf, name)
	if err != nil {
		return t, err
	}
	key, err := list(ctx, db, func(r *sql.Rows) (s string, err error) {
		err = r.Scan(&s)
		return s, err
	}, keyOf, name)
	if len(key) == 0 && err == nil {
		err = errors.New("there is no such table, or it has no primary key")
	}
	t.Order = strings.Join(key, ", ")
	return t, err
}

// list reads every row of a query.
func list[T any](ctx context.Context, db *sql.DB, scan func(*sql.Rows) (T, error), query string, args ...any) (all []T, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
