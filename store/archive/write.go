package archive

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"fencepost/store/sqlstore"
)

// Write writes all that from holds to w, a row at a time. It answers the header
// that it wrote. A row that a column's kind cannot hold ends it with an error.
func Write(ctx context.Context, w io.Writer, from sqlstore.Reader, s Schema, site string) (h Header, err error) {
	h = Header{Format: format, Version: version, Schema: s.Version, Site: site}
	for _, t := range s.Tables {
		if err := from.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.From).Scan(&t.Rows); err != nil {
			return h, fmt.Errorf("count %s: %w", t.Name, err)
		}
		h.Tables = append(h.Tables, t)
	}
	out := newLineWriter(w)
	if err := out.line(h); err != nil {
		return h, err
	}
	for _, t := range h.Tables {
		if err := out.table(ctx, from, t); err != nil {
			return h, fmt.Errorf("archive %s: %w", t.Name, err)
		}
	}
	h.SHA256, err = out.end(h.Total())
	return h, err
}

// lineWriter writes JSON lines, sums them and compresses them.
type lineWriter struct {
	sum  hash.Hash
	zip  *gzip.Writer
	buf  *bufio.Writer
	json *json.Encoder
}

func newLineWriter(w io.Writer) *lineWriter {
	l := &lineWriter{sum: sha256.New(), zip: gzip.NewWriter(w)}
	l.buf = bufio.NewWriterSize(io.MultiWriter(l.zip, l.sum), 64<<10)
	l.json = json.NewEncoder(l.buf)
	l.json.SetEscapeHTML(false)
	return l
}

func (l *lineWriter) line(v any) error { return l.json.Encode(v) }

// end writes the trailer, which the sum does not cover.
func (l *lineWriter) end(rows int64) (sum string, err error) {
	if err := l.buf.Flush(); err != nil {
		return "", err
	}
	sum = hex.EncodeToString(l.sum.Sum(nil))
	if err := json.NewEncoder(l.zip).Encode(Trailer{Rows: rows, SHA256: sum}); err != nil {
		return "", err
	}
	return sum, l.zip.Close()
}

// table writes a line for each row of t, in t's order.
func (l *lineWriter) table(ctx context.Context, from sqlstore.Reader, t Table) error {
	rows, err := from.QueryContext(ctx, "SELECT "+t.columns()+" FROM "+t.From+" ORDER BY "+t.Order)
	if err != nil {
		return err
	}
	defer rows.Close()
	row := newRow(t)
	for rows.Next() {
		if err := rows.Scan(row.dest...); err != nil {
			return err
		}
		values, err := row.values()
		if err != nil {
			return err
		}
		if err := l.line(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// columns are the names of t's columns as a query lists them.
func (t Table) columns() string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// row is where a row of one table is scanned to.
type row struct {
	table Table
	dest  []any
}

func newRow(t Table) row {
	r := row{table: t}
	for _, c := range t.Columns {
		switch c.Kind {
		case Int:
			r.dest = append(r.dest, new(sql.Null[int64]))
		case Real:
			r.dest = append(r.dest, new(sql.Null[float64]))
		case Bytes:
			r.dest = append(r.dest, new([]byte))
		default:
			r.dest = append(r.dest, new(sql.Null[string]))
		}
	}
	return r
}

// values are what was scanned, as the line holds it.
func (r row) values() ([]any, error) {
	out := []any{r.table.Name}
	for i, c := range r.table.Columns {
		v, err := value(c, r.dest[i])
		if err != nil {
			return nil, fmt.Errorf("column %s of the row %v: %w", c.Name, out[1:min(3, len(out))], err)
		}
		out = append(out, v)
	}
	return out, nil
}

// value is one scanned value, nil for null.
func value(c Column, dest any) (any, error) {
	switch v := dest.(type) {
	case *sql.Null[int64]:
		return v.Value()
	case *sql.Null[float64]:
		if math.IsNaN(v.V) || math.IsInf(v.V, 0) {
			return nil, fmt.Errorf("%v is no number that JSON knows", v.V)
		}
		return v.Value()
	case *sql.Null[string]:
		if !utf8.ValidString(v.V) || strings.Contains(v.V, "\x00") {
			return nil, fmt.Errorf("text that is not UTF-8, or holds a NUL")
		}
		return v.Value()
	case *[]byte:
		if *v == nil && !c.Null {
			return []byte{}, nil
		}
		return nullBytes(*v), nil
	}
	return nil, fmt.Errorf("unknown kind %q", c.Kind)
}

// nullBytes keeps a nil slice from being the string "".
func nullBytes(b []byte) any {
	if b == nil {
		return nil
	}
	return b
}
