package sandbox

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Script runs a text of the author's, all its statements.
func (c *Conn) Script(text string) error {
	for at := 0; ; {
		_, next, err := c.Run(text, at, Policy{Author: true}, nil)
		if err != nil || next < 0 {
			return err
		}
		at = next
	}
}

// Run runs the statement that begins at a byte of the text and returns where
// the next one begins, -1 where there is none. bind gives the value of a
// parameter by its name, colon included. Its errors are *Error.
func (c *Conn) Run(text string, from int, p Policy, bind func(name string) (Value, bool)) (r Result, next int, err error) {
	defer func() {
		if fault := recover(); fault != nil { // of the transpiled C
			r, next, err = Result{}, -1, &Error{Kind: Failure, Offset: from, Message: "SQLite cannot run this"}
		}
	}()
	if at := unreadable(text); at >= 0 {
		return r, -1, &Error{Kind: Mistake, Offset: at, Message: "a character that no text can hold"}
	}
	if len(text) > c.db.limits.SQL {
		return r, -1, &Error{Kind: Limit, Offset: c.db.limits.SQL, Message: fmt.Sprintf("the text is longer than %d bytes", c.db.limits.SQL)}
	}
	from += skip(text[from:])
	if from >= len(text) {
		return r, -1, nil
	}
	c.guard.policy, c.guard.denied, c.guard.word, c.guard.spent, c.guard.late = p, "", "", "", false
	r.Verb = verb(text[from:])
	if err := c.verbFits(r.Verb, from); err != nil {
		return r, -1, err
	}
	s, used, err := c.compile(text, from)
	if err != nil {
		return r, -1, err
	}
	defer sqlite3.Xsqlite3_finalize(c.tls, s)
	next = following(text, from+used)
	if err := c.bind(s, text, from, bind); err != nil {
		return r, -1, err
	}
	err = c.step(s, from, &r)
	return r, next, err
}

// unreadable is where a text holds a NUL or bytes that are no UTF-8; -1 for
// nowhere.
func unreadable(text string) int {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return i
	}
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// following is where the next statement begins; -1 for none.
func following(text string, at int) int {
	if at += skip(text[at:]); at >= len(text) {
		return -1
	}
	return at
}

// compile prepares the statement at a byte of the text and says how many bytes
// it takes.
func (c *Conn) compile(text string, from int) (statement uintptr, used int, err error) {
	z, err := libc.CString(text[from:])
	if err != nil {
		return 0, 0, err
	}
	defer libc.Xfree(c.tls, z)
	out := libc.Xcalloc(c.tls, 2, 8)
	if out == 0 {
		return 0, 0, &Error{Kind: Failure, Offset: from, Message: "out of memory"}
	}
	defer libc.Xfree(c.tls, out)
	rc := sqlite3.Xsqlite3_prepare_v2(c.tls, c.handle, z, -1, out, out+8)
	if rc != sqlite3.SQLITE_OK {
		return 0, 0, c.fault(rc, text, from)
	}
	statement = word(out)
	used = int(word(out+8) - z)
	if sqlite3.Xsqlite3_stmt_isexplain(c.tls, statement) != 0 {
		sqlite3.Xsqlite3_finalize(c.tls, statement)
		return 0, 0, &Error{Kind: Forbidden, Offset: from, Message: "EXPLAIN is no part of the labs"}
	}
	return statement, used, nil
}

// fault is what SQLite has against a text, in words for whoever wrote it.
func (c *Conn) fault(rc int32, text string, from int) *Error {
	e := &Error{Kind: kindOf(rc), Offset: from, Message: libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.handle))}
	if at := int(sqlite3.Xsqlite3_error_offset(c.tls, c.handle)); at >= 0 && from+at <= len(text) {
		e.Offset = from + at
	} else if from < len(text) {
		e.Offset = from + find(text[from:], about(e.Message))
	}
	if e.Message == "incomplete input" {
		e.Message, e.Offset = "the statement stops before it is complete", len(strings.TrimRight(text, " \t\r\n"))
	}
	switch {
	case c.guard.denied != "":
		e.Kind, e.Message = Forbidden, c.guard.denied
		e.Offset = from + find(text[from:], c.guard.word)
	case c.guard.late:
		e.Kind, e.Message = Late, c.guard.spent
	case c.guard.spent != "":
		e.Kind, e.Message = Limit, c.guard.spent
	case rc&0xff == sqlite3.SQLITE_TOOBIG:
		e.Message = fmt.Sprintf("a value or row is larger than %d bytes", c.db.limits.Bytes)
	case rc&0xff == sqlite3.SQLITE_FULL:
		e.Message = "the database is full: a lab keeps a few hundred rows"
	}
	return e
}

// kindOf sorts SQLite's result codes.
func kindOf(rc int32) Kind {
	switch rc & 0xff {
	case sqlite3.SQLITE_ERROR:
		return Mistake
	case sqlite3.SQLITE_AUTH:
		return Forbidden
	case sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_FULL, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_NOMEM:
		return Limit
	case sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH:
		return Constraint
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return Busy
	}
	return Failure
}

// step runs a compiled statement to its end.
func (c *Conn) step(s uintptr, from int, r *Result) error {
	r.Writes = sqlite3.Xsqlite3_stmt_readonly(c.tls, s) == 0
	columns := int(sqlite3.Xsqlite3_column_count(c.tls, s))
	for i := range columns {
		r.Columns = append(r.Columns, libc.GoString(sqlite3.Xsqlite3_column_name(c.tls, s, int32(i))))
	}
	for {
		switch rc := sqlite3.Xsqlite3_step(c.tls, s); rc {
		case sqlite3.SQLITE_ROW:
			if len(r.Rows) == c.db.limits.Rows {
				return &Error{Kind: Limit, Offset: from, Message: fmt.Sprintf("it returns more than %d rows", c.db.limits.Rows)}
			}
			r.Rows = append(r.Rows, c.row(s, columns))
		case sqlite3.SQLITE_DONE:
			if r.Writes && changes[r.Verb] {
				r.Changed = int(sqlite3.Xsqlite3_changes(c.tls, c.handle))
			}
			return nil
		default:
			e := c.fault(rc, "", 0)
			e.Offset = from
			if e.Kind == Mistake {
				e.Kind = Failure
			}
			return e
		}
	}
}

// InTransaction says whether the connection has a transaction open.
func (c *Conn) InTransaction() bool { return sqlite3.Xsqlite3_get_autocommit(c.tls, c.handle) == 0 }

// Tables are the tables that there are, in the order in which they were made.
func (c *Conn) Tables() ([]string, error) {
	const query = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid`
	r, _, err := c.Run(query, 0, Policy{Author: true}, nil)
	var out []string
	for _, row := range r.Rows {
		if name, ok := row[0].(string); ok {
			out = append(out, name)
		}
	}
	return out, err
}

// Count is how many statements a text holds, as far as semicolons outside
// quotes and comments say. A text that does not compile has some number, too.
func Count(text string) int {
	n := 0
	for at := skip(text); at < len(text); at += skip(text[at:]) {
		n++
		for at < len(text) && text[at] != ';' {
			at += piece(text[at:])
		}
	}
	return n
}

// piece is how many bytes belong together at the beginning of a text: a quoted
// name or string, a comment, or one byte.
func piece(text string) int {
	switch {
	case text[0] == '\'', text[0] == '"', text[0] == '`':
		return ended(text, text[:1], 1)
	case text[0] == '[':
		return ended(text, "]", 1)
	case strings.HasPrefix(text, "--"), strings.HasPrefix(text, "/*"):
		return skip(text)
	}
	return 1
}
