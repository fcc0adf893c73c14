package site

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"fencepost/store"
	"fencepost/views"
)

// explanationPage shows one of the visitor's own explanations with its score.
func (s *Site) explanationPage(c echo.Context) error {
	who, e, err := s.own(c)
	if err != nil {
		return err
	}
	v, err := s.resultView(c.Request().Context(), s.edition(c), who, e)
	if err != nil {
		return err
	}
	if err := s.markSeen(c, who, v.Judgement, e.ID); err != nil {
		return err
	}
	return s.page(c, http.StatusOK, keepNowhere, views.ResultPage(v))
}

// own finds the explanation in the request's address among the visitor's own.
// Another person's is as unknown as one that never was.
func (s *Site) own(c echo.Context) (store.Learner, store.Explanation, error) {
	none := &unknown{what: "explanation", id: c.Param("id")}
	who, err := s.visitor(c)
	if err != nil {
		return store.Learner{}, store.Explanation{}, err
	}
	if who == nil {
		return store.Learner{}, store.Explanation{}, none
	}
	e, err := s.store.Explanation(c.Request().Context(), who.ID, c.Param("id"))
	switch {
	case isNotFound(err):
		return *who, e, none
	case err != nil:
		return *who, e, fmt.Errorf("read explanation %s: %w", c.Param("id"), err)
	}
	return *who, e, nil
}

// resultView reads everything that the page of one explanation shows. One that
// has no score yet is scored now.
func (s *Site) resultView(ctx context.Context, edition *Edition, who store.Learner, e store.Explanation) (views.Result, error) {
	attempts, err := s.attempts(ctx, who, e)
	if err != nil {
		return views.Result{}, err
	}
	at, err := s.store.Standing(ctx, who.ID, e.Lesson)
	if err != nil {
		return views.Result{}, fmt.Errorf("read standing in %s: %w", e.Lesson, err)
	}
	disputes, err := s.store.Disputes(ctx, e.ID)
	if err != nil {
		return views.Result{}, fmt.Errorf("read disputes of %s: %w", e.ID, err)
	}
	v := s.frame(edition, e)
	v.Agreement = s.agreementOn(ctx, edition, e.Lesson)
	v.Attempts = history(s.links, attempts, e.ID)
	v.Revealed = at.RevealedMS > 0
	for _, a := range attempts {
		if a.ID != e.ID {
			continue
		}
		if v.Pending = a.result == nil; !v.Pending {
			reading{
				text: e.Text, result: *a.result, rubric: rubricOf(edition, e.Lesson),
				disputes: disputes, revealed: v.Revealed,
				shown: func(run string) *views.RunRef { return edition.referred(e.Lesson, run) },
				step:  func(id string) views.Link { return s.stepOf(edition, e.Lesson, id) },
			}.fill(&v)
			s.judgement(&v, a, rubricOf(edition, e.Lesson))
		}
	}
	return v, nil
}

// attempts are the learner's explanations in the lesson of e, oldest first,
// with their newest scores.
func (s *Site) attempts(ctx context.Context, who store.Learner, e store.Explanation) ([]scored, error) {
	all, err := s.store.Explanations(ctx, who.ID, e.Lesson)
	if err != nil {
		return nil, fmt.Errorf("read explanations of %s: %w", e.Lesson, err)
	}
	return s.withScores(ctx, all)
}

func (s *Site) withScores(ctx context.Context, all []store.Explanation) ([]scored, error) {
	var out []scored
	for _, e := range all {
		a, err := s.withScore(ctx, e)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func (s *Site) withScore(ctx context.Context, e store.Explanation) (scored, error) {
	f, err := s.store.OwnFile(ctx, e.LearnerID, e.ID)
	if err == nil && len(f.Scores) == 0 {
		s.scoreOrLeave(ctx, e)
		f, err = s.store.OwnFile(ctx, e.LearnerID, e.ID)
	}
	if err != nil {
		return scored{}, fmt.Errorf("read scores of %s: %w", e.ID, err)
	}
	result, err := resultOf(f.Score)
	return scored{e, inForce(result, f.InForce), f}, err
}

// frame is what the page shows whether or not there is a score.
func (s *Site) frame(edition *Edition, e store.Explanation) views.Result {
	v := views.Result{
		Chrome: views.Chrome{Title: "Your explanation", Nav: "answers", Noindex: true, Description: "An explanation, point by point: what it says, in which words, and what it leaves out."},
		Lesson: views.Link{Text: e.Lesson},
		Text:   pieces(e.Text, nil), Run: edition.referred(e.Lesson, e.Run),
		RevealAction: s.reveal(e.ID), DisputeAction: s.disputes(e.ID),
		Key: newKey(), How: s.scoring(),
		Heading: "Your explanation is stored, and not compared yet",
		Lede:    "Comparing it did not work just now. It is tried again whenever you open this page.",
	}
	if l, ok := edition.library.Lesson(e.Lesson); ok {
		v.Lesson = views.Link{Text: l.Title, Href: s.links.lesson(l.Slug)}
		v.Revise = v.Lesson.Href + "#explain"
	}
	return v
}

// stepOf leads to a step of a lesson, or nowhere where the lesson no longer
// has it.
func (s *Site) stepOf(e *Edition, slug, id string) views.Link {
	l, ok := e.library.Lesson(slug)
	if !ok {
		return views.Link{}
	}
	for _, step := range l.Steps {
		if step.ID == id {
			return views.Link{Text: step.Title, Href: s.links.lesson(slug) + "#" + id}
		}
	}
	return views.Link{}
}
