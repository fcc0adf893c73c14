package views

// Chart is a drawing of counts, with the same counts as a table.
type Chart struct {
	ID     string // anchor
	Title  string
	Lede   string // what is counted
	Groups []ChartGroup
	Table  ChartTable
	Empty  string // said where there is nothing to count
}

// ChartGroup are bars under one heading; Title "" is none.
type ChartGroup struct {
	Title, Href, Note string
	Rows              []ChartRow
}

// ChartRow is one bar, or one row of posts over weeks.
type ChartRow struct {
	Label string
	Href  string // of what the label names, or ""
	Value string // beside the label
	Words string // the bar in words, for those who do not see it
	Bars  []ChartBar
	Weeks []ChartWeek
	Parts []ChartPart
}

// ChartBar is a part of a bar; X and W are per cent of its width.
type ChartBar struct{ Kind, X, W string }

// ChartWeek is a post: so much of it agrees.
type ChartWeek struct {
	X        string // per cent of the width
	Top      string // of what agrees, in pixels from the top
	Height   string // of what agrees, in pixels
	Differ   string // height of what does not, from the top
	Begin    string // date, for the title
	Agree, N int
}

// ChartPart says what a part of a bar is, and leads to what it counts.
type ChartPart struct {
	Kind, Text string
	Href       string // "" for none
}

// ChartTable is what a chart shows, as a table.
type ChartTable struct {
	Head []string
	Rows [][]ChartCell
}

// ChartCell is one cell; the first of a row is its head.
type ChartCell struct{ Text, Href string }

// InsightLesson is how a cohort did in one lesson.
type InsightLesson struct {
	Chrome Chrome
	Cohort Link // how the class is doing
	Title  string
	Lesson string // href of the lesson itself
	Line   string
	Desk   string // href of the queue of this lesson
	Charts []Chart
	Export *InsightExport
}
