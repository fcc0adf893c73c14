package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/store"
	"fencepost/views"
)

// predict records what a learner expects of a run. The first prediction is the
// only one: after it the outcome is in sight.
func (s *Site) predict(c echo.Context) error {
	e := s.edition(c)
	l, p, err := predictAt(e, c)
	if err != nil {
		return err
	}
	fields, err := form(c)
	if err != nil {
		return err
	}
	chosen := distinct(fields["option"])
	if no := unfitPrediction(p, chosen); no != "" {
		return s.refusePrediction(c, e, l, p, refused{check: p.ID, chosen: chosen, message: no})
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	if err := s.recordPrediction(c, l, p, who, chosen, keyOf(fields, append(chosen, l.Slug, p.ID)...)); err != nil {
		return err
	}
	if wantsFragment(c) {
		return s.predictFragment(c, http.StatusOK, e, l, p, &who, refused{})
	}
	return seeOther(c, s.links.lesson(l.Slug)+query(c)+"#check-"+p.ID)
}

// predictAt finds the prediction in the request's address.
func predictAt(e *Edition, c echo.Context) (*lessons.Lesson, *lessons.Predict, error) {
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return nil, nil, err
	}
	if p := l.Predict(c.Param("predict")); p != nil {
		return l, p, nil
	}
	return nil, nil, &unknown{what: "prediction", id: c.Param("predict"), lesson: l}
}

// unfitPrediction says why options are no prediction, or "".
func unfitPrediction(p *lessons.Predict, chosen []string) string {
	switch {
	case len(chosen) == 0:
		return "Say first what you expect."
	case len(chosen) > 1:
		return "Expect one thing only."
	case !slices.ContainsFunc(p.Options, func(o lessons.Prediction) bool { return o.ID == chosen[0] }):
		return "The answer sent is not among these. The lesson may have been edited; choose again."
	}
	return ""
}

// recordPrediction stores the learner's first prediction; later ones are no
// predictions any more.
func (s *Site) recordPrediction(c echo.Context, l *lessons.Lesson, p *lessons.Predict, who store.Learner, chosen []string, key string) error {
	ctx := c.Request().Context()
	at, err := s.store.Standing(ctx, who.ID, l.Slug)
	if err != nil {
		return fmt.Errorf("read standing in %s: %w", l.Slug, err)
	}
	if slices.Contains(at.Tried, p.ID) {
		return nil
	}
	run, err := trial.Of(l, p.Run)
	if err != nil {
		return fmt.Errorf("run %s/%s: %w", l.Slug, p.ID, err)
	}
	came := run.Run()
	given, err := json.Marshal(answer{Options: chosen})
	if err != nil {
		return fmt.Errorf("encode prediction: %w", err)
	}
	i := trial.Right(p, &came)
	return s.addAttempt(ctx, l, aPrediction, store.Attempt{
		ID: newID(), LearnerID: who.ID, Key: key, Lesson: l.Slug, Item: p.ID, Answer: given,
		Right: i >= 0 && p.Options[i].ID == chosen[0], Content: l.Version, AtMS: s.at(),
	})
}

// refusePrediction says at the question why nothing was recorded.
func (s *Site) refusePrediction(c echo.Context, e *Edition, l *lessons.Lesson, p *lessons.Predict, no refused) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	if wantsFragment(c) {
		return s.predictFragment(c, http.StatusUnprocessableEntity, e, l, p, who, no)
	}
	s.invite(c, who)
	return s.showLesson(c, http.StatusUnprocessableEntity, e, l, who, no)
}

// predictFragment answers with the prediction alone and the lesson's progress.
func (s *Site) predictFragment(c echo.Context, status int, e *Edition, l *lessons.Lesson, p *lessons.Predict, who *store.Learner, no refused) error {
	page, err := s.lessonPage(c, e, l, who, no)
	if err != nil {
		return err
	}
	v := page.predict(p)
	return s.page(c, status, keepNowhere, views.PredictFragment(&v, answered(l, page.record.Standing), questions(l)))
}

func (s *Site) backToPrediction(c echo.Context) error {
	l, p, err := predictAt(s.edition(c), c)
	if err != nil {
		return err
	}
	return seeOther(c, s.links.lesson(l.Slug)+query(c)+"#check-"+p.ID)
}
