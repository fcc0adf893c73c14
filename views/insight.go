package views

// Insight is how a cohort is doing: its students against its lessons.
type Insight struct {
	Chrome  Chrome
	Name    string
	Line    string // term, how many, in which zone times are
	Cohort  string // href of the page on which the cohort is run
	Desk    string // href of the cohort's queue
	Waiting int    // answers of these students that wait for a person
	Ways    []InsightWay
	List    bool // one student below the other, rather than a table
	When    bool // the cells show when, rather than what
	Totals  []InsightColumn
	Columns []InsightColumn
	Rows    []InsightRow
	Posts   []InsightPosts // the drawings that the cells use
	Empty   string         // said where there is nothing to show
	Export  *InsightExport // nil for those who may not
}

// InsightWay is a row of links, of which one is the present one: how to sort,
// what the cells show.
type InsightWay struct {
	Label   string
	Choices []TeachTab // N is not shown
}

// InsightColumn is the head of a column.
type InsightColumn struct {
	Title string
	Href  string // of the lesson's page; "" for none
	Sort  string // href that sorts by it, or turns the order round
	Order string // "ascending", "descending", or "" where it does not sort
}

// InsightRow is one student.
type InsightRow struct {
	Name   string
	Href   string // of their answers in the queue
	Totals []InsightTotal
	Cells  []InsightCell // as the columns are
	None   int           // lessons not begun
}

// InsightTotal is a figure about a student in all lessons.
type InsightTotal struct {
	Text  string // "14/24"
	Words string // what it is, for those who hear it: " points"
	At    *Moment
}

// InsightCell is what one student did in one lesson.
type InsightCell struct {
	Lesson string // its title, for the list
	Begun  bool
	Posts  string // id of a drawing, or ""
	Share  string // "5/6" points covered, or "" without an explanation
	Href   string // of the explanation
	Glyph  string // by a person, or waits for one
	Said   string // what the glyph says
	Checks string // "3/4" questions done, or "" where the lesson has none
	Seen   string // "3 d"
	At     Moment
	Alone  bool // the cell shows when, rather than what
	Words  string
}

// InsightPosts is a small fence: a post for each point, those covered filled.
type InsightPosts struct {
	ID   string
	Read []bool
}

// InsightExport is the form that makes files of a cohort's work.
type InsightExport struct {
	Action   string        // of the first file
	Lessons  []TeachChoice // none where the page is about one lesson
	Lesson   string        // slug of that one
	Students []TeachChoice // none where names are hidden
	Zone     string
	Hidden   bool // names are
	Files    []InsightFile
	Grades   []InsightFile // none where names are hidden
}

// InsightFile is one file that can be had.
type InsightFile struct {
	Action, Text, About string
}
