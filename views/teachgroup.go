package views

// TeachGroups is the list of sets of answers that may be judged together.
type TeachGroups struct {
	Chrome  Chrome
	Rows    []TeachGroupRow
	Filters TeachFilters
	Desk    string
}

// TeachGroupRow is one set.
type TeachGroupRow struct {
	Href, Lesson, Covers, Text string
	N                          int
}

// TeachGroup is one set of answers with the decision on all of them.
type TeachGroup struct {
	Chrome  Chrome
	Error   string
	Lesson  Link
	Covers  string
	Members []TeachMember
	Form    TeachForm
	Groups  string
	More    bool // the group has more members than one decision takes
}

// TeachMember is one answer of a set.
type TeachMember struct {
	ID      string
	Who     string
	Sent    Moment
	Href    string
	Text    []Piece
	Held    string // by whom, which keeps it out
	State   string // whose verdict is in force, or ""
	Seen    string // id of the review in force, "" for none
	Include bool
}
