package archive

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// values reads the line of a row of t.
func (t Table) values(line []byte) ([]any, error) {
	var cells []json.RawMessage
	if err := json.Unmarshal(line, &cells); err != nil {
		return nil, fmt.Errorf("it is no row: %w", err)
	}
	if len(cells) == 0 {
		return nil, errors.New("it is an empty row")
	}
	var name string
	if err := json.Unmarshal(cells[0], &name); err != nil || name != t.Name {
		return nil, fmt.Errorf("it is of %.40s, and a row of %s is due", cells[0], t.Name)
	}
	if len(cells) != len(t.Columns)+1 {
		return nil, fmt.Errorf("a row of %s has %d values, this has %d", t.Name, len(t.Columns), len(cells)-1)
	}
	values := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		v, err := c.parse(cells[i+1])
		if err == nil && holdsJSON(t.Name, c.Name) {
			err = wantJSON(v)
		}
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", t.Name, c.Name, err)
		}
		values[i] = v
	}
	return values, nil
}

// parse is the cell as a value of the column's kind.
func (c Column) parse(cell json.RawMessage) (any, error) {
	if string(cell) == "null" {
		if c.Null {
			return nil, nil
		}
		return nil, errors.New("it must not be null")
	}
	switch c.Kind {
	case Int:
		n, err := strconv.ParseInt(string(cell), 10, 64)
		if err != nil {
			return nil, errors.New("it is no whole number of 64 bits")
		}
		return n, nil
	case Real:
		var f float64
		if err := json.Unmarshal(cell, &f); err != nil {
			return nil, errors.New("it is no number")
		}
		return f, nil
	}
	return c.parseString(cell)
}

func (c Column) parseString(cell json.RawMessage) (any, error) {
	var s string
	if err := json.Unmarshal(cell, &s); err != nil {
		return nil, errors.New("it is no string")
	}
	switch {
	case c.Kind == Bytes:
		b, err := base64.StdEncoding.Strict().DecodeString(s)
		if err != nil || strings.ContainsAny(s, "\r\n") {
			return nil, errors.New("it is not base64")
		}
		return b, nil
	case strings.Contains(s, "\x00"):
		return nil, errors.New("it holds a NUL")
	}
	return s, nil
}

// wantJSON refuses text that is not one JSON value.
func wantJSON(v any) error {
	if s, ok := v.(string); ok && !json.Valid([]byte(s)) {
		return errors.New("it is not JSON")
	}
	return nil
}
