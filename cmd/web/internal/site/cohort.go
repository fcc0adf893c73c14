package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// refusedPart is what was sent from a page with several forms and not taken.
type refusedPart struct {
	form  string // id of the form
	typed url.Values
	wrong faults
}

func (r refusedPart) fill(f views.Form) views.Form {
	if r.form == "" || f.ID != r.form {
		return f
	}
	return filled(f, r.typed, r.wrong)
}

// cohort is the cohort of the address, for somebody who may do a to it.
func (s *Site) cohort(c echo.Context, a auth.Action) (store.Membership, error) {
	id := c.Param("id")
	if err := s.may(c, a, auth.Object{Cohorts: []string{id}}); err != nil {
		return store.Membership{}, err
	}
	m, err := s.store.Cohort(c.Request().Context(), s.scope(c), id)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrInvalid) {
		return m, errNotYours
	}
	if err != nil {
		return m, fmt.Errorf("find a cohort: %w", err)
	}
	return m, nil
}

// cohortPage is where a cohort is run.
func (s *Site) cohortPage(c echo.Context) error {
	return s.showCohort(c, http.StatusOK, refusedPart{})
}

func (s *Site) showCohort(c echo.Context, status int, no refusedPart) error {
	m, err := s.cohort(c, auth.SeeInsight)
	if err != nil {
		return err
	}
	v := views.Cohort{
		Chrome: views.Chrome{Title: m.Name, Nav: "cohorts", Noindex: true},
		Name:   m.Name, Term: m.Term, Zone: m.Zone, Archived: m.ArchivedMS != 0, Status: done(c),
		Manage: s.may(c, auth.EditCohort, auth.Object{Cohorts: []string{m.ID}}) == nil,
		Import: s.cohortPath(m.ID) + "/import",
	}
	if s.hasInsight {
		v.Insight = s.to("/teach/cohorts/" + m.ID)
	}
	if err := s.addLessons(c, m, no, &v); err != nil {
		return err
	}
	if v.Manage {
		if err := errors.Join(s.addCodes(c, m, no, &v), s.addRoster(c, m, no, &v)); err != nil {
			return err
		}
		v.Settings = no.fill(s.cohortForm(s.cohortPath(m.ID), m.Cohort))
		v.Archive = s.archiveForm(m.Cohort)
	}
	return s.page(c, status, keepNowhere, views.CohortPage(v))
}

func (s *Site) archiveForm(co store.Cohort) views.Form {
	f := views.Form{Action: s.cohortPath(co.ID) + "/archive", Submit: "Archive this cohort", Plain: true, Hidden: []views.Hidden{hidden("archive", "yes")}}
	if co.ArchivedMS != 0 {
		f.Submit, f.Hidden[0].Value = "Open this cohort again", "no"
	}
	return f
}

// saveCohort changes name, term and zone.
func (s *Site) saveCohort(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	co, wrong := cohortIn(fields)
	if len(wrong) > 0 {
		return s.showCohort(c, http.StatusUnprocessableEntity, refusedPart{"cohort", fields, wrong})
	}
	m.Name, m.Term, m.Zone = co.Name, co.Term, co.Zone
	return s.setCohort(c, m.Cohort, "cohort.change", "saved")
}

// archiveCohort closes a cohort, or opens it again.
func (s *Site) archiveCohort(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	if fields.Get("archive") == "no" {
		m.ArchivedMS = 0
		return s.setCohort(c, m.Cohort, "cohort.reopen", "reopened")
	}
	if m.ArchivedMS == 0 {
		m.ArchivedMS = s.at()
	}
	return s.setCohort(c, m.Cohort, "cohort.archive", "archived")
}

func (s *Site) setCohort(c echo.Context, co store.Cohort, action, word string) error {
	ctx := s.noted(c, action, co.ID, nil)
	if err := s.store.SetCohort(ctx, s.scope(c), co); err != nil {
		return fmt.Errorf("change a cohort: %w", err)
	}
	return s.seeDone(c, "/cohorts/"+co.ID, word)
}

// addLessons adds what the cohort is to do.
func (s *Site) addLessons(c echo.Context, m store.Membership, no refusedPart, v *views.Cohort) error {
	set, err := s.store.Assignments(c.Request().Context(), s.scope(c), m.ID)
	if err != nil {
		return fmt.Errorf("list the lessons of a cohort: %w", err)
	}
	lib, zone := s.edition(c).library, zoneOr(m.Zone)
	for _, a := range set {
		row := views.AssignedRow{Title: a.Lesson, Due: "no due time"}
		if l, ok := lib.Lesson(a.Lesson); ok {
			row.Title, row.Href = l.Title, s.links.lesson(l.Slug)
		}
		if a.DueMS != 0 {
			row.Due = "due " + dueWords(a.DueMS, zone)
		}
		path := s.cohortPath(m.ID) + "/lessons"
		row.Change = no.fill(views.Form{
			ID: "due-" + a.Lesson, Action: path, Submit: "Change", Plain: true,
			Hidden: []views.Hidden{hidden("lesson", a.Lesson), hidden("form", "due-"+a.Lesson)},
			Fields: []views.Entry{askDue(dueText(a.DueMS, zone), m.Zone)},
		})
		row.Remove = views.Form{Action: path + "/remove", Submit: "Take off the list", Of: row.Title, Hidden: []views.Hidden{hidden("lesson", a.Lesson), hidden("due", dueText(a.DueMS, zone))}}
		v.Lessons = append(v.Lessons, row)
	}
	v.Assign = s.assignForm(lib.Lessons(), set, m, no)
	if v.Manage {
		s.addTakenOff(c, set, m, v)
	}
	return nil
}

