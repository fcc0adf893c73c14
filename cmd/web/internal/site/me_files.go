package site

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/spreadsheet"
)

// meFiles are the tables that a learner may take along.
var meFiles = map[string]func(mine, *spreadsheet.Writer) error{
	"progress.csv": mine.progressRows,
	"points.csv":   mine.pointRows,
}

// meFile sends one of the tables.
func (s *Site) meFile(c echo.Context) error {
	write, ok := meFiles[c.Param("file")]
	if !ok {
		return &unknown{what: "file", id: c.Param("file")}
	}
	m, err := s.mine(c)
	if err != nil {
		return err
	}
	var page sheet
	out, err := spreadsheet.New(&page, c.QueryParam("bom") == "yes")
	if err != nil {
		return err
	}
	if err := write(m, out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Disposition", `attachment; filename="fencepost-`+c.Param("file")+`"`)
	h.Set("Cache-Control", keepNowhere)
	return s.sendSheet(c, http.StatusOK, "text/csv; charset=utf-8; header=present", &page)
}

// progressRows is a row for every lesson that was begun.
func (m mine) progressRows(out *spreadsheet.Writer) error {
	out.Texts("lesson", "title", "finished", "steps_read", "steps", "checks_right", "checks", "predictions_right", "predictions_wrong",
		"predictions", "challenges_solved", "challenges", "labs_passed", "labs", "reviews_due", "reviews_done", "explanations", "points_covered", "points", "last_at")
	if err := out.End(); err != nil {
		return err
	}
	for _, l := range m.library.Lessons() {
		at := m.at[l.Slug]
		if !begun(at) {
			continue
		}
		d := deedsIn(l, at)
		out.Texts(l.Slug, l.Title)
		out.Bool(finished(l, at))
		for _, n := range []int{d.read, d.steps, d.right, d.checks, d.came, d.not, d.predictions, d.solved, d.contests, d.passed, d.labs, m.reviews[l.Slug].due, m.reviews[l.Slug].done, at.Explanations} {
			out.Int(n)
		}
		if g := m.grid(l); g != nil {
			out.Int(g.Covered)
			out.Int(len(g.Rows))
		} else {
			out.Empty(2)
		}
		out.Time(at.LastMS, time.UTC)
		if err := out.End(); err != nil {
			return err
		}
	}
	return nil
}

// pointRows is a row for every key point of every explanation.
func (m mine) pointRows(out *spreadsheet.Writer) error {
	out.Texts("lesson", "attempt", "explanation_id", "at", "point", "name", "verdict", "decided_by")
	if err := out.End(); err != nil {
		return err
	}
	for _, l := range m.library.Lessons() {
		if l.Rubric == nil {
			continue
		}
		for i, e := range m.explained[l.Slug] {
			for _, p := range l.Rubric.Points {
				out.Text(l.Slug)
				out.Int(i + 1)
				out.Text(e.ID)
				out.Time(e.AtMS, time.UTC)
				out.Texts(p.ID, p.Name, pointVerdict(e, p.ID), decider(e.ByPerson))
				if err := out.End(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func decider(person bool) string {
	if person {
		return "person"
	}
	return "scorer"
}
