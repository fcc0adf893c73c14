package site

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/lessons"
	"fencepost/views"
)

// pointVerdicts are the verdicts on a point, in the order in which they are
// drawn.
var pointVerdicts = []string{"covered", "unsure", "missing", "contradicted"}

// counted are the students by verdict on one item.
func (b *lessonBoard) counted(item string) map[string]int {
	out := map[string]int{}
	for _, c := range b.coverage {
		if c.Item == item {
			out[c.Verdict] += c.Students
		}
	}
	return out
}

// pointChart is how many students' newest explanations cover each point, by the
// verdict in force.
func (b *lessonBoard) pointChart() views.Chart {
	_, explained := b.begun()
	c := views.Chart{
		ID: "points", Title: "Points covered",
		Lede: "Each student’s newest explanation, by the verdict in force. A count leads to all answers with that verdict, earlier attempts among them.",
	}
	if explained == 0 {
		c.Empty = "Nobody has explained this lesson yet."
		return c
	}
	c.Table.Head = []string{"Point", "Covered", "Not sure", "Not yet", "The opposite"}
	var rows []views.ChartRow
	for i, p := range b.lesson.Rubric.Points {
		name := fmt.Sprintf("%d. %s", i+1, p.Name)
		row, line := b.verdictRow(p.ID, name, pointVerdicts)
		row.Value = outOf(b.counted(p.ID)["covered"], explained)
		rows = append(rows, row)
		c.Table.Rows = append(c.Table.Rows, line)
	}
	c.Groups = []views.ChartGroup{{Rows: rows}}
	return c
}

// verdictRow is the bar of one item, and the same as a line of a table.
func (b *lessonBoard) verdictRow(item, name string, verdicts []string) (views.ChartRow, []views.ChartCell) {
	got := b.counted(item)
	_, explained := b.begun()
	row := views.ChartRow{Label: name, Href: b.itemDesk(item, "")}
	line := []views.ChartCell{{Text: name}}
	var counts []int
	var said []string
	for _, v := range verdicts {
		n := got[v]
		counts = append(counts, n)
		text := digits(n) + " " + verdictOf(n, v)
		cell := cellInt(n)
		if n > 0 {
			cell.Href = b.itemDesk(item, v)
			row.Parts = append(row.Parts, views.ChartPart{Kind: v, Text: text, Href: cell.Href})
			said = append(said, text)
		}
		line = append(line, cell)
	}
	row.Bars = stack(explained, verdicts, counts)
	row.Words = strings.Join(said, ", ") + ", of " + digits(explained)
	return row, line
}

// verdictOf is what n students' texts do.
func verdictOf(n int, verdict string) string {
	if verdict == "present" {
		return plural(n, "says it", "say it")
	}
	return lower(verdictWord(verdict))
}

// mixupChart is how many students say what is wrong, most frequent first.
func (b *lessonBoard) mixupChart() views.Chart {
	_, explained := b.begun()
	c := views.Chart{
		ID: "mix-ups", Title: "Mix-ups", Lede: "How many newest explanations say something that this lesson knows to be wrong.",
		Table: views.ChartTable{Head: []string{"Mix-up", "Says it", "Not sure"}},
	}
	verdicts := []string{"present", "unsure"}
	all := slices.Clone(b.lesson.Rubric.Misconceptions)
	slices.SortStableFunc(all, func(x, y lessons.Misconception) int { return b.counted(y.ID)["present"] - b.counted(x.ID)["present"] })
	var rows []views.ChartRow
	for _, m := range all {
		got := b.counted(m.ID)
		row, line := b.verdictRow(m.ID, m.Name, verdicts)
		c.Table.Rows = append(c.Table.Rows, line)
		if got["present"]+got["unsure"] > 0 {
			row.Value = outOf(got["present"], explained)
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		c.Empty = "No newest explanation says any of them."
	}
	c.Groups = []views.ChartGroup{{Rows: rows}}
	return c
}
