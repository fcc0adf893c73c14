package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/store"
	"fencepost/store/byname"
	"fencepost/views"
)

// arrange sorts the students as the address asks. What does not tell two apart
// leaves them in the order of their names.
func (b *board) arrange() {
	key := b.sortKey()
	if key == nil {
		b.asked.sort = ""
		if b.asked.down {
			slices.Reverse(b.matrix.Students)
		}
		return
	}
	slices.SortStableFunc(b.matrix.Students, func(x, y store.Student) int {
		n := cmp.Compare(key(x.LearnerID), key(y.LearnerID))
		if b.asked.down {
			return -n
		}
		return n
	})
}

// sortKey is what students are sorted by, smallest first; nil is by name.
func (b *board) sortKey() func(learner string) float64 {
	switch b.asked.sort {
	case "seen":
		return func(l string) float64 { return float64(b.total(l).lastMS) }
	case "points":
		return func(l string) float64 { t := b.total(l); return portion(t.covered, t.points) }
	case "questions":
		return func(l string) float64 { t := b.total(l); return portion(t.done, t.questions) }
	case "labs":
		return func(l string) float64 { t := b.total(l); return portion(t.passed, t.labs) }
	case "reviews":
		return func(l string) float64 { return float64(b.recalls[l].Due) }
	case "waiting":
		return func(l string) float64 { return float64(b.total(l).waiting) }
	}
	slug, found := strings.CutPrefix(b.asked.sort, "lesson.")
	i := slices.IndexFunc(b.lessons, func(l boardLesson) bool { return l.slug == slug })
	if !found || i < 0 {
		return nil
	}
	return func(l string) float64 { return b.lessons[i].standing(b.matrix.Cells[l][slug]) }
}

// standing orders cells of a lesson: first by the points covered, then by the
// questions done; whoever did nothing stands lowest.
func (l boardLesson) standing(c store.Cell) float64 {
	t := l.of(c)
	switch {
	case c.Explanations > 0:
		return 2 + portion(t.covered, t.points) + portion(t.done, t.questions)/1000
	case c.LastMS > 0:
		return 1 + portion(t.done, t.questions)
	}
	return 0
}

// view draws the board.
func (b *board) view() views.Insight {
	v := views.Insight{
		Chrome: views.Chrome{Title: "How " + b.cohort.Name + " is doing", Nav: "cohorts", Noindex: true},
		Name:   b.cohort.Name, Line: b.line(), Cohort: b.cohortPath(b.cohort.ID), List: b.asked.list, When: b.asked.seen,
		Desk: b.teach(b.deskFor("state", string(store.StateWaiting))), Ways: b.ways(),
	}
	switch {
	case len(b.matrix.Students) == 0:
		v.Empty = "No students yet. They join by the link on the cohort’s page."
		return v
	case len(b.lessons) == 0:
		v.Empty = "There are no lessons."
		return v
	}
	v.Totals = b.totals()
	for _, l := range b.lessons {
		v.Columns = append(v.Columns, b.column(l))
	}
	for _, st := range b.matrix.Students {
		v.Rows = append(v.Rows, b.row(st))
	}
	v.Posts = posts(b.matrix)
	return v
}

func (b *board) line() string {
	parts := []string{
		howMany(len(b.matrix.Students), "student", "students"),
		howMany(len(b.lessons), "lesson", "lessons"),
	}
	if b.cohort.Term != "" {
		parts = append([]string{b.cohort.Term}, parts...)
	}
	return strings.Join(parts, ", ") + ". Times are those of " + b.zone.String() + "."
}

