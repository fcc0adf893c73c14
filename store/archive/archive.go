// Package archive writes everything that a store keeps into one file, and reads
// it into an empty store again, of the same engine or another.
//
// The file is gzipped text of one JSON value a line. The first line is the
// Header: which tables follow, with their columns and counts. Then comes a line
// a row, an array of the table's name and its values in the order of the
// header's columns; the rows of a table stand together, tables that others refer
// to come first. The last line is the Trailer, with the SHA-256 of all lines
// before it. Nothing in it depends on when or where it was written: the same
// records make the same bytes.
package archive

import "errors"

// ErrRefused is answered for what is not a whole archive that this program can
// take in. The error's text says why, with the number of the line.
var ErrRefused = errors.New("archive refused")

// ErrNotEmpty is answered where the store that should take an archive in holds
// something already.
var ErrNotEmpty = errors.New("the store is not empty")

const (
	format  = "fencepost archive"
	version = 1
)

// Kind is what the values of a column are, whatever the engine calls it.
type Kind string

// The kinds of values. In the file whole numbers and real ones are JSON
// numbers, text is a JSON string and bytes are one in base64 (RFC 4648, 4).
const (
	Int   Kind = "int" // 64 bits with a sign
	Real  Kind = "real"
	Text  Kind = "text" // UTF-8 without NUL
	Bytes Kind = "bytes"
)

// Column is one column of a table.
type Column struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	Null bool   `json:"null,omitempty"` // may be null
}

// Table is one table of the header.
type Table struct {
	Name    string   `json:"name"`
	Rows    int64    `json:"rows"`
	Columns []Column `json:"columns"`

	// From is how the engine reads the table's own rows, past its indexes where
	// it can: one of them may be what is damaged. Order is what rows are sorted
	// by, written so that text is compared byte by byte.
	From  string `json:"-"`
	Order string `json:"-"`
}

// Header is the first line.
type Header struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Schema  int64   `json:"schema"` // of the store that it came from
	Site    string  `json:"site"`   // address of the site that it came from
	Tables  []Table `json:"tables"`

	SHA256 string `json:"-"` // of the Trailer; the same records of the same site and schema have the same
}

// Total is the number of rows in all tables.
func (h Header) Total() (n int64) {
	for _, t := range h.Tables {
		n += t.Rows
	}
	return n
}

// Trailer is the last line.
type Trailer struct {
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"` // of all bytes before this line, in hexadecimal
}

// Schema is what an engine knows of its own tables: those that Tables names,
// in that order, with all of their columns.
type Schema struct {
	Version int64
	Tables  []Table
}
