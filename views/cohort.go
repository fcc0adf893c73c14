package views

// Cohorts is the page of somebody's cohorts: those they learn in and those
// they teach.
type Cohorts struct {
	Chrome  Chrome
	Status  string
	Mine    []MyCohort
	Taught  []TaughtCohort
	Teacher bool   // may make one
	New     string // address of the form for a new one
	Code    Form   // to join by a code
}

// MyCohort is a cohort as one of its students sees it.
type MyCohort struct {
	ID, Name, Term string
	Waiting        bool // for an instructor to let them in
	Lessons        []DueLesson
	Zone           string
}

// DueLesson is a lesson to be done.
type DueLesson struct {
	Title, Href string // Href "" where the lesson is no longer there
	Due         string // "Mon 30 November, 18:00", or ""
	Left        string // "in 2 days", "yesterday", or ""
	Late        bool
	Done        bool
	Standing    string // "2 of 5 steps"
	Cohort      string // name, where lessons of several are listed together
}

// TaughtCohort is a cohort as one who teaches it sees it in a list.
type TaughtCohort struct {
	Name, Term, Href, Role string
	Archived               bool
}

// Cohort is the page on which a cohort is run.
type Cohort struct {
	Chrome   Chrome
	Name     string
	Term     string
	Zone     string
	Archived bool
	Manage   bool // roster, codes, settings
	Status   string
	Undo     *Form  // that takes back what Status says; nil for none
	Insight  string // href of how the class is doing, or ""
	Pending  []MemberRow
	Members  []MemberRow
	More     string // href of the next part of the roster, or ""
	Students int
	Add      Form
	Import   string
	Codes    []CodeRow
	NewCode  Form
	Lessons  []AssignedRow
	Assign   *Form // nil where every lesson is assigned
	Settings Form
	Archive  Form
}

// MemberRow is one line of a roster.
type MemberRow struct {
	Name, Email string
	Role, State string
	Waits       bool // to be let in
	Forms       []Form
}

// CodeRow is one join link.
type CodeRow struct {
	Code, Link string
	State      string // "open until 30 November 2026", "revoked"
	Approval   bool
	Open       bool
	Revoke     Form
}

// AssignedRow is one lesson of a cohort.
type AssignedRow struct {
	Title, Href string
	Change      Form
	Remove      Form
	Due         string
}

// Import is the page on which a roster is read from a file.
type Import struct {
	Chrome  Chrome
	Cohort  Link
	Form    Form
	Tried   bool
	Summary string
	Unread  string // which columns are not looked at; "" where all are
	Faults  []ImportFault
	Rows    []ImportRow
	Confirm *Form
}

// ImportFault is what is wrong in one line.
type ImportFault struct {
	Line int
	Text string
}

// ImportRow is what would become of one line.
type ImportRow struct {
	Line        int
	Name, Email string
	Role, What  string
}
