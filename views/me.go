package views

import (
	"fmt"
	"strings"
)

// Me is the page of a learner's own progress.
type Me struct {
	Chrome                 Chrome
	Finished, Begun, Total int
	Continue               *GoOn
	Due                    []DueLesson
	Lessons                []MeLesson // those begun
	Rest                   []Link     // those not begun
	Account                bool       // the learner has one
}

// MeLesson is what the learner did in one lesson.
type MeLesson struct {
	ID string // anchor
	Link
	Finished bool
	Last     Moment
	Steps    []bool
	Facts    []MeFact
	Next     *GoOn   // what is still to do; nil for nothing
	Points   *MeGrid // nil without an explanation
}

// MeFact is one figure: so many of so many, or just so many where Of is 0.
type MeFact struct {
	Label  string
	Done   int
	Missed int // of predictions: those that did not come true
	Of     int
	Words  string // in place of the numbers
	Href   string // of what it counts, or ""
	Part   bool   // of the figure before it that is none
}

// MeGrid sets key points against attempts at explaining them.
type MeGrid struct {
	Lesson   string
	Attempts int // all, of which the newest are columns
	Covered  int // points of the newest
	Columns  []MeAttempt
	Rows     []MePoint
}

// MeAttempt is one explanation.
type MeAttempt struct {
	N           int
	Href        string
	Sent        Moment
	AfterReveal bool
	ByPerson    bool
	Pending     bool
}

// MePoint is one key point with its verdict in each attempt: as in Point, or
// "pending", or "" where the point was not asked for then.
type MePoint struct {
	Name     string
	Verdicts []string
}

// meLede says how far the learner is.
func meLede(m Me) string {
	done := "None"
	if m.Finished > 0 {
		done = capital(spelt(m.Finished))
	}
	noun := "lessons"
	if m.Total == 1 {
		noun = "lesson"
	}
	s := fmt.Sprintf("%s of %s %s finished", done, spelt(m.Total), noun)
	if open := m.Begun - m.Finished; open > 0 {
		s += ", " + spelt(open) + " under way"
	}
	return s + "."
}

// meFactWords is "3 of 4", and for predictions what became of them.
func meFactWords(f MeFact) string {
	if f.Words != "" {
		return f.Words
	}
	s := fmt.Sprintf("%d of %d", f.Done, f.Of)
	if f.Missed > 0 {
		s += fmt.Sprintf(", %d did not", f.Missed)
	}
	return s
}

// meGridLede is "4 of 7 in the newest of 3 explanations".
func meGridLede(g MeGrid) string {
	s := fmt.Sprintf("%d of %s covered in the newest explanation", g.Covered, count(len(g.Rows), "key point", "key points"))
	if g.Columns[len(g.Columns)-1].Pending {
		s = "The newest explanation waits for its score"
	}
	if n := len(g.Columns); n < g.Attempts {
		return s + fmt.Sprintf("; the last %s of %d are shown", spelt(n), g.Attempts)
	}
	return s
}

// meCellGlyph is the shape of a verdict in the grid, "" for none.
func meCellGlyph(verdict string) string {
	if verdict == "" || verdict == "pending" {
		return ""
	}
	return findingGlyph(verdict)
}

// meCellWord is the same in words.
func meCellWord(verdict string) string {
	switch verdict {
	case "":
		return "not asked for then"
	case "pending":
		return "not scored yet"
	}
	return strings.ToLower(findingWord(verdict))
}

// meAttemptWords says what an attempt's number stands for.
func meAttemptWords(a MeAttempt) string {
	s := "Explanation " + fmt.Sprint(a.N) + ", " + a.Sent.Text
	if a.ByPerson {
		s += ", decided by a person"
	}
	if a.AfterReveal {
		s += ", after the points were shown"
	}
	return s
}
