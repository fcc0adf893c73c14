package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"fencepost/store"
	"fencepost/store/archive"
	"fencepost/store/sqlstore"
)

// ExportOf writes everything in the database file at path to w as an archive, as
// it is at this moment. Another process may have the file open; a damaged one is
// exported as far as it can be read. The schema must be this program's own.
func ExportOf(ctx context.Context, path, site string, w io.Writer) (h archive.Header, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("export %s: %w", path, translate(err))
		}
	}()
	switch there, err := exists(path); {
	case err != nil:
		return h, err
	case !there:
		return h, fmt.Errorf("%w: there is no such file", store.ErrNotFound)
	}
	if err := ours(path); err != nil {
		return h, err
	}
	db, err := connect(fileReadDSN(path, defaults), 1)
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := atNewest(ctx, db); err != nil {
		return h, err
	}
	s, err := archiveSchema(ctx, db)
	if err != nil {
		return h, err
	}
	tx, err := db.BeginTx(ctx, nil) // one snapshot
	if err != nil {
		return h, err
	}
	h, err = archive.Write(ctx, w, sqlstore.Over(tx), s, site)
	return h, errors.Join(err, tx.Rollback())
}

// Import makes a database at path out of the archive in r. The database is built
// beside its place in one transaction, verified, and takes the place only then,
// by the same rules as Restore: nothing is there where it fails. What the
// archive leaves out is derived anew.
func Import(ctx context.Context, r io.Reader, path string, replace bool) (h archive.Header, done Restored, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("import into %s: %w", path, translate(err))
		}
	}()
	done, err = install(ctx, path, replace, func(unfinished string) error {
		h, err = importInto(ctx, r, unfinished)
		return err
	})
	return h, done, err
}

// importInto fills the empty file at path: it gets its schema, then the rows,
// and is opened once more as the site opens it.
func importInto(ctx context.Context, r io.Reader, path string) (h archive.Header, err error) {
	o := defaults
	o.synchronous = "OFF" // the whole file is synced before it takes its place
	db, err := open(ctx, path, o)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return h, err
	}
	if h, err = takeIn(ctx, fileSource(path, o), r); err != nil {
		return h, err
	}
	if db, err = open(ctx, path, o); err != nil {
		return h, err
	}
	if err = errors.Join(inHeader(ctx, db, h), db.Close()); err != nil {
		return h, err
	}
	return h, foldLog(ctx, path)
}

// takeIn reads the archive in one transaction, in which the desk is derived too.
func takeIn(ctx context.Context, into source, r io.Reader) (h archive.Header, err error) {
	s, err := schemaAt(ctx, into)
	if err != nil {
		return h, err
	}
	tx, err := into.writer()
	if err != nil {
		return h, err
	}
	defer func() { err = errors.Join(err, tx.close()) }()
	if err := tx.exec("BEGIN IMMEDIATE"); err != nil {
		return h, err
	}
	if h, err = archive.Read(ctx, r, tx, s, archive.Default()); err != nil {
		return h, errors.Join(err, tx.exec("ROLLBACK"))
	}
	if h.Schema != s.Version {
		err = sqlstore.FileNames(ctx, tx)
	}
	if err := errors.Join(err, sqlstore.DeriveDesk(ctx, tx, dialect{})); err != nil {
		return h, errors.Join(archive.ErrRefused, err, tx.exec("ROLLBACK"))
	}
	return h, tx.exec("COMMIT")
}

func schemaAt(ctx context.Context, at source) (s archive.Schema, err error) {
	pool, err := connect(at.dsn, 1)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	return archiveSchema(ctx, pool)
}

// inHeader compares what is in the database with what the archive promised.
func inHeader(ctx context.Context, db *DB, h archive.Header) error {
	counts, err := rowCounts(ctx, db.readers)
	if err != nil {
		return err
	}
	for _, t := range h.Tables {
		if counts[t.Name] != t.Rows {
			return fmt.Errorf("%w: %d rows of %s were taken in, %d are there", store.ErrDamaged, t.Rows, t.Name, counts[t.Name])
		}
	}
	return nil
}

// archiveSchema describes the tables of an archive as this file has them.
func archiveSchema(ctx context.Context, db *sql.DB) (s archive.Schema, err error) {
	if s.Version, err = schemaVersion(ctx, db); err != nil {
		return s, err
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

// describe reads a table's columns and its primary key, by which rows are sorted:
// SQLite compares text byte by byte.
func describe(ctx context.Context, db *sql.DB, name string) (t archive.Table, err error) {
	t.Name, t.From = name, name+" NOT INDEXED"
	rows, err := db.QueryContext(ctx, `SELECT name, type, "notnull", pk FROM pragma_table_info($1) ORDER BY cid`, name)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	key := make(map[int]string)
	for rows.Next() {
		var column, kind string
		var notNull bool
		var pk int
		if err := rows.Scan(&column, &kind, &notNull, &pk); err != nil {
			return t, err
		}
		c := archive.Column{Name: column, Kind: kindOf[kind], Null: !notNull && pk == 0}
		if c.Kind == "" {
			return t, fmt.Errorf("the column %s is of a type that no archive has: %s", column, kind)
		}
		if t.Columns = append(t.Columns, c); pk > 0 {
			key[pk] = column
		}
	}
	if len(key) == 0 {
		return t, errors.New("there is no such table, or it has no primary key")
	}
	t.Order = ordered(key)
	return t, rows.Err()
}

// ordered lists the columns of a key, numbered from 1.
func ordered(key map[int]string) string {
	list := make([]string, len(key))
	for i, column := range key {
		list[i-1] = column
	}
	return strings.Join(list, ", ")
}

// kindOf are the kinds of the types that a STRICT table may have.
var kindOf = map[string]archive.Kind{
	"INTEGER": archive.Int, "INT": archive.Int, "REAL": archive.Real, "TEXT": archive.Text, "BLOB": archive.Bytes,
}
