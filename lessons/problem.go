package lessons

import (
	"cmp"
	"fmt"
	"slices"
)

// Problem is something in the content that an author must mend before it can
// be published.
type Problem struct {
	Pos     Pos
	Message string // what is wrong, naming the words that are
	Mend    string // what to do about it
}

// String is "file:line:col: message; mend", on one line.
func (p Problem) String() string {
	if p.Mend == "" {
		return fmt.Sprintf("%s: %s", p.Pos, p.Message)
	}
	return fmt.Sprintf("%s: %s; %s", p.Pos, p.Message, p.Mend)
}

// SortProblems puts problems in reading order: by file, line and column.
// Problems at one place keep their order.
func SortProblems(list []Problem) {
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
		)
	})
}

// report collects the problems of one loading.
type report struct{ list []Problem }

// add notes a problem at pos.
func (r *report) add(pos Pos, mend, format string, args ...any) {
	r.list = append(r.list, Problem{Pos: pos, Message: fmt.Sprintf(format, args...), Mend: mend})
}
