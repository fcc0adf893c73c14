package lessons

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// source is the text of one content file, with the means to say where in it
// something stands.
type source struct {
	file   string
	text   []byte
	starts []int // byte offset at which each line begins
	*report
}

// newSource takes a file's bytes as its author saved them. CRLF becomes LF
// and a byte order mark at the start goes: neither moves a column that an
// editor shows.
func newSource(file string, raw []byte, r *report) *source {
	text := bytes.TrimPrefix(raw, []byte("\uFEFF"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	s := &source{file: file, text: text, starts: make([]int, 1, bytes.Count(text, []byte("\n"))+1), report: r}
	for i, b := range text {
		if b == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	return s
}

// pos is the place of a byte offset. Offsets outside of the text count as its
// nearest end.
func (s *source) pos(offset int) Pos {
	offset = min(max(offset, 0), len(s.text))
	line := sort.SearchInts(s.starts, offset+1)
	start := s.starts[line-1]
	return Pos{File: s.file, Line: line, Col: utf8.RuneCount(s.text[start:offset]) + 1}
}

// line is the text of a line, counted from 1, without its end.
func (s *source) line(n int) []byte {
	end := len(s.text)
	if n < len(s.starts) {
		end = s.starts[n] - 1
	}
	return s.text[s.starts[n-1]:end]
}

// readable reports bytes that no editor would show as text, and whether there
// were none: content must be UTF-8 without control characters.
func (s *source) readable() bool {
	for i := 0; i < len(s.text); {
		r, size := utf8.DecodeRune(s.text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			s.add(s.pos(i), "save the file as UTF-8", "byte 0x%02X is not UTF-8", s.text[i])
			return false
		case r < ' ' && r != '\n' && r != '\t', r == 0x7F:
			s.add(s.pos(i), "take it out", "control character %U", r)
			return false
		}
		i += size
	}
	return true
}

// todos are the places where the author left a TODO.
func (s *source) todos() []Pos {
	var out []Pos
	for n := 1; n <= len(s.starts); n++ {
		line := s.line(n)
		if i := bytes.Index(line, []byte("TODO")); i >= 0 {
			out = append(out, Pos{s.file, n, utf8.RuneCount(line[:i]) + 1})
		}
	}
	return out
}
