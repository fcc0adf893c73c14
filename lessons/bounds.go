package lessons

import (
	"bytes"
	"regexp"
)

// Bounds on what one lesson may hold. A real one is a tenth of them. Without
// them a table of 7 KB becomes 10 MB of HTML, because every short row is filled
// up to the width of the header, and 120 KB of opening brackets keep goldmark
// busy for seconds, because what a paragraph costs grows with its square.
const (
	maxLessonHTML   = 512 << 10
	maxTableColumns = 12
	maxTableRows    = 100
	maxLineBytes    = 4 << 10
	maxBlockBytes   = 16 << 10 // between two empty lines
)

// inBounds reports what must not reach goldmark, and whether there was none.
func (s *source) inBounds() bool {
	block, since := 0, 1
	for n := 1; n <= len(s.starts); n++ {
		line := s.line(n)
		if block += len(line); len(bytes.TrimSpace(line)) == 0 {
			block, since = 0, n+1
		}
		switch {
		case len(line) > maxLineBytes:
			s.add(Pos{s.file, n, 1}, "break it", "a line may have at most %d KB", maxLineBytes>>10)
		case block > maxBlockBytes:
			s.add(Pos{s.file, since, 1}, "put empty lines between its parts", "more than %d KB without an empty line", maxBlockBytes>>10)
		case tooWide(line):
			s.add(Pos{s.file, n, 1}, "split the table", "a table may have at most %d columns", maxTableColumns)
		default:
			continue
		}
		return false
	}
	return true
}

var delimiterRow = regexp.MustCompile(`^[-+*>0-9. \t|:]*\|[-+*> \t|:]*$`)

// tooWide recognises the row of dashes below the header of a wide table, be it
// in a list or a quotation.
func tooWide(line []byte) bool {
	if bytes.Count(line, []byte("|")) < maxTableColumns || !delimiterRow.Match(line) {
		return false
	}
	row := bytes.Trim(line, " \t>*+.0123456789")
	row = bytes.TrimSuffix(bytes.TrimPrefix(row, []byte("|")), []byte("|"))
	return bytes.Count(row, []byte("|"))+1 > maxTableColumns
}
