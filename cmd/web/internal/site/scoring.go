package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"fencepost/lessons/grade"
	"fencepost/store"
)

// scoreWithin is how long a person waits for a score: scoring takes
// milliseconds, but a scorer may be still in training.
const scoreWithin = 5 * time.Second

// waitingAtOnce is how many unscored explanations are read at a time.
const waitingAtOnce = 100

// addExplanation stores e with its score. Where that cannot be had at once, or
// another scorer came into force meanwhile, e is stored without one and scored
// then. One that was stored before under its key stays as it is.
func (s *Site) addExplanation(ctx context.Context, e store.Explanation) (store.Explanation, error) {
	ctx = context.WithoutCancel(ctx) // who closes the page now has handed in all the same
	said, result, err := s.scoreAtOnce(ctx, e)
	if err == nil {
		kept, err := s.addScored(ctx, e, said, result)
		if !errors.Is(err, store.ErrStale) {
			return kept, err
		}
		s.force.doubt()
	}
	kept, err := s.store.AddExplanation(ctx, e)
	if err == nil {
		s.scoreOrLeave(ctx, kept)
	}
	return kept, err
}

// addScored stores e with what a scorer said of it.
func (s *Site) addScored(ctx context.Context, e store.Explanation, said store.Score, result grade.Result) (store.Explanation, error) {
	ctx, err := s.tellingScore(ctx, e, said)
	if err != nil {
		return e, err
	}
	kept, err := s.store.AddScoredExplanation(ctx, e, said)
	if err == nil && kept.ID == e.ID {
		s.observe(e.Lesson, result)
	}
	return kept, err
}

// errNotReady says that a scorer is still being made.
var errNotReady = errors.New("the scorer is not ready")

// scoreAtOnce is what the lesson's scorer says of e, if it is there.
func (s *Site) scoreAtOnce(ctx context.Context, e store.Explanation) (store.Score, grade.Result, error) {
	training, under, err := s.trainingUnder(ctx, s.shelf.Edition(), e.Lesson)
	if err != nil {
		return store.Score{}, grade.Result{}, err
	}
	if training == nil || !training.ready() {
		return store.Score{}, grade.Result{}, errNotReady
	}
	scorer, err := training.wait(ctx)
	if err != nil {
		return store.Score{}, grade.Result{}, err
	}
	score, result, err := s.scoreBy(scorer, e.ID, e.Text)
	score.Under = under
	return score, result, err
}

// scoreOrLeave scores a stored explanation. Where that fails the text stays
// stored without a score, and is scored when somebody looks at it or the
// program starts.
func (s *Site) scoreOrLeave(ctx context.Context, e store.Explanation) {
	ctx, cancel := context.WithTimeout(ctx, scoreWithin)
	defer cancel()
	if err := s.score(ctx, e); err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "explanation left unscored",
			slog.String("explanation", e.ID), slog.String("lesson", e.Lesson), slog.Any("err", err))
	}
}

// score stores what the lesson's scorer says of e, once more where another came
// into force meanwhile.
func (s *Site) score(ctx context.Context, e store.Explanation) error {
	err := s.scoreOnce(ctx, e)
	if errors.Is(err, store.ErrStale) {
		s.force.doubt()
		err = s.scoreOnce(ctx, e)
	}
	return err
}

func (s *Site) scoreOnce(ctx context.Context, e store.Explanation) error {
	training, under, err := s.trainingUnder(ctx, s.shelf.Edition(), e.Lesson)
	if err != nil {
		return err
	}
	if training == nil {
		return fmt.Errorf("no scorer for %s", e.Lesson)
	}
	scorer, err := training.wait(ctx)
	if err != nil {
		return err
	}
	score, result, err := s.scoreBy(scorer, e.ID, e.Text)
	if err != nil {
		return err
	}
	score.Under = under
	if ctx, err = s.tellingScore(ctx, e, score); err != nil {
		return err
	}
	if err := s.store.AddScore(ctx, score); err != nil {
		return fmt.Errorf("record score of %s: %w", e.ID, err)
	}
	s.observe(e.Lesson, result)
	return nil
}

// observe lets the observer know of a score that was stored.
func (s *Site) observe(lesson string, r grade.Result) {
	for _, p := range r.Points {
		s.observer.Verdict(lesson, r.Scorer, string(p.Verdict))
	}
}

// scoreBy is what a scorer says of an explanation, as it is stored and as it is.
func (s *Site) scoreBy(scorer *grade.Scorer, explanation, text string) (store.Score, grade.Result, error) {
	result, err := safely(func() grade.Result { return scorer.Score(text) })
	if err != nil {
		return store.Score{}, result, fmt.Errorf("score explanation %s: %w", explanation, err)
	}
	score, err := s.kept(result, explanation, text)
	return score, result, err
}

// kept is a result as it is stored.
func (s *Site) kept(result grade.Result, explanation, text string) (store.Score, error) {
	body, err := json.Marshal(result)
	if err != nil {
		return store.Score{}, fmt.Errorf("encode score of %s: %w", explanation, err)
	}
	return store.Score{
		ID: newID(), ExplanationID: explanation, Rubric: result.Rubric, Scorer: result.Scorer, Result: body,
		Wording: grade.Wording(text), AtMS: s.at(),
	}, nil
}

// safely asks a scorer; one that panics is an error like any other, since the
// text must be stored and get its page all the same.
func safely[T any](ask func() T) (said T, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("scorer panicked: %v", v)
		}
	}()
	return ask(), nil
}

// ScoreWaiting scores every explanation that was stored and not scored, until
// none is left or all that are left fail.
func (s *Site) ScoreWaiting(ctx context.Context) error {
	for {
		waiting, err := s.store.Unscored(ctx, waitingAtOnce)
		if err != nil {
			return fmt.Errorf("read unscored explanations: %w", err)
		}
		done := 0
		for _, e := range waiting {
			if err := s.score(ctx, e); err == nil {
				done++
			} else if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if done == 0 {
			return s.reportWaiting(len(waiting))
		}
	}
}

func (s *Site) reportWaiting(n int) error {
	if n > 0 {
		s.log.Warn("explanations wait for a score", "at least", n)
	}
	return nil
}
