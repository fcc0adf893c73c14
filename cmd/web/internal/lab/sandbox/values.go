package sandbox

import (
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// transient lets SQLite copy what is bound.
const transient = ^uintptr(0)

// bind gives every parameter of a statement its value.
func (c *Conn) bind(s uintptr, text string, from int, value func(string) (Value, bool)) error {
	for i := int32(1); i <= sqlite3.Xsqlite3_bind_parameter_count(c.tls, s); i++ {
		name := libc.GoString(sqlite3.Xsqlite3_bind_parameter_name(c.tls, s, i))
		if name == "" {
			return &Error{Kind: Mistake, Offset: from + find(text[from:], "?"), Message: "a bare ? has no value here; write a parameter's name, as :now"}
		}
		var v Value
		ok := false
		if value != nil {
			v, ok = value(name)
		}
		if !ok {
			return &Error{Kind: Mistake, Offset: from + find(text[from:], name), Message: "there is no parameter " + name + " here"}
		}
		if err := c.set(s, i, v); err != nil {
			return err
		}
	}
	return nil
}

// set binds one value.
func (c *Conn) set(s uintptr, i int32, v Value) error {
	var rc int32
	switch v := v.(type) {
	case nil:
		rc = sqlite3.Xsqlite3_bind_null(c.tls, s, i)
	case int64:
		rc = sqlite3.Xsqlite3_bind_int64(c.tls, s, i, v)
	case float64:
		rc = sqlite3.Xsqlite3_bind_double(c.tls, s, i, v)
	case []byte:
		return c.setText(s, i, string(v))
	case string:
		return c.setText(s, i, v)
	}
	if rc != sqlite3.SQLITE_OK {
		return c.fault(rc, "", 0)
	}
	return nil
}

func (c *Conn) setText(s uintptr, i int32, text string) error {
	z, err := libc.CString(text)
	if err != nil {
		return err
	}
	defer libc.Xfree(c.tls, z)
	if rc := sqlite3.Xsqlite3_bind_text(c.tls, s, i, z, int32(len(text)), transient); rc != sqlite3.SQLITE_OK {
		return c.fault(rc, "", 0)
	}
	return nil
}

// row reads the row that a statement stands at.
func (c *Conn) row(s uintptr, columns int) []Value {
	out := make([]Value, columns)
	for i := range out {
		n := int32(i)
		switch sqlite3.Xsqlite3_column_type(c.tls, s, n) {
		case sqlite3.SQLITE_INTEGER:
			out[i] = int64(sqlite3.Xsqlite3_column_int64(c.tls, s, n))
		case sqlite3.SQLITE_FLOAT:
			out[i] = sqlite3.Xsqlite3_column_double(c.tls, s, n)
		case sqlite3.SQLITE_TEXT:
			out[i] = string(c.bytes(sqlite3.Xsqlite3_column_text(c.tls, s, n), s, n))
		case sqlite3.SQLITE_BLOB:
			out[i] = c.bytes(sqlite3.Xsqlite3_column_blob(c.tls, s, n), s, n)
		}
	}
	return out
}

// bytes copies what a column holds.
func (c *Conn) bytes(at, s uintptr, column int32) []byte {
	n := int(sqlite3.Xsqlite3_column_bytes(c.tls, s, column))
	if at == 0 || n == 0 {
		return []byte{}
	}
	return libc.GoBytes(at, n)
}
