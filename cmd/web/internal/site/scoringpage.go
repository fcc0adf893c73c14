package site

import (
	"fmt"
	"math"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/views"
)

// scoringPage says how explanations are scored, and how well.
func (s *Site) scoringPage(c echo.Context) error {
	e := s.edition(c)
	v := views.Scoring{Chrome: views.Chrome{Title: "How explanations are scored", Canonical: s.whole(s.scoring())}}
	for _, l := range e.library.Lessons() {
		t, err := s.training(c.Request().Context(), e, l.Slug)
		if err != nil {
			return err
		}
		if r := t.report(); r != nil && r.Samples > 0 {
			m := measuredLesson(s.links, t.lesson, r)
			m.Marked = s.concord(c.Request().Context(), l.Slug)
			v.Lessons = append(v.Lessons, m)
		}
	}
	return s.page(c, http.StatusOK, keepPrivately, views.ScoringPage(v))
}

// measuredLesson is the table of one lesson.
func measuredLesson(to links, l *lessons.Lesson, r *grade.Report) views.ScoredLesson {
	v := views.ScoredLesson{
		Lesson: views.Link{Text: l.Title, Href: to.lesson(l.Slug)}, Samples: r.Samples, Sentence: agreement(r),
	}
	for i, a := range r.Points {
		name := a.ID
		if i < len(l.Rubric.Points) && l.Rubric.Points[i].ID == a.ID {
			name = l.Rubric.Points[i].Name
		}
		v.Points = append(v.Points, views.ScoredPoint{
			Name: name, Said: a.Positive, Same: percent(a.Same), Unsure: percent(a.Unsure),
			Found: share(a.Recall), Justly: share(a.Precision),
		})
	}
	return v
}

// agreement says how well a scorer agrees with the labels of its samples over
// all key points, and what that is worth; "" where it was not measured.
func agreement(r *grade.Report) string {
	if r == nil || r.Samples == 0 || len(r.Points) == 0 {
		return ""
	}
	same, unsure := 0.0, 0.0
	for _, p := range r.Points {
		same, unsure = same+p.Same, unsure+p.Unsure
	}
	n := float64(len(r.Points))
	return fmt.Sprintf("On %s sample answers, written and labelled for this lesson and each tried without being learnt from, "+
		"the program said what the labels say for %s of the points and was not sure about %s. Whoever wrote its patterns "+
		"had read most of them, so expect less on new answers.", digits(r.Samples), percent(same/n), percent(unsure/n))
}

// percent writes a share of [0,1] in whole per cent.
func percent(x float64) string { return fmt.Sprintf("%.0f\u00a0%%", 100*x) }

// share is percent for a share of what may be nothing.
func share(x float64) string {
	if math.IsNaN(x) {
		return "none said"
	}
	return percent(x)
}