func (b *board) row(st store.Student) views.InsightRow {
	t := b.total(st.LearnerID)
	r := views.InsightRow{Name: st.Name, Href: b.teach(b.deskFor("student", st.LearnerID))}
	seen := views.InsightTotal{Text: "never"}
	if t.lastMS > 0 {
		at := b.moment(t.lastMS)
		seen = views.InsightTotal{Text: ageWords(b.nowMS - t.lastMS), At: &at}
		seen.Words = agoWord(seen.Text)
	}
	r.Totals = []views.InsightTotal{
		seen,
		{Text: fmt.Sprintf("%d/%d", t.covered, t.points)},
		{Text: fmt.Sprintf("%d/%d", t.done, t.questions)},
		{Text: fmt.Sprintf("%d/%d", t.passed, t.labs)},
		{Text: fmt.Sprintf("%d/%d", b.recalls[st.LearnerID].Reviewed, b.recalls[st.LearnerID].Due)},
		{Text: fmt.Sprint(t.waiting)},
	}
	for _, l := range b.lessons {
		cell := b.cell(st, l)
		r.None += count(!cell.Begun)
		r.Cells = append(r.Cells, cell)
	}
	return r
}

// totals are the heads of the columns about all lessons; the first is that of
// the names.
func (b *board) totals() []views.InsightColumn {
	var out []views.InsightColumn
	for _, c := range [][2]string{{"Student", ""}, {"Seen", "seen"}, {"Points", "points"}, {"Questions", "questions"}, {"Labs", "labs"}, {"Reviews done/due", "reviews"}, {"Waits", "waiting"}} {
		out = append(out, b.sortable(views.InsightColumn{Title: c[0]}, c[1]))
	}
	return out
}

func (b *board) column(l boardLesson) views.InsightColumn {
	v := views.InsightColumn{Title: l.title}
	if l.lesson != nil {
		q := boardAsk{hidden: b.asked.hidden}.query()
		v.Href = b.insightLesson(b.cohort.ID, l.slug, q)
	}
	return b.sortable(v, "lesson."+l.slug)
}

// sortable adds the address that sorts by a column, or turns its order round.
func (b *board) sortable(c views.InsightColumn, by string) views.InsightColumn {
	next := b.asked
	next.sort, next.down = by, false
	if b.asked.sort == by {
		c.Order = "ascending"
		if b.asked.down {
			c.Order = "descending"
		}
		next.down = !b.asked.down
	}
	c.Sort = b.insight(b.cohort.ID, next.query())
	return c
}

// ways are the other forms that the page may take.
func (b *board) ways() []views.InsightWay {
	choice := func(text string, here bool, change func(*boardAsk)) views.TeachTab {
		next := b.asked
		change(&next)
		return views.TeachTab{Text: text, Here: here, Href: b.insight(b.cohort.ID, next.query())}
	}
	a := b.asked
	ways := []views.InsightWay{
		{Label: "As", Choices: []views.TeachTab{
			choice("a table", !a.list && !a.seen, func(n *boardAsk) { n.list, n.seen = false, false }),
			choice("a table of when", !a.list && a.seen, func(n *boardAsk) { n.list, n.seen = false, true }),
			choice("a list", a.list, func(n *boardAsk) { n.list, n.seen = true, false }),
		}},
		{Label: "Names", Choices: []views.TeachTab{
			choice("shown", !a.hidden, func(n *boardAsk) { n.hidden = false }),
			choice("hidden", a.hidden, func(n *boardAsk) { n.hidden = true }),
		}},
	}
	if !a.list {
		return ways
	}
	sorts := views.InsightWay{Label: "By"}
	for _, c := range b.totals() {
		sorts.Choices = append(sorts.Choices, views.TeachTab{Text: lower(c.Title), Href: c.Sort, Here: c.Order != ""})
	}
	return append(ways, sorts)
}

// hideNames gives students names that say nothing about who they are, no two
// the same, whatever order they come in, and lists them by these.
func hideNames(all []store.Student) {
	taken := map[string]bool{}
	slices.SortFunc(all, func(x, y store.Student) int { return strings.Compare(x.LearnerID, y.LearnerID) })
	for i := range all {
		for n := 0; ; n++ {
			name := nameOf(true, fmt.Sprint("student ", all[i].LearnerID, " ", n), "")
			if !taken[name] {
				all[i].Name, taken[name] = name, true
				break
			}
		}
	}
	slices.SortFunc(all, func(x, y store.Student) int { return byname.Compare(x.Name, y.Name) })
}
