package site

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// mostStudents is how many students a list to choose from holds.
const mostStudents = 500

// filters is the form that narrows the desk, sent to action.
func (s *Site) filters(c echo.Context, a asking, action string) (views.TeachFilters, error) {
	v := views.TeachFilters{
		Action: action, Why: a.query.Get("why"), From: a.from, To: a.to, Zone: a.zone.String(), Words: a.query.Get("q"),
		Mine: a.Mine, Hidden: a.hidden, Narrowed: a.narrowed(), Clear: action,
	}
	if a.hidden {
		v.Clear = withQuery(action, map[string][]string{"names": {"hidden"}})
	}
	cohorts, err := s.taught(c)
	if err != nil {
		return v, err
	}
	v.Cohorts = append(v.Cohorts, views.TeachChoice{Text: "All cohorts", Chosen: a.Cohort == ""})
	for _, m := range cohorts {
		v.Cohorts = append(v.Cohorts, views.TeachChoice{Value: m.ID, Text: cohortWords(m), Chosen: a.Cohort == m.ID})
	}
	s.lessonChoices(c, a, &v)
	v.States = stateChoices(a.State)
	err = s.studentChoices(c, a, &v)
	return v, err
}

func cohortWords(m store.Membership) string {
	if m.Term == "" {
		return m.Name
	}
	return m.Name + ", " + m.Term
}

// lessonChoices are the lessons that ask for an explanation, and the points of
// the one that is chosen.
func (s *Site) lessonChoices(c echo.Context, a asking, v *views.TeachFilters) {
	v.Lessons = append(v.Lessons, views.TeachChoice{Text: "All lessons", Chosen: a.Lesson == ""})
	for _, l := range s.edition(c).library.Lessons() {
		if l.Rubric != nil {
			v.Lessons = append(v.Lessons, views.TeachChoice{Value: l.Slug, Text: l.Title, Chosen: a.Lesson == l.Slug})
		}
	}
	r := rubricOf(s.edition(c), a.Lesson)
	if r == nil {
		return
	}
	v.Points = append(v.Points, views.TeachChoice{Text: "Any point", Chosen: a.Item == ""})
	for i, p := range r.Points {
		v.Points = append(v.Points, views.TeachChoice{Value: p.ID, Text: fmt.Sprintf("%d. %s", i+1, p.Name), Chosen: a.Item == p.ID})
	}
	for _, m := range r.Misconceptions {
		v.Points = append(v.Points, views.TeachChoice{Value: m.ID, Text: "Mix-up: " + m.Name, Chosen: a.Item == m.ID})
	}
	v.Verdicts = append(v.Verdicts, views.TeachChoice{Text: "Any verdict", Chosen: a.Verdict == ""})
	for _, verdict := range judged {
		v.Verdicts = append(v.Verdicts, views.TeachChoice{Value: verdict, Text: verdictWord(verdict), Chosen: a.Verdict == verdict})
	}
}

func stateChoices(now store.State) []views.TeachChoice {
	var out []views.TeachChoice
	for _, s := range []struct {
		state store.State
		text  string
	}{
		{store.StateWaiting, "Waiting"},
		{store.StateReviewed, "Reviewed"},
		{store.StateQuiet, "Nobody asked for"},
		{store.StateAny, "All"},
	} {
		out = append(out, views.TeachChoice{Value: string(s.state), Text: s.text, Chosen: s.state == now})
	}
	return out
}

// studentChoices are the students of the cohort chosen, by name. While names
// are hidden there are none to choose from.
func (s *Site) studentChoices(c echo.Context, a asking, v *views.TeachFilters) error {
	if a.hidden {
		return nil
	}
	list, err := s.store.Students(c.Request().Context(), s.scope(c), a.Cohort, "", store.Page{N: mostStudents})
	if err != nil && !isNotFound(err) {
		return fmt.Errorf("list students: %w", err)
	}
	v.Students = append(v.Students, views.TeachChoice{Text: "Everybody", Chosen: a.Learner == ""})
	for _, p := range list.Rows {
		v.Students = append(v.Students, views.TeachChoice{Value: p.LearnerID, Text: p.Name, Chosen: a.Learner == p.LearnerID})
	}
	return nil
}
