package site

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// answersPage lists everything that the visitor explained, newest lesson first.
func (s *Site) answersPage(c echo.Context) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	v := views.Answers{Chrome: views.Chrome{Title: "Your answers", Nav: "answers", Noindex: true}}
	if who != nil {
		all, err := s.store.Explanations(c.Request().Context(), who.ID, "")
		if err != nil {
			return fmt.Errorf("read explanations: %w", err)
		}
		if v.Lessons, err = s.byLesson(c, all); err != nil {
			return err
		}
		v.News = s.newsLinks(c)
	}
	if err := s.countDue(c); err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepNowhere, views.AnswersPage(v))
}

// byLesson groups explanations; the lesson with the newest one comes first.
func (s *Site) byLesson(c echo.Context, all []store.Explanation) ([]views.AnswersLesson, error) {
	var order []string
	of := map[string][]store.Explanation{}
	for _, e := range all {
		of[e.Lesson] = append(of[e.Lesson], e)
		order = append(slices.DeleteFunc(order, func(slug string) bool { return slug == e.Lesson }), e.Lesson)
	}
	slices.Reverse(order)
	var out []views.AnswersLesson
	for _, slug := range order {
		attempts, err := s.withScores(c.Request().Context(), of[slug])
		if err != nil {
			return nil, err
		}
		link := s.frame(s.edition(c), of[slug][0]).Lesson
		out = append(out, views.AnswersLesson{Lesson: link, Attempts: history(s.links, attempts, "")})
	}
	return out, nil
}
