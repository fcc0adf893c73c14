package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"fencepost/store/sqlstore"
)

// reader is a sqlstore.Reader over the connections for reads.
type reader struct{ sqlstore.Reader }

// QueryContext implements sqlstore.Reader.
func (r reader) QueryContext(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	found, err := r.Reader.QueryContext(ctx, query, findable(args)...)
	if err != nil {
		return nil, err
	}
	return rows{found}, nil
}

// rows translates what ends a read after its first row, which the connection has
// asked for already.
type rows struct{ sqlstore.Rows }

// Err implements sqlstore.Rows.
func (r rows) Err() error { return translate(r.Rows.Err()) }

// QueryRowContext implements sqlstore.Reader.
func (r reader) QueryRowContext(ctx context.Context, query string, args ...any) sqlstore.Row {
	return r.Reader.QueryRowContext(ctx, query, findable(args)...)
}

// findable replaces in arguments what no text here holds, and what PostgreSQL
// would refuse to compare with: addresses may name anything.
func findable(args []any) []any {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd")
		}
	}
	return args
}

// connector makes connections whose errors are the store's. It tries for a while
// where the server stops or starts, so that a restart of it is a wait and not an
// error.
type connector struct {
	driver.Connector
	patience time.Duration
	reads    bool
}

const connectPause = 100 * time.Millisecond

// Connect implements driver.Connector.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	waiting, end := context.WithTimeout(ctx, c.patience)
	defer end()
	for {
		conn, err := c.Connector.Connect(waiting)
		if err == nil {
			return &connection{conn.(*stdlib.Conn), c.reads}, nil
		}
		if !passes(err) {
			return nil, translate(err)
		}
		select {
		case <-waiting.Done():
			return nil, errors.Join(ctx.Err(), translate(err))
		case <-time.After(connectPause):
		}
	}
}

// connection translates the errors of what is read outside a transaction.
type connection struct {
	*stdlib.Conn
	reads bool
}

// QueryContext implements driver.QueryerContext. A read on a connection that is
// gone is done again on another.
func (c *connection) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := c.Conn.QueryContext(ctx, query, args)
	if err == nil || !c.reads || errors.Is(err, driver.ErrBadConn) {
		return rows, err
	}
	if lost(err) && ctx.Err() == nil {
		return nil, driver.ErrBadConn
	}
	return nil, translate(err)
}
