package site

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// maxRoster is the most lines that one import takes.
const maxRoster = 2000

// rosterLine is one person of a roster file.
type rosterLine struct {
	line        int
	name, email string
	role        store.MemberRole
}

// lineFault is what is wrong in one line of a roster file, as a sentence.
type lineFault struct {
	line int
	text string
}

// readRoster reads a roster: CSV (RFC 4180) with a heading row that names a
// column for the name and one for the address, in any order, and perhaps one
// for the role. It takes files as spreadsheets write them: with a byte order
// mark, with CRLF, with semicolons or tabs for commas. What a cell holds is
// text and nothing else: a name that looks like a formula stays that name.
// Every line that is wrong is told, and the others are still read.
func readRoster(file []byte) (lines []rosterLine, wrong []lineFault) {
	if !utf8.Valid(file) || bytes.IndexByte(file, 0) >= 0 {
		return nil, []lineFault{{1, "This file is not UTF-8 text. Save it as “CSV UTF-8” and send it again."}}
	}
	r := cellsOf(file)
	heads, err := r.Read()
	if err != nil {
		return nil, []lineFault{{1, "There is nothing to read here."}}
	}
	at, missing := columnsOf(heads)
	if missing != "" {
		return nil, []lineFault{{1, missing}}
	}
	seen := map[string]int{}
	for len(lines)+len(wrong) <= maxRoster {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return lines, wrong
		}
		if err != nil {
			return lines, append(wrong, lineFault{lineOf(err), "A quotation mark is open or stands where none may. What follows was not read."})
		}
		line, _ := r.FieldPos(0)
		if one, text := rosterOf(cells, at, line, seen); text != "" {
			wrong = append(wrong, lineFault{line, text})
		} else if one.line > 0 {
			lines = append(lines, one)
		}
	}
	return lines, append(wrong, lineFault{0, fmt.Sprintf("The file has more than %d lines. Import it in parts.", maxRoster)})
}

// cellsOf reads the cells of a roster file line by line.
func cellsOf(file []byte) *csv.Reader {
	file = bytes.TrimPrefix(file, []byte("\xef\xbb\xbf"))
	r := csv.NewReader(bytes.NewReader(file))
	r.FieldsPerRecord, r.Comma = -1, separator(file)
	return r
}

// unread says which columns of a roster file are not looked at, as a sentence; ""
// where all are, or where the heading row cannot be used.
func unread(file []byte) string {
	heads, err := cellsOf(file).Read()
	if err != nil {
		return ""
	}
	at, missing := columnsOf(heads)
	if missing != "" {
		return ""
	}
	used := []int{at.email, at.role}
	if at.name >= 0 {
		used = append(used, at.name)
	} else {
		used = append(used, at.given, at.family)
	}
	var names []string
	for i, head := range heads {
		if head = strings.TrimSpace(head); head != "" && !slices.Contains(used, i) {
			names = append(names, "“"+clipped(head, 40)+"”")
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s %s not read: nothing in %s is stored.", plural(len(names), "The column", "The columns"),
		series(names), plural(len(names), "is", "are"), plural(len(names), "it", "them"))
}

func lineOf(err error) int {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return p.StartLine
	}
	return 0
}

// separator is the sign between cells: the one of the first line's candidates
// that it has most of.
func separator(file []byte) rune {
	first, _, _ := bytes.Cut(file, []byte("\n"))
	best, most := ',', bytes.Count(first, []byte(","))
	for _, sign := range []rune{';', '\t'} {
		if n := bytes.Count(first, []byte(string(sign))); n > most {
			best, most = sign, n
		}
	}
	return best
}

// rosterColumns says in which cell something stands; -1 for nowhere.
type rosterColumns struct{ name, given, family, email, role int }

// columnsOf reads the heading row.
func columnsOf(heads []string) (at rosterColumns, missing string) {
	find := func(names ...string) int {
		return slices.IndexFunc(heads, func(h string) bool {
			return slices.Contains(names, strings.ToLower(strings.Trim(h, " \t*")))
		})
	}
	at = rosterColumns{
		name:  find("name", "full name", "student", "student name"),
		given: find("first name", "given name", "firstname"), family: find("last name", "surname", "family name", "lastname"),
		email: find("email", "e-mail", "email address", "e-mail address", "mail", "address"),
		role:  find("role"),
	}
	switch {
	case at.email < 0:
		return at, "The first line names no column “email”."
	case at.name < 0 && (at.given < 0 || at.family < 0):
		return at, "The first line names no column “name”, nor “first name” and “last name”."
	}
	return at, ""
}

// rosterOf reads one line. A line of empty cells is nobody.
func rosterOf(cells []string, at rosterColumns, line int, seen map[string]int) (rosterLine, string) {
	cell := func(i int) string {
		if i < 0 || i >= len(cells) {
			return ""
		}
		return strings.TrimSpace(cells[i])
	}
	if strings.TrimSpace(strings.Join(cells, "")) == "" {
		return rosterLine{}, ""
	}
	name := cell(at.name)
	if name == "" {
		name = strings.TrimSpace(cell(at.given) + " " + cell(at.family))
	}
	out := rosterLine{line: line, role: store.MemberStudent}
	var err error
	if out.name, err = auth.CleanName(name); err != nil {
		return out, "There is no name, or one that is too long or holds signs that cannot be seen."
	}
	if out.email, err = auth.CleanEmail(cell(at.email)); err != nil {
		return out, fmt.Sprintf("“%s” is not an e-mail address.", clipped(cell(at.email), 80))
	}
	if text := strings.ToLower(cell(at.role)); text != "" {
		role, ok := memberRole(text)
		if !ok {
			return out, fmt.Sprintf("“%s” is no role: write student, assistant or instructor.", clipped(text, 40))
		}
		out.role = role
	}
	if first, twice := seen[store.FoldEmail(out.email)]; twice {
		return out, fmt.Sprintf("The same address stands in line %d.", first)
	}
	seen[store.FoldEmail(out.email)] = line
	return out, ""
}
