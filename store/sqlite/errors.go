package sqlite

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"fencepost/store"
)

// translate puts the store's own error before SQLite's, where there is one.
// https://sqlite.org/rescode.html lists the codes; the low byte is the kind.
func translate(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	if kind := sentinel(e.Code()); kind != nil {
		return fmt.Errorf("%w: %w", kind, err)
	}
	return err
}

func sentinel(code int) error {
	switch code {
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return store.ErrNotFound
	case sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_TOOBIG:
		return store.ErrInvalid
	}
	switch code & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return store.ErrBusy
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
		sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return store.ErrUnwritable
	}
	return nil
}

// isDamage says whether an error means that the file is broken.
func isDamage(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}
