package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"fencepost/cmd/web/internal/figure"
	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
	"fencepost/sim"
	"fencepost/store"
	"fencepost/views"
)

// tryChallenge runs what a learner hands in and records what came of it. What
// the page claims of the run is not asked for.
func (s *Site) tryChallenge(c echo.Context) error {
	e := s.edition(c)
	l, ch, err := challengeAt(e, c)
	if err != nil {
		return err
	}
	fields, err := form(c)
	if err != nil {
		return err
	}
	v, tape, no := handedIn(l, ch, fields)
	if no != "" {
		return s.refuseTry(c, e, l, ch, refused{check: ch.ID, message: no, fields: fields})
	}
	t, err := trial.Decide(l, ch, v, tape)
	if err != nil {
		return fmt.Errorf("run %s/%s: %w", l.Slug, ch.ID, err)
	}
	who, err := s.learner(c)
	if err != nil {
		return err
	}
	if err := s.recordTry(c, e, l, ch, who, t, fields); err != nil {
		return err
	}
	if wantsFragment(c) {
		return s.challengeFragment(c, http.StatusOK, e, l, ch, &who, refused{})
	}
	return seeOther(c, s.links.lesson(l.Slug)+query(c)+"#check-"+ch.ID)
}

// challengeAt finds the challenge in the request's address.
func challengeAt(e *Edition, c echo.Context) (*lessons.Lesson, *lessons.Challenge, error) {
	l, err := e.lesson(c.Param("slug"))
	if err != nil {
		return nil, nil, err
	}
	if ch := l.Challenge(c.Param("challenge")); ch != nil {
		return l, ch, nil
	}
	return nil, nil, &unknown{what: "challenge", id: c.Param("challenge"), lesson: l}
}

// handedIn reads the run that a form names. What it does not name is as the
// challenge begins. The last result says what cannot be read, or is "".
func handedIn(l *lessons.Lesson, ch *lessons.Challenge, fields url.Values) (sim.Values, []int, string) {
	start, err := trial.Of(l, ch.Run)
	if err != nil {
		return start.Values, nil, "The simulator cannot be run just now."
	}
	for _, f := range ch.Free {
		if !fields.Has(f.Text) {
			return start.Values, nil, "No run came along. Set the simulator to the run that you mean, and hand it in."
		}
	}
	v, notes := sim.FromQuery(start.Values, fields)
	if len(notes) > 0 {
		return v, nil, notes[0].Text + " Nothing was handed in."
	}
	text := fields.Get(lessons.FreeTape)
	if !free(ch, lessons.FreeTape) {
		return v, nil, ""
	}
	if text == "" {
		return v, nil, "Decide first what happens. Nothing was handed in."
	}
	tape, err := sim.ParseTape(text)
	if err != nil {
		return v, nil, sentence(err.Error()) + ". Nothing was handed in."
	}
	return v, append([]int{}, tape...), ""
}

// recordTry stores one run that was handed in.
func (s *Site) recordTry(c echo.Context, e *Edition, l *lessons.Lesson, ch *lessons.Challenge, who store.Learner, t trial.Try, fields url.Values) error {
	stage, ok := e.stage(l.Slug, ch.Run.Figure)
	if !ok {
		return &unknown{what: "figure", id: ch.Run.Figure, lesson: l}
	}
	run := tryRef(stage, t).String()
	given, err := json.Marshal(answer{Run: run})
	if err != nil {
		return fmt.Errorf("encode run: %w", err)
	}
	return s.addAttempt(c.Request().Context(), l, aChallenge, store.Attempt{
		ID: newID(), LearnerID: who.ID, Key: keyOf(fields, run, l.Slug, ch.ID),
		Lesson: l.Slug, Item: ch.ID, Answer: given, Right: t.Solved, Content: l.Version, AtMS: s.at(),
	})
}

// tryRef names a run that was handed in, at the entry that decided it.
func tryRef(stage *figure.Stage, t trial.Try) figure.Ref {
	return stage.Of(t.Values, t.Tape, trial.Deciding(&t.Run)+1)
}

// refuseTry says at the challenge why nothing was recorded.
func (s *Site) refuseTry(c echo.Context, e *Edition, l *lessons.Lesson, ch *lessons.Challenge, no refused) error {
	who, err := s.visitor(c)
	if err != nil {
		return err
	}
	if wantsFragment(c) {
		return s.challengeFragment(c, http.StatusUnprocessableEntity, e, l, ch, who, no)
	}
	s.invite(c, who)
	return s.showLesson(c, http.StatusUnprocessableEntity, e, l, who, no)
}

// challengeFragment answers with the challenge alone and the lesson's progress.
func (s *Site) challengeFragment(c echo.Context, status int, e *Edition, l *lessons.Lesson, ch *lessons.Challenge, who *store.Learner, no refused) error {
	page, err := s.lessonPage(c, e, l, who, no)
	if err != nil {
		return err
	}
	v := page.challenge(ch)
	return s.page(c, status, keepNowhere, views.ChallengeFragment(&v, answered(l, page.record.Standing), questions(l)))
}

func (s *Site) backToChallenge(c echo.Context) error {
	l, ch, err := challengeAt(s.edition(c), c)
	if err != nil {
		return err
	}
	return seeOther(c, s.links.lesson(l.Slug)+query(c)+"#check-"+ch.ID)
}
