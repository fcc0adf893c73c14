package sqlite

import (
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"

	"fencepost/store"
)

// translate puts the store's own error before SQLite's, where there is one.
// https://sqlite.org/rescode.html lists the codes; the low byte is the kind.
func translate(err error) error {
	if kind := sentinel(code(err)); kind != nil && !errors.Is(err, kind) {
		return fmt.Errorf("%w: %w", kind, err)
	}
	return err
}

// code is what SQLite says of an error, by whichever way it was asked; 0 where it
// is not SQLite's.
func code(err error) int {
	if e := (*driver.Error)(nil); errors.As(err, &e) {
		return e.Code()
	}
	if c := sqlite.ErrCode(err); c != sqlite.ResultError { // which it answers for every other error
		return int(c)
	}
	return 0
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
	kind := code(err) & 0xff
	return kind == sqlite3.SQLITE_CORRUPT || kind == sqlite3.SQLITE_NOTADB
}
