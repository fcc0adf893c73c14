package site

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// mine is what a learner did, read for the pages and files about it.
type mine struct {
	links
	library   *lessons.Library
	at        map[string]store.Standing
	explained map[string][]store.Explained // by lesson, oldest first
	reviews   map[string]reviewSum         // by lesson
}

// mine reads what the visitor did; nobody did nothing.
func (s *Site) mine(c echo.Context) (mine, error) {
	m := mine{links: s.links, library: s.edition(c).library, explained: map[string][]store.Explained{}}
	var err error
	if m.at, err = s.standings(c); err != nil {
		return m, err
	}
	who, err := s.visitor(c)
	if err != nil || who == nil {
		return m, err
	}
	all, err := s.store.Explained(c.Request().Context(), who.ID)
	if err != nil {
		return m, fmt.Errorf("read what was explained: %w", err)
	}
	for _, e := range all {
		m.explained[e.Lesson] = append(m.explained[e.Lesson], e)
	}
	m.reviews, err = s.reviewedBy(c, who)
	return m, err
}

// mePage shows a learner's progress.
func (s *Site) mePage(c echo.Context) error {
	m, err := s.mine(c)
	if err != nil {
		return err
	}
	v := m.view()
	if v.Due, err = s.dueSoon(c); err != nil {
		return err
	}
	if err := s.countDue(c); err != nil {
		return err
	}
	w, err := s.who(c)
	if err != nil {
		return err
	}
	v.Account = w.In()
	return s.page(c, http.StatusOK, keepNowhere, views.MePage(v))
}

// view draws the progress.
func (m mine) view() views.Me {
	v := views.Me{
		Chrome: views.Chrome{Title: "Your progress", Nav: "me", Noindex: true}, Continue: goOn(m.links, m.library, m.at),
	}
	for _, l := range m.library.Lessons() {
		v.Total++
		at := m.at[l.Slug]
		if !begun(at) {
			v.Rest = append(v.Rest, views.Link{Text: l.Title, Href: m.lesson(l.Slug)})
			continue
		}
		v.Begun++
		v.Finished += count(finished(l, at))
		v.Lessons = append(v.Lessons, m.concept(l))
	}
	return v
}
