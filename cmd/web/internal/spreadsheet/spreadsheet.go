// Package spreadsheet writes files of comma-separated values (RFC 4180, UTF-8)
// that a spreadsheet program may open: nothing that somebody typed becomes a
// formula there.
package spreadsheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// bom is the byte order mark, by which Excel knows UTF-8.
const bom = "\ufeff"

// Writer writes rows. Errors of the writer below stay until Flush.
type Writer struct {
	csv   *csv.Writer
	cells []string // of the row that is being written
}

// New begins a file on w, which should be buffered. A file that Excel is to
// open begins with a byte order mark; other programs take it for a part of the
// first head.
func New(w io.Writer, forExcel bool) (*Writer, error) {
	if forExcel {
		if _, err := io.WriteString(w, bom); err != nil {
			return nil, err
		}
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	return &Writer{csv: out}, nil
}

// Text adds a cell of words, made harmless.
func (w *Writer) Text(words string) { w.cells = append(w.cells, Harmless(words)) }

// Texts adds a cell for each.
func (w *Writer) Texts(all ...string) {
	for _, words := range all {
		w.Text(words)
	}
}

// Int adds a number.
func (w *Writer) Int(n int) { w.cells = append(w.cells, strconv.Itoa(n)) }

// Number adds a number with at most two decimals, and a point before them.
func (w *Writer) Number(x float64) {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	w.cells = append(w.cells, strings.TrimSuffix(strings.TrimRight(text, "0"), "."))
}

// Bool adds "true" or "false".
func (w *Writer) Bool(b bool) { w.cells = append(w.cells, strconv.FormatBool(b)) }

// Time adds a time of UTC Unix milliseconds in ISO 8601 with the offset of the
// zone; 0 is an empty cell.
func (w *Writer) Time(ms int64, zone *time.Location) {
	text := ""
	if ms != 0 {
		text = time.UnixMilli(ms).In(zone).Format("2006-01-02T15:04:05.000Z07:00")
	}
	w.cells = append(w.cells, text)
}

// Empty adds n cells with nothing in them.
func (w *Writer) Empty(n int) {
	for range n {
		w.cells = append(w.cells, "")
	}
}

// End writes the row.
func (w *Writer) End() error {
	err := w.csv.Write(w.cells)
	w.cells = w.cells[:0]
	return err
}

// Flush writes what is still held back, and answers the first error.
func (w *Writer) Flush() error {
	w.csv.Flush()
	return w.csv.Error()
}

// Harmless is text that no spreadsheet takes for a formula: an apostrophe, the
// mark for plain text, stands before each place where one could begin. Such
// places are the beginning and what follows a separator, because a program that
// separates cells by semicolons or tabs breaks the text there; blanks, invisible
// characters and quotes in between do not help. A plain number stays one. Line
// ends become LF.
//
// The characters are those of OWASP's page on CSV injection, with the full-width
// forms that some editions of Excel take for the same.
func Harmless(text string) string {
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if number(text) {
		return text
	}
	var out strings.Builder
	kept := 0 // bytes of text that are in out
	for at := 0; at >= 0; at = after(text, at) {
		if starts(text[at:]) || at == 0 && strings.IndexAny(text, "\t\n") == 0 {
			out.WriteString(text[kept:at])
			out.WriteByte('\'')
			kept = at
		}
	}
	if kept == 0 && out.Len() == 0 {
		return text
	}
	out.WriteString(text[kept:])
	return out.String()
}

// separators are what spreadsheets break lines and cells at.
const separators = ",;\t\n|"

// after is the place behind the first separator from at on, or -1.
func after(text string, at int) int {
	i := strings.IndexAny(text[at:], separators)
	if i < 0 {
		return -1
	}
	return at + i + 1
}

// starts says whether a formula could begin here, as far as the next separator.
func starts(text string) bool {
	for _, r := range text {
		switch {
		case strings.ContainsRune("=+-@＝＋－＠", r):
			return true
		case strings.ContainsRune(separators, r), r != '"' && !unicode.IsSpace(r) && !unicode.In(r, unicode.Cf, unicode.Cc):
			return false
		}
	}
	return false
}

// number says whether text is a number as people write one: "-3", "+4.5".
func number(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	if digits == "" || len(text)-len(digits) > 1 || strings.Trim(digits, "0123456789.") != "" {
		return false
	}
	_, err := strconv.ParseFloat(digits, 64)
	return err == nil
}
