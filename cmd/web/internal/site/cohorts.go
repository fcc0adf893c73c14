package site

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// cohortsPage is the page of somebody's cohorts: those that they are in, with
// what is due, and those that they teach.
func (s *Site) cohortsPage(c echo.Context) error {
	return s.showCohorts(c, http.StatusOK, nil, nil)
}

func (s *Site) showCohorts(c echo.Context, status int, typed url.Values, wrong faults) error {
	if _, err := s.in(c); err != nil {
		return err
	}
	v := views.Cohorts{
		Chrome: views.Chrome{Title: "Cohorts", Nav: "cohorts", Noindex: true},
		Status: done(c), New: s.to("/cohorts/new"),
		Teacher: s.may(c, auth.MakeCohort, auth.Object{}) == nil,
		Code: filled(views.Form{Action: s.to("/join"), Submit: "Go on", Plain: true, Fields: []views.Entry{
			{Name: "code", Label: "Code", Hint: "Ten letters and digits that an instructor gives you, such as ABCDE-23456.", Fill: "off", Required: true, Max: 64},
		}}, typed, wrong),
	}
	var err error
	if v.Mine, err = s.myCohorts(c); err != nil {
		return err
	}
	if v.Taught, err = s.taughtCohorts(c); err != nil {
		return err
	}
	return s.page(c, status, keepNowhere, views.CohortsPage(v))
}

// myCohorts are those that the person learns in.
func (s *Site) myCohorts(c echo.Context) ([]views.MyCohort, error) {
	list, err := s.memberships(c)
	if err != nil {
		return nil, err
	}
	var out []views.MyCohort
	for _, m := range list {
		if m.Role != store.MemberStudent || m.ArchivedMS != 0 {
			continue
		}
		v := views.MyCohort{ID: "c-" + m.ID, Name: m.Name, Term: m.Term, Zone: m.Zone, Waiting: m.State == store.MemberPending}
		if !v.Waiting {
			if v.Lessons, err = s.dueIn(c, m); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// taughtCohorts are those that the person teaches; all for an admin.
func (s *Site) taughtCohorts(c echo.Context) ([]views.TaughtCohort, error) {
	var out []views.TaughtCohort
	for page := (store.Page{N: 200}); ; {
		list, err := s.store.Cohorts(c.Request().Context(), s.scope(c), page)
		if err != nil {
			return nil, fmt.Errorf("list cohorts: %w", err)
		}
		for _, m := range list.Rows {
			out = append(out, views.TaughtCohort{
				Name: m.Name, Term: m.Term, Href: s.cohortPath(m.ID), Role: string(m.Role), Archived: m.ArchivedMS != 0,
			})
		}
		if page.After = list.Next; page.After == "" {
			return out, nil
		}
	}
}

func (l links) cohortPath(id string) string { return l.to("/cohorts/" + url.PathEscape(id)) }

// newCohortPage asks what a cohort is to be called.
func (s *Site) newCohortPage(c echo.Context) error {
	return s.showNewCohort(c, http.StatusOK, nil, nil)
}

func (s *Site) showNewCohort(c echo.Context, status int, typed url.Values, wrong faults) error {
	if err := s.may(c, auth.MakeCohort, auth.Object{}); err != nil {
		return err
	}
	f := s.cohortForm(s.to("/cohorts/new"), store.Cohort{Zone: "UTC"})
	f.Submit, f.Plain, f.ID, f.Hidden = "Make the cohort", false, "", []views.Hidden{onceKey()}
	return s.desk(c, status, views.Desk{
		Chrome:  views.Chrome{Nav: "cohorts"},
		Heading: "Make a cohort", Lede: "A cohort is a class: the people who learn together in a term, and what they are to do.",
		Forms: []views.Form{filled(f, typed, wrong)}, Links: []views.Link{{Text: "All cohorts", Href: s.to("/cohorts")}},
	})
}

// cohortForm is what is said of a cohort.
func (s *Site) cohortForm(action string, co store.Cohort) views.Form {
	return views.Form{
		ID: "cohort", Action: action, Submit: "Save", Plain: true,
		Fields: []views.Entry{
			{Name: "title", Label: "Name", Value: co.Name, Required: true, Max: maxTitle, Hint: "Such as: Distributed systems, group 2."},
			{Name: "term", Label: "Term", Value: co.Term, Max: maxTitle, Hint: "Such as: Autumn 2026. May stay empty."},
			{
				Name: "zone", Label: "Time zone", Value: co.Zone, Required: true, Max: 64, Choices: zones(),
				Hint: "In which due times are given, as a place: Europe/Berlin, America/New_York.",
			},
		},
	}
}

// makeCohort makes one; who makes it teaches it.
func (s *Site) makeCohort(c echo.Context) error {
	fields, err := form(c)
	if err != nil {
		return err
	}
	if err := s.may(c, auth.MakeCohort, auth.Object{}); err != nil {
		return err
	}
	co, wrong := cohortIn(fields)
	if len(wrong) > 0 {
		return s.showNewCohort(c, http.StatusUnprocessableEntity, fields, wrong)
	}
	co.ID, co.CreatedMS = onceID(fields, s.scope(c).PersonID(), co.Name, co.Term, co.Zone), s.at()
	ctx := s.noted(c, "cohort.add", co.ID, nil)
	if err := s.store.AddCohort(ctx, s.scope(c), co); err != nil && !s.hasCohort(c, co.ID) {
		return fmt.Errorf("add a cohort: %w", err)
	}
	return s.seeDone(c, "/cohorts/"+co.ID, "made")
}

// hasCohort says whether the person teaches this cohort already: its form was
// sent before.
func (s *Site) hasCohort(c echo.Context, id string) bool {
	_, err := s.store.Cohort(c.Request().Context(), s.scope(c), id)
	return err == nil
}

const maxTitle = 120 // characters of a cohort's name or term

// cohortIn reads what was said of a cohort.
func cohortIn(fields url.Values) (store.Cohort, faults) {
	wrong := faults{}
	co := store.Cohort{Name: oneLine(fields.Get("title")), Term: oneLine(fields.Get("term")), Zone: plainText(fields.Get("zone"))}
	if !auth.Visible(co.Name) || characters(co.Name) > maxTitle {
		wrong["title"] = fmt.Sprintf("Give it a name of at most %d characters.", maxTitle)
	}
	if characters(co.Term) > maxTitle {
		wrong["term"] = fmt.Sprintf("At most %d characters fit.", maxTitle)
	}
	for name, text := range map[string]string{"title": fields.Get("title"), "term": fields.Get("term")} {
		if cleanText(text) != "" {
			wrong[name] = "This holds characters that cannot be kept."
		}
	}
	if _, err := zoneOf(co.Zone); err != nil {
		wrong["zone"] = "This is not the name of a time zone. Write it as a place, such as Europe/Berlin."
	}
	return co, wrong
}
