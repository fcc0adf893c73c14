package site

import (
	"slices"
	"strings"

	"fencepost/cmd/web/internal/lab"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// labStep shows what a step did: the tables that it changed, before and after;
// where it changed none, the tables as they stand.
func labStep(s lab.Step) (views.LabStep, error) {
	var v views.LabStep
	if s.SQL != "" {
		html, err := sql(s.SQL)
		if err != nil {
			return v, err
		}
		v.SQL = html
	}
	if len(s.Columns) > 0 {
		v.Back = &views.LabTable{Caption: "What came back", Head: s.Columns, Rows: plainRows(s.Rows)}
	}
	for _, after := range s.After {
		before := tableOf(s.Before, after.Name)
		if s.Before != nil && !sameRows(before, after) {
			v.Pairs = append(v.Pairs, pairOf(before, after))
		}
		v.Tables = append(v.Tables, views.LabTable{Caption: after.Name, Head: after.Columns, Rows: plainRows(after.Rows), More: after.More})
	}
	return v, nil
}

// tableOf finds a table by its name; one that was not there has no rows.
func tableOf(list []lab.Table, name string) lab.Table {
	for _, t := range list {
		if t.Name == name {
			return t
		}
	}
	return lab.Table{Name: name}
}

func sameRows(a, b lab.Table) bool {
	return a.More == b.More && slices.EqualFunc(a.Rows, b.Rows, slices.Equal)
}

func plainRows(rows [][]string) []views.LabRow {
	var out []views.LabRow
	for _, r := range rows {
		out = append(out, markedRow(r, nil, ""))
	}
	return out
}

// pairOf lays a table before a step beside the same after it. Rows are matched
// by what begins them: their key, as tables are written here.
func pairOf(before, after lab.Table) views.LabPair {
	p := views.LabPair{
		Before: views.LabTable{Caption: before.Name + ", before", Head: before.Columns, More: before.More},
		After:  views.LabTable{Caption: after.Name + ", after", Head: after.Columns, More: after.More},
	}
	if before.Columns == nil {
		p.Before.Head = after.Columns
	}
	was, is := byKey(before, after), byKey(after, before)
	for _, r := range before.Rows {
		other, stays := is[keyOfRow(r, before, after)]
		p.Before.Rows = append(p.Before.Rows, markedRow(r, other, markOf(stays, "gone")))
	}
	for _, r := range after.Rows {
		other, stood := was[keyOfRow(r, before, after)]
		p.After.Rows = append(p.After.Rows, markedRow(r, other, markOf(stood, "new")))
	}
	return p
}

func markOf(there bool, otherwise string) string {
	if there {
		return ""
	}
	return otherwise
}

// keyOfRow is the first column, and the second too where the first does not
// tell the rows of both tables apart.
func keyOfRow(r []string, tables ...lab.Table) string {
	n := 1
	for _, t := range tables {
		seen := map[string]bool{}
		for _, row := range t.Rows {
			if len(row) > 1 && seen[row[0]] {
				n = 2
			}
			seen[row[0]] = true
		}
	}
	return strings.Join(r[:min(n, len(r))], "\x00")
}

func byKey(t, other lab.Table) map[string][]string {
	m := map[string][]string{}
	for _, r := range t.Rows {
		m[keyOfRow(r, t, other)] = r
	}
	return m
}

// markedRow marks the values that are not those of the other row; nil: none.
func markedRow(r, other []string, mark string) views.LabRow {
	row := views.LabRow{Mark: mark}
	for i, text := range r {
		row.Cells = append(row.Cells, views.LabCell{Text: text, Changed: i < len(other) && other[i] != text})
	}
	return row
}

// textLine is one line of a text, from 1.
func textLine(text string, n int) string {
	lines := strings.Split(text, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return lines[n-1]
}

// labPlace shows a lab in its lesson, with where the learner stands in it.
func (p lessonPage) labPlace(b *lessons.LabPlace) views.Block {
	at := p.labAt(b.Lab.ID)
	return views.Block{Lab: &views.LabPlace{
		ID: b.Lab.ID, Href: p.links.lab(p.lesson.Slug, b.Lab.ID), Title: b.Lab.Title, Line: b.Lab.Line,
		Tries: at.Tries, Passed: at.Passed, Revealed: at.Revealed,
	}}
}

// labAt is where the learner stands in a lab of the lesson.
func (p *lessonPage) labAt(id string) store.LabStanding {
	for _, at := range p.record.labs {
		if at.Lesson == p.lesson.Slug && at.Lab == id {
			return at
		}
	}
	return store.LabStanding{}
}
