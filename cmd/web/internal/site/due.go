package site

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// dueIn are the lessons of a cohort that the person learns in, soonest first.
func (s *Site) dueIn(c echo.Context, m store.Membership) ([]views.DueLesson, error) {
	ctx := c.Request().Context()
	set, err := s.store.Assignments(ctx, s.scope(c), m.ID)
	if err != nil {
		return nil, fmt.Errorf("list the lessons of a cohort: %w", err)
	}
	at, err := s.standings(c)
	if err != nil {
		return nil, err
	}
	var out []views.DueLesson
	for _, a := range set {
		out = append(out, s.dueLesson(c, m, a, at[a.Lesson]))
	}
	return out, nil
}

// standings are where the visitor stands in every lesson, found once.
func (s *Site) standings(c echo.Context) (map[string]store.Standing, error) {
	const key = "standings"
	if at, ok := c.Get(key).(map[string]store.Standing); ok {
		return at, nil
	}
	at := map[string]store.Standing{}
	who, err := s.visitor(c)
	if err != nil {
		return nil, err
	}
	if who != nil {
		if at, err = s.store.Standings(c.Request().Context(), who.ID); err != nil {
			return nil, fmt.Errorf("read standings: %w", err)
		}
	}
	c.Set(key, at)
	return at, nil
}

func (s *Site) dueLesson(c echo.Context, m store.Membership, a store.Assignment, at store.Standing) views.DueLesson {
	v := views.DueLesson{Title: a.Lesson, Standing: "not begun"}
	if l, ok := s.edition(c).library.Lesson(a.Lesson); ok {
		v.Title, v.Href = l.Title, s.links.lesson(l.Slug)
		v.Done = begun(at) && finished(l, at)
		if begun(at) && !v.Done {
			v.Standing = standingWords(l, at)
		}
	}
	if v.Done {
		v.Standing = ""
	}
	if a.DueMS != 0 {
		v.Due = dueWords(a.DueMS, zoneOr(m.Zone))
		if !v.Done {
			v.Left, v.Late = leftWords(a.DueMS, s.at()), a.DueMS < s.at()
		}
	}
	return v
}

// standingWords is what is done of a lesson: "2 of 5 steps read, 1 of 2 questions done".
func standingWords(l *lessons.Lesson, at store.Standing) string {
	read := 0
	for _, step := range l.Steps {
		read += count(slices.Contains(at.Read, step.ID))
	}
	return fmt.Sprintf("%d of %d steps read, %d of %d questions done", read, len(l.Steps), answered(l, at), questions(l))
}

// soon is how many due lessons another page shows.
const soon = 3

// dueSoon are the lessons, not yet finished, that the person's cohorts ask for
// next: what is late or due first.
func (s *Site) dueSoon(c echo.Context) ([]views.DueLesson, error) {
	list, err := s.memberships(c)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	type dated struct {
		ms int64
		views.DueLesson
	}
	at, err := s.standings(c)
	if err != nil {
		return nil, err
	}
	var all []dated
	for _, m := range list {
		if m.Role != store.MemberStudent || m.State != store.MemberActive || m.ArchivedMS != 0 {
			continue
		}
		set, err := s.store.Assignments(c.Request().Context(), s.scope(c), m.ID)
		if err != nil {
			return nil, fmt.Errorf("list the lessons of a cohort: %w", err)
		}
		for _, a := range set {
			if v := s.dueLesson(c, m, a, at[a.Lesson]); a.DueMS != 0 && !v.Done {
				v.Cohort = m.Name
				all = append(all, dated{a.DueMS, v})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b dated) int { return cmp.Compare(a.ms, b.ms) })
	var out []views.DueLesson
	for _, d := range all[:min(len(all), soon)] {
		out = append(out, d.DueLesson)
	}
	return out, nil
}
