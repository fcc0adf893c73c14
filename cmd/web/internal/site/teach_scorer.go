package site

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
	"fencepost/views"
)

// scorerRoutes are the addresses at which another scorer is tried and put in
// force.
func (s *Site) scorerRoutes() {
	s.get("/teach/scorer", s.scorersPage)
	s.get("/teach/scorer/:slug", s.scorerPage)
	for act, h := range map[string]echo.HandlerFunc{"trial": s.tryScorer, "discard": s.discardScorer, "publication": s.publishScorer} {
		s.post("/teach/scorer/:slug/"+act, h)
		s.get("/teach/scorer/:slug/"+act, s.backToScorer)
	}
}

func (l links) scorers() string { return l.to("/teach/scorer") }

func (l links) scorer(slug string) string { return l.to("/teach/scorer/" + url.PathEscape(slug)) }

func (s *Site) backToScorer(c echo.Context) error { return seeOther(c, s.scorer(c.Param("slug"))) }

// mayTry answers nil where the request's person may try scorers.
func (s *Site) mayTry(c echo.Context) error { return s.may(c, auth.TryScorer, auth.Object{}) }

// mayPublish answers nil where they may put one in force.
func (s *Site) mayPublish(c echo.Context) error {
	if s.adminsOnly {
		return s.may(c, auth.PublishForAll, auth.Object{})
	}
	return s.may(c, auth.PublishRubric, auth.Object{})
}

// scoredLesson is the lesson of the request's address as its content has it.
func (s *Site) scoredLesson(c echo.Context) (*training, error) {
	own := s.edition(c).scorers[c.Param("slug")]
	if own == nil {
		return nil, &unknown{what: "lesson with explanations", id: c.Param("slug")}
	}
	return own, nil
}

// scorersPage lists the lessons.
func (s *Site) scorersPage(c echo.Context) error {
	if err := s.mayTry(c); err != nil {
		return err
	}
	v := views.Scorers{Chrome: views.Chrome{Title: "Scorers", Nav: "teach", Noindex: true}, Desk: s.teach(nil)}
	for _, l := range s.edition(c).library.Lessons() {
		if own := s.edition(c).scorers[l.Slug]; own != nil {
			d, err := s.standing(c.Request().Context(), own)
			if err != nil {
				return err
			}
			v.Rows = append(v.Rows, s.scorerRow(d))
		}
	}
	return s.page(c, http.StatusOK, keepNowhere, views.ScorersPage(v))
}

// scorerPage shows one lesson's.
func (s *Site) scorerPage(c echo.Context) error {
	if err := s.mayTry(c); err != nil {
		return err
	}
	return s.showScorer(c, http.StatusOK, "")
}

// tryScorer makes a candidate of the content as it is and of the marks so far.
func (s *Site) tryScorer(c echo.Context) error {
	if err := s.mayTry(c); err != nil {
		return err
	}
	own, err := s.scoredLesson(c)
	if err != nil {
		return err
	}
	d, err := s.standing(c.Request().Context(), own)
	if err != nil {
		return err
	}
	if !d.news() {
		return s.showScorer(c, http.StatusConflict, "There is nothing new to try: the rubric is the one in force, and it knows every mark.")
	}
	if err := s.keepRubric(c.Request().Context(), own.lesson); err != nil {
		return err
	}
	who, _ := s.who(c) // mayTry asked
	candidate := store.Scorer{
		ID: newID(), Lesson: own.lesson.Slug, Rubric: own.lesson.Rubric.Version, State: store.ScorerTrying,
		MarksTo: d.waiting.MarksTo, MarksMS: s.at(), MadeBy: who.Person.ID, AtMS: s.at(),
	}
	detail := map[string]string{"lesson": candidate.Lesson, "rubric": candidate.Rubric}
	if err := s.store.AddScorer(s.noted(c, "scorer.try", candidate.ID, detail), candidate); err != nil {
		return err
	}
	s.force.nudge()
	return s.backToScorer(c)
}

// discardScorer drops the candidate that the form names.
func (s *Site) discardScorer(c echo.Context) error {
	fields, d, err := s.scorerForm(c, s.mayTry)
	if err != nil {
		return err
	}
	id := fields.Get("scorer")
	if d.candidate == nil || d.candidate.ID != id {
		return seeOther(c, s.scorer(d.own.lesson.Slug)) // dropped before
	}
	err = s.store.Discard(s.noted(c, "scorer.discard", id, map[string]string{"lesson": d.own.lesson.Slug}), id)
	if err != nil && !isNotFound(err) {
		return err
	}
	s.force.moved(d.inForce())
	return s.backToScorer(c)
}

// publishScorer puts the candidate, or one that was in force before, in force.
func (s *Site) publishScorer(c echo.Context) error {
	fields, d, err := s.scorerForm(c, s.mayPublish)
	if err != nil {
		return err
	}
	chosen, err := s.store.Scorer(c.Request().Context(), fields.Get("scorer"))
	if isNotFound(err) || err == nil && chosen.Lesson != d.own.lesson.Slug {
		return &unknown{what: "scorer", id: fields.Get("scorer")}
	}
	if err != nil {
		return err
	}
	who, _ := s.who(c) // mayPublish asked
	p := store.Publication{ID: newID(), Scorer: chosen, ByID: who.Person.ID, AtMS: s.at()}
	detail := map[string]string{"lesson": chosen.Lesson, "scorer": chosen.Version, "rubric": chosen.Rubric}
	err = s.store.Publish(s.noted(c, "rubric.publish", chosen.ID, detail), p, fields.Get("seen"))
	if errors.Is(err, store.ErrConflict) {
		return s.showScorer(c, http.StatusConflict, "Nothing was published: meanwhile another scorer came into force, or this one is not ready. Look again before you decide.")
	}
	if err != nil {
		return fmt.Errorf("publish a scorer: %w", err)
	}
	s.force.moved(chosen.ID)
	return seeOther(c, s.scorer(chosen.Lesson)+"?published=yes")
}

// scorerForm is who may, then what was sent, then how things stand.
func (s *Site) scorerForm(c echo.Context, may func(echo.Context) error) (url.Values, standing, error) {
	if err := may(c); err != nil {
		return nil, standing{}, err
	}
	own, err := s.scoredLesson(c)
	if err != nil {
		return nil, standing{}, err
	}
	fields, err := form(c)
	if err != nil {
		return nil, standing{}, err
	}
	d, err := s.standing(c.Request().Context(), own)
	return fields, d, err
}
