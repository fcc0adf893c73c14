package archive

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"fencepost/store/sqlstore"
)

// Read takes the archive in r into the tables of s, all of which must be empty.
// Where it answers an error, the transaction is to be rolled back: ErrRefused
// says that the archive is at fault.
func Read(ctx context.Context, r io.Reader, into sqlstore.Tx, s Schema, l Limits) (h Header, err error) {
	if err := wantEmpty(ctx, into, s); err != nil {
		return h, err
	}
	in, err := newLineReader(r, l)
	if err != nil {
		return h, err
	}
	if h, err = in.header(); err != nil {
		return h, err
	}
	if err := fits(h, s); err != nil {
		return h, err
	}
	for _, t := range h.Tables {
		if err := in.table(ctx, into, t); err != nil {
			return h, err
		}
	}
	h.SHA256, err = in.trailer(h)
	return h, err
}

// wantEmpty answers ErrNotEmpty where a table holds a row.
func wantEmpty(ctx context.Context, into sqlstore.Reader, s Schema) error {
	for _, t := range s.Tables {
		var n int64
		if err := into.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.Name).Scan(&n); err != nil {
			return fmt.Errorf("count %s: %w", t.Name, err)
		}
		if n > 0 {
			return fmt.Errorf("%w: %s has %d rows", ErrNotEmpty, t.Name, n)
		}
	}
	return nil
}

// header reads the first line.
func (l *lineReader) header() (h Header, err error) {
	line, _, err := l.row()
	if err != nil {
		return h, err
	}
	if err := strictly(line, &h); err != nil {
		return h, l.refuse("it is no header of an archive: %v", err)
	}
	switch {
	case h.Format != format:
		return h, l.refuse("this is no %s", format)
	case h.Version != version:
		return h, l.refuse("the archive has version %d, this program reads version %d", h.Version, version)
	}
	return h, nil
}

// strictly decodes one JSON value and knows no field beyond those of v.
func strictly(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if d.More() {
		return fmt.Errorf("more than one value")
	}
	return nil
}

// fits refuses an archive whose tables and columns are not those of s.
func fits(h Header, s Schema) error {
	no := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s. It was made at schema %d and this store is at %d: export and import with the same release, and upgrade before or after",
			ErrRefused, fmt.Sprintf(format, args...), h.Schema, s.Version)
	}
	for i, t := range h.Tables {
		if i >= len(s.Tables) || t.Name != s.Tables[i].Name {
			return no("table %d is %.40q, which does not belong there", i+1, t.Name)
		}
		if t.Rows < 0 {
			return no("the table %s has %d rows", t.Name, t.Rows)
		}
		if !slices.Equal(t.Columns, s.Tables[i].Columns) {
			return no("the columns of %s are not this store's: %s", t.Name, difference(t.Columns, s.Tables[i].Columns))
		}
	}
	if len(h.Tables) != len(s.Tables) {
		return no("the table %s is missing", s.Tables[len(h.Tables)].Name)
	}
	return nil
}

// difference names the columns that only one side has.
func difference(got, want []Column) string {
	var out []string
	for _, c := range got {
		if !slices.Contains(want, c) {
			out = append(out, fmt.Sprintf("%.40q %.40s is unknown", c.Name, c.Kind))
		}
	}
	for _, c := range want {
		if !slices.Contains(got, c) {
			out = append(out, fmt.Sprintf("%s %s is missing", c.Name, c.Kind))
		}
	}
	if out == nil {
		return "they stand in another order, or twice"
	}
	return strings.Join(out, ", ")
}

// table stores as many rows as the header promises.
func (l *lineReader) table(ctx context.Context, into sqlstore.Tx, t Table) error {
	insert := t.insert()
	for range t.Rows {
		line, last, err := l.row()
		if err != nil {
			return err
		}
		if last {
			return l.refuse("the archive has fewer rows of %s than its header says", t.Name)
		}
		values, err := t.values(line)
		if err != nil {
			return l.refuse("%v", err)
		}
		if _, err := into.ExecContext(ctx, insert, values...); err != nil {
			return fmt.Errorf("%w: %w", l.refuse("the store does not take this row of %s", t.Name), err)
		}
	}
	return nil
}

func (t Table) insert() string {
	marks := make([]string, len(t.Columns))
	for i := range marks {
		marks[i] = fmt.Sprintf("$%d", i+1)
	}
	return "INSERT INTO " + t.Name + " (" + t.columns() + ") VALUES (" + strings.Join(marks, ", ") + ")"
}

// trailer reads the last line and compares it with what was read.
func (l *lineReader) trailer(h Header) (sum string, err error) {
	sum = hex.EncodeToString(l.sum.Sum(nil))
	line, last, err := l.row()
	if err != nil {
		return "", err
	}
	if !last {
		return "", l.refuse("the archive has more rows than its header says")
	}
	var t Trailer
	if err := strictly(line, &t); err != nil {
		return "", l.refuse("it is no last line of an archive: %v", err)
	}
	if t.Rows != h.Total() || t.SHA256 != sum {
		return "", l.refuse("the count or the checksum does not fit what came before")
	}
	return sum, l.finish()
}
