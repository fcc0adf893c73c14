package site

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fencepost/store"
	"fencepost/views"
)

// tally is what a cell or a row of them comes to.
type tally struct {
	covered, points int // of the explanations handed in
	done, questions int
	passed, labs    int
	waiting         int
	lastMS          int64
}

// asks is how many points and questions a lesson has.
func (l boardLesson) asks() (points, questionsOf int) {
	if l.lesson == nil {
		return 0, 0
	}
	if l.lesson.Rubric != nil {
		points = len(l.lesson.Rubric.Points)
	}
	return points, questions(l.lesson)
}

// of is what a cell comes to.
func (l boardLesson) of(cell store.Cell) tally {
	t := tally{covered: cell.Covered, points: cell.Points, lastMS: cell.LastMS, waiting: count(cell.Waiting)}
	if l.lesson != nil {
		_, t.questions = l.asks()
		t.done = answered(l.lesson, standingOf(cell))
	}
	return t
}

// standingOf is a cell as a learner's own pages count it, so that both say the
// same number.
func standingOf(c store.Cell) store.Standing {
	return store.Standing{Tried: c.Tried, Right: c.Right, Explanations: c.Explanations, LastMS: c.LastMS}
}

// total is what a student did in all lessons shown. What was not begun counts
// as asked for and not done.
func (b *board) total(learner string) tally {
	var sum tally
	for _, l := range b.lessons {
		cell, begun := b.matrix.Cells[learner][l.slug]
		t := l.of(cell)
		if !begun || cell.Explanations == 0 {
			t.points, _ = l.asks()
		}
		sum.covered, sum.points = sum.covered+t.covered, sum.points+t.points
		sum.done, sum.questions = sum.done+t.done, sum.questions+t.questions
		passed, labs := b.passed(learner, l)
		sum.passed, sum.labs = sum.passed+passed, sum.labs+labs
		sum.waiting += t.waiting
		sum.lastMS = max(sum.lastMS, t.lastMS)
	}
	return sum
}

// portion is part of whole, in [0,1]; of nothing it is 0.
func portion(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// cell shows what a student did in a lesson.
func (b *board) cell(st store.Student, l boardLesson) views.InsightCell {
	got, begun := b.matrix.Cells[st.LearnerID][l.slug]
	v := views.InsightCell{Lesson: l.title, Begun: begun, Alone: b.asked.seen}
	if !begun {
		return v
	}
	t := l.of(got)
	v.Seen, v.At = ageWords(b.nowMS-got.LastMS), b.moment(got.LastMS)
	if t.questions > 0 {
		v.Checks = fmt.Sprintf("%d/%d", t.done, t.questions)
	}
	if got.Explanations > 0 {
		v.Share = fmt.Sprintf("%d/%d", got.Covered, got.Points)
		if got.Points <= mostPosts {
			v.Posts = postsID(got.Covered, got.Points)
		}
		v.Href = b.explanationOf(st, l, got)
		v.Glyph, v.Said = cellGlyph(got)
	}
	t.passed, t.labs = b.passed(st.LearnerID, l)
	v.Words = cellWords(got, t) + ", " + v.Seen + agoWord(v.Seen)
	return v
}

// explanationOf is where a cell's newest explanation is looked at: on the desk,
// with the student's answers in the lesson beside it. Nobody reviews their own.
func (b *board) explanationOf(st store.Student, l boardLesson, got store.Cell) string {
	q := b.deskFor("student", st.LearnerID, "lesson", l.slug)
	if st.PersonID == b.me {
		return b.teach(q)
	}
	return b.teachAnswer(got.ExplanationID, q)
}

func cellGlyph(c store.Cell) (id, words string) {
	switch {
	case c.Waiting:
		return "g-unsureq", ", waits for a person"
	case c.ByPerson:
		return "g-person", ", a person decided"
	}
	return "", ""
}

func cellWords(c store.Cell, t tally) string {
	var parts []string
	if c.Explanations > 0 {
		_, said := cellGlyph(c)
		parts = append(parts, fmt.Sprintf("%d of %d %s%s", c.Covered, c.Points, plural(c.Points, "point", "points"), said))
	}
	if t.questions > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d %s done", t.done, t.questions, plural(t.questions, "question", "questions")))
	}
	if t.labs > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d %s passed", t.passed, t.labs, plural(t.labs, "lab", "labs")))
	}
	if len(parts) == 0 {
		return "begun"
	}
	return strings.Join(parts, ", ")
}

func agoWord(age string) string {
	if age == "now" {
		return ""
	}
	return " ago"
}

// moment is a time in the cohort's zone.
func (b *board) moment(ms int64) views.Moment {
	return views.Moment{MS: ms, Text: time.UnixMilli(ms).In(b.zone).Format("Mon 2 January 2006, 15:04 MST")}
}

// postsID names the drawing of so many points covered.
func postsID(covered, points int) string { return fmt.Sprintf("posts-%d-%d", covered, points) }

// mostPosts is how many a cell has room for. A lesson with more points has
// figures only.
const mostPosts = 12

// posts are the drawings that cells use, each once.
func posts(m store.Matrix) []views.InsightPosts {
	var out []views.InsightPosts
	seen := map[string]bool{}
	for _, cells := range m.Cells {
		for _, c := range cells {
			id := postsID(c.Covered, c.Points)
			if c.Explanations == 0 || c.Points > mostPosts || seen[id] {
				continue
			}
			seen[id] = true
			p := views.InsightPosts{ID: id, Read: make([]bool, c.Points)}
			for i := range min(c.Covered, c.Points) {
				p.Read[i] = true
			}
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(x, y views.InsightPosts) int { return strings.Compare(x.ID, y.ID) })
	return out
}
