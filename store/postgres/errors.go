package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"fencepost/store"
)

// sentinels are the store's errors by what SQLSTATE begins with, longer
// beginnings first (https://www.postgresql.org/docs/current/errcodes-appendix.html).
var sentinels = []struct {
	begins string
	err    error
}{
	{"23503", store.ErrNotFound},   // a reference to what is not there
	{"23505", store.ErrConflict},   // a key that is taken
	{"23", store.ErrInvalid},       // another constraint
	{"22", store.ErrInvalid},       // a value that cannot be stored
	{"54", store.ErrInvalid},       // a value too large
	{"40", store.ErrBusy},          // refused for the sake of another
	{"55P03", store.ErrBusy},       // a lock did not come
	{"57014", store.ErrBusy},       // a statement took too long
	{"57P", store.ErrBusy},         // the server stops or starts
	{"08", store.ErrBusy},          // the connection
	{"53100", store.ErrUnwritable}, // the disk is full
	{"53", store.ErrBusy},          // no connection or memory to be had
	{"25006", store.ErrUnwritable}, // a server that only reads, such as a standby
	{"58", store.ErrUnwritable},    // the disk
	{"XX00", store.ErrUnwritable},  // the data is damaged
}

// translate puts the store's own error before PostgreSQL's, where there is one.
func translate(err error) error {
	var e *pgconn.PgError
	switch {
	case err == nil, isOurs(err):
		return err
	case errors.As(err, &e):
		for _, s := range sentinels {
			if strings.HasPrefix(e.Code, s.begins) {
				return fmt.Errorf("%w: %w", s.err, err)
			}
		}
	case lost(err):
		return fmt.Errorf("%w: %w", store.ErrBusy, err)
	}
	return err
}

// isOurs says whether an error was translated before.
func isOurs(err error) bool {
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			return true
		}
	}
	return errors.Is(err, store.ErrClosed)
}

// refused says whether a transaction that answered err before its commit may be
// run again: it changed nothing, and what was in its way passes.
func refused(err error) verdict {
	var e *pgconn.PgError
	switch {
	case errors.As(err, &e) && e.Code == "23505":
		return onceMore
	case errors.As(err, &e) && strings.HasPrefix(e.Code, "40"), passes(err):
		return again
	}
	return final
}

// passes says whether the server or the line to it is gone for a while.
func passes(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return strings.HasPrefix(e.Code, "57P") || e.Code == "53300"
	}
	return lost(err)
}

// lost says whether an error is of the connection, or of making one.
func lost(err error) bool {
	var (
		e       *pgconn.PgError
		connect *pgconn.ConnectError
		network net.Error
	)
	switch {
	case err == nil:
		return false
	case errors.As(err, &e):
		return strings.HasPrefix(e.Code, "08") || strings.HasPrefix(e.Code, "57P")
	case errors.Is(err, context.Canceled):
		return false
	}
	return errors.Is(err, driver.ErrBadConn) || errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "conn closed")
}