// addTakenOff says which lesson was taken off the list just now, with a way back
// that keeps its due time.
func (s *Site) addTakenOff(c echo.Context, set []store.Assignment, m store.Membership, v *views.Cohort) {
	l, ok := s.edition(c).library.Lesson(c.QueryParam("off"))
	due, err := dueIn(c.QueryParam("due"), zoneOr(m.Zone))
	if !ok || err != nil || slices.ContainsFunc(set, func(a store.Assignment) bool { return a.Lesson == l.Slug }) {
		return
	}
	v.Status = l.Title + " is no longer set. What students did in it stays, and it can be put back."
	if due != 0 {
		v.Status = l.Title + " is no longer set. What students did in it stays, and it can be put back, due " + dueWords(due, zoneOr(m.Zone)) + "."
	}
	v.Undo = &views.Form{
		Action: s.cohortPath(m.ID) + "/lessons", Submit: "Put back",
		Hidden: []views.Hidden{hidden("lesson", l.Slug), hidden("due", c.QueryParam("due")), hidden("form", "set")},
	}
}

func askDue(value, zone string) views.Entry {
	return views.Entry{Name: "due", Label: "Due", Kind: "datetime-local", Value: value, Hint: "In the time of " + zone + ". May stay empty."}
}

// assignForm offers the lessons that are not set yet; nil where all are.
func (s *Site) assignForm(all []*lessons.Lesson, set []store.Assignment, m store.Membership, no refusedPart) *views.Form {
	var left []views.Choice
	for _, l := range all {
		if !slices.ContainsFunc(set, func(a store.Assignment) bool { return a.Lesson == l.Slug }) {
			left = append(left, views.Choice{Value: l.Slug, Text: l.Title})
		}
	}
	if len(left) == 0 {
		return nil
	}
	f := no.fill(views.Form{
		ID: "set", Action: s.cohortPath(m.ID) + "/lessons", Submit: "Set this lesson", Plain: true,
		Hidden: []views.Hidden{hidden("form", "set")},
		Fields: []views.Entry{askChoice("lesson", "Lesson", left[0].Value, left...), askDue("", m.Zone)},
	})
	return &f
}

// assign sets a lesson, or changes when it is due.
func (s *Site) assign(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	wrong := faults{}
	l, ok := s.edition(c).library.Lesson(fields.Get("lesson"))
	if !ok {
		wrong["lesson"] = "Choose one of the lessons."
	}
	due, err := dueIn(fields.Get("due"), zoneOr(m.Zone))
	switch {
	case errors.Is(err, errDueGap):
		wrong["due"] = "There is no such time in " + m.Zone + ": the clocks go forward over it."
	case err != nil:
		wrong["due"] = "This is not a date and a time. Write it as 2026-11-30T18:00."
	}
	if len(wrong) > 0 {
		return s.showCohort(c, http.StatusUnprocessableEntity, refusedPart{fields.Get("form"), fields, wrong})
	}
	ctx := s.noted(c, "cohort.assign", m.ID, map[string]string{"lesson": l.Slug})
	err = s.store.Assign(ctx, s.scope(c), store.Assignment{CohortID: m.ID, Lesson: l.Slug, DueMS: due, AtMS: s.at()})
	if err != nil {
		return fmt.Errorf("set a lesson: %w", err)
	}
	return s.seeDone(c, "/cohorts/"+m.ID+"#lessons", "assigned")
}

// unassign takes a lesson off the cohort's list.
func (s *Site) unassign(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	m, err := s.cohort(c, auth.EditCohort)
	if err != nil {
		return err
	}
	ctx := s.noted(c, "cohort.unassign", m.ID, map[string]string{"lesson": clipped(fields.Get("lesson"), 80)})
	if err := s.store.Unassign(ctx, s.scope(c), m.ID, fields.Get("lesson")); err != nil && !isNotFound(err) {
		return fmt.Errorf("take a lesson off a list: %w", err)
	}
	off := url.Values{"off": {fields.Get("lesson")}, "due": {fields.Get("due")}}
	return seeOther(c, s.cohortPath(m.ID)+"?"+off.Encode()+"#lessons")
}

// clipped is text cut to n bytes, whole characters only, as the log may keep it.
func clipped(text string, n int) string {
	text = repaired(text)
	if len(text) > n {
		text = repaired(text[:n])
	}
	return text
}
