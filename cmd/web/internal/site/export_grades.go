package site

import (
	"fmt"
	"iter"
	"strings"

	"fencepost/store"
)

// gradeColumn is one column of a gradebook.
type gradeColumn struct {
	slug     string
	title    string
	possible int
	points   func(store.Cell) (got float64, there bool)
	labs     func(learner string) (got float64, there bool) // in place of points; nil for another column
}

// gradebook is what both gradebooks are made of: how things stand now.
type gradebook struct {
	board   *board
	columns []gradeColumn
}

func (x *exporting) gradebook() (gradebook, error) {
	b, err := x.board(x.c, x.cohort)
	if err != nil {
		return gradebook{}, err
	}
	g := gradebook{board: b}
	for _, l := range b.lessons {
		if l.lesson != nil && (x.ask.Lesson == "" || x.ask.Lesson == l.slug) {
			g.columns = append(g.columns, append(l.grades(), b.labGrades(l)...)...)
		}
	}
	return g, nil
}

// grades are the columns of a lesson: the questions done, and the points that
// the newest explanation covers by the verdict in force. What was never done has
// no grade, which is not the same as none of the points.
func (l boardLesson) grades() []gradeColumn {
	var out []gradeColumn
	points, asked := l.asks()
	if asked > 0 {
		out = append(out, gradeColumn{slug: l.slug, title: l.title + ": questions", possible: asked, points: func(c store.Cell) (float64, bool) {
			return float64(l.of(c).done), len(c.Tried) > 0
		}})
	}
	if points > 0 {
		out = append(out, gradeColumn{slug: l.slug, title: l.title + ": explanation", possible: points, points: func(c store.Cell) (float64, bool) {
			// Judged by a rubric with more or fewer points, it keeps its share.
			return portion(c.Covered, c.Points) * float64(points), c.Explanations > 0
		}})
	}
	return out
}

// labGrades is the column of a lesson's labs, if it has any. Who did not pass one
// has no grade yet.
func (b *board) labGrades(l boardLesson) []gradeColumn {
	_, of := b.passed("", l)
	if of == 0 {
		return nil
	}
	return []gradeColumn{{slug: l.slug, title: l.title + ": labs", possible: of, labs: func(learner string) (float64, bool) {
		done, _ := b.passed(learner, l)
		return float64(done), done > 0
	}}}
}

func (c gradeColumn) got(learner string, cell store.Cell) (float64, bool) {
	if c.labs != nil {
		return c.labs(learner)
	}
	return c.points(cell)
}

// pupils are the students of the roster, some at a time.
func (x *exporting) pupils() iter.Seq2[store.RosterRow, error] {
	return func(yield func(store.RosterRow, error) bool) {
		for page := (store.Page{N: 200}); ; {
			list, err := x.store.Roster(x.c.Request().Context(), x.scope(x.c), x.cohort.ID, store.MemberActive, page)
			if err != nil {
				yield(store.RosterRow{}, fmt.Errorf("read a roster: %w", err))
				return
			}
			for _, r := range list.Rows {
				if r.Role == store.MemberStudent && (x.ask.Learner == "" || x.ask.Learner == r.LearnerID) && !yield(r, nil) {
					return
				}
			}
			if page.After = list.Next; page.After == "" {
				return
			}
		}
	}
}

// canvas is a gradebook as Canvas exports and imports one: five columns that say
// who, then the assignments; the second row has the points possible. Canvas finds
// the student by the login id where the id is empty, and takes an empty cell for
// no grade.
func (x *exporting) canvas() error {
	g, err := x.gradebook()
	if err != nil {
		return err
	}
	x.out.Texts("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
	for _, c := range g.columns {
		x.out.Text(c.title)
	}
	if err := x.out.End(); err != nil {
		return err
	}
	possible := []string{"    Points Possible", "", "", "", ""}
	for _, c := range g.columns {
		possible = append(possible, fmt.Sprint(c.possible))
	}
	return rows(x, possible, x.pupils(), func(r store.RosterRow) {
		first, last := names(r.Name)
		if last != "" {
			first = last + ", " + first
		}
		x.out.Texts(first, "", "", r.Email, x.cohort.Name)
		x.grades(g, r)
	})
}

// moodle is a gradebook as Moodle exports and imports one: six columns that say
// who, then the items, then when it was made, in Unix seconds, by which Moodle
// knows grades that were changed there since. Map "Email address" to the user.
func (x *exporting) moodle() error {
	g, err := x.gradebook()
	if err != nil {
		return err
	}
	head := []string{"First name", "Last name", "ID number", "Institution", "Department", "Email address"}
	for _, c := range g.columns {
		head = append(head, c.title+" (Real)")
	}
	head = append(head, "Last downloaded from this course")
	return rows(x, head, x.pupils(), func(r store.RosterRow) {
		first, last := names(r.Name)
		x.out.Texts(first, last, "", "", "", r.Email)
		x.grades(g, r)
		x.out.Int(int(x.at() / 1000))
	})
}

func (x *exporting) grades(g gradebook, r store.RosterRow) {
	cells := g.board.matrix.Cells[r.LearnerID]
	for _, c := range g.columns {
		got, there := c.got(r.LearnerID, cells[c.slug])
		if !there {
			x.out.Empty(1)
			continue
		}
		x.out.Number(got)
	}
}

// names splits a name where both gradebooks want two: the last word is the
// family's. They find people by address, so that a wrong guess does no harm.
func names(name string) (first, last string) {
	words := strings.Fields(name)
	if len(words) < 2 {
		return strings.Join(words, ""), ""
	}
	return strings.Join(words[:len(words)-1], " "), words[len(words)-1]
}
