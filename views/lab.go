package views

import (
	"fmt"
	"strconv"
	"strings"
)

// LabPlace is a lab as its lesson shows it: what there is to do, and the way.
type LabPlace struct {
	ID, Href    string
	Title, Line string
	Tries       int
	Passed      bool
	Revealed    bool // only after the worked solution
}

// LabPage is the page of one lab.
type LabPage struct {
	Chrome      Chrome
	LessonTitle string
	LessonHref  string // the place in the lesson that leads here
	Title       string
	Line        string
	Task        string // HTML
	Schema      string // HTML: the tables' SQL
	Boxes       []LabBox
	Action      string // address of the lab, where the form goes
	Key         string
	Memory      string // under which the browser keeps the draft
	Revision    int64
	Saved       string // time of day in UTC; "" for never
	SavedMS     int64
	Error       string   // about the whole
	Hints       []string // HTML, those shown
	HintsTotal  int
	Solution    *LabSolution // nil until asked for
	Run         *LabRun      // nil before the first
	Tries       []LabTried   // newest first
	Passed      bool
	Revealed    bool // passed only after the worked solution
}

// LabBox is one text to write.
type LabBox struct {
	ID, Title string
	Ask       string // HTML
	Values    []LabValue
	May       string // "up to 5 statements"; "" for one that reads or changes rows
	Text      string
	Fault     *LabFault
}

// LabValue is a parameter and what it stands for.
type LabValue struct{ Name, Means string }

// LabFault is a mistake in a text, at its place.
type LabFault struct {
	Line, Col int
	Message   string
	Source    string // the line as it was written
}

// LabSolution is the worked solution.
type LabSolution struct {
	Texts []LabText
	Why   string // HTML
}

// LabText is a listing.
type LabText struct {
	Title string
	HTML  string
}

// LabRun is what came of a try.
type LabRun struct {
	N         int // which try it was
	Newest    bool
	Revealed  bool // it came after the worked solution
	Passed    bool
	Said      string
	Schedules []LabSchedule
	Title     string // of the schedule shown
	Figure    *Figure
	Step      LabStep
}

// LabSchedule is one schedule in the list of all.
type LabSchedule struct {
	Title string
	Href  string
	Held  bool
	Shown bool
}

// LabStep is what one step did to the rows.
type LabStep struct {
	SQL    string // HTML; "" for none
	Back   *LabTable
	Pairs  []LabPair  // the tables that it changed
	Tables []LabTable // as they stand, where it changed none
}

// LabPair is a table before and after a step.
type LabPair struct{ Before, After LabTable }

// LabTable is rows of a table.
type LabTable struct {
	Caption string
	Head    []string
	Rows    []LabRow
	More    int // rows that are not shown
}

// LabRow is one of them; Mark says what became of it: "new", "gone" or "".
type LabRow struct {
	Mark  string
	Cells []LabCell
}

// LabCell is one value.
type LabCell struct {
	Text    string
	Changed bool
}

// LabTried is one try in the list of all.
type LabTried struct {
	N        int
	Href     string
	Passed   bool
	Revealed bool
	Said     string
	At       string
	AtMS     int64
}

// boxID is the element's id of a box.
func boxID(b LabBox) string { return "sql-" + b.ID }

// boxDescribed names what describes a box.
func boxDescribed(b LabBox) string {
	ids := boxID(b) + "-ask sql-keys"
	if b.Fault != nil {
		ids = boxID(b) + "-fault " + ids
	}
	return ids
}

// boxRows is how tall a box is: its text and room to go on.
func boxRows(b LabBox) string {
	return strconv.Itoa(min(max(strings.Count(b.Text, "\n")+3, 6), 24))
}

// caret is the offending line with a mark below its column.
func caret(f *LabFault) string {
	var pad strings.Builder
	for i, r := range []rune(f.Source) {
		if i >= f.Col-1 {
			break
		}
		if r != '\t' {
			r = ' '
		}
		pad.WriteRune(r)
	}
	return f.Source + "\n" + pad.String() + "^"
}

// labState says in a few words where the learner stands in a lab.
func labState(tries int, passed, revealed bool) string {
	switch {
	case passed && revealed:
		return "Solved, after the worked solution"
	case passed:
		return "Solved"
	case tries > 0:
		return capital(count(tries, "try", "tries")) + ", not solved yet"
	}
	return "Not tried yet"
}

// labDoor names the way into a lab.
func labDoor(p *LabPlace) string {
	switch {
	case p.Passed:
		return "Open it again"
	case p.Tries > 0:
		return "Go on with it"
	}
	return "Open the lab"
}

// hintButton names what the button does.
func hintButton(shown, total int) string {
	if shown == 0 {
		return fmt.Sprintf("Show the first of %d hints", total)
	}
	return fmt.Sprintf("Show hint %d of %d", shown+1, total)
}

// scheduleWord says how a schedule ended.
func scheduleWord(s LabSchedule) string {
	if s.Held {
		return "holds"
	}
	return "breaks"
}

func scheduleGlyph(held bool) string {
	if held {
		return "g-ok"
	}
	return "g-no"
}

// tryWord says how a try ended.
func tryWord(t LabTried) string {
	switch {
	case t.Passed && t.Revealed:
		return "Holds, after the worked solution"
	case t.Passed:
		return "Holds"
	case t.Revealed:
		return "Breaks, after the worked solution"
	}
	return "Breaks"
}

// rowMark says what became of a row, for those who do not see the sign.
func rowMark(mark string) string {
	switch mark {
	case "new":
		return "added"
	case "gone":
		return "removed"
	}
	return ""
}

// rowSign is the same as a sign.
func rowSign(mark string) string {
	switch mark {
	case "new":
		return "+"
	case "gone":
		return "−"
	}
	return ""
}

// heldCount counts the schedules that hold: "4 of 5 schedules hold".
func heldCount(list []LabSchedule) string {
	n := 0
	for _, s := range list {
		if s.Held {
			n++
		}
	}
	if n == len(list) {
		return "Every rule holds in every schedule"
	}
	return fmt.Sprintf("Every rule holds in %d of %s", n, count(len(list), "schedule", "schedules"))
}

// runHeading opens what came of a try.
func runHeading(r *LabRun) string {
	what := "What came of it"
	if !r.Newest {
		what = "What came of your try " + strconv.Itoa(r.N)
	}
	return what
}
