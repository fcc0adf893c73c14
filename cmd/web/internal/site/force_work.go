package site

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fencepost/cmd/web/internal/adopt"
	"fencepost/lessons"
	"fencepost/store"
)

// SettleScorers records which scorer is in force for lessons that have none
// recorded, and takes an edited rubric over at once where that moves nobody:
// nothing was handed in yet, or there is no account that could publish it.
// Everywhere else the rubric that was published stays in force.
func (s *Site) SettleScorers(ctx context.Context) error {
	publishers := 0
	for _, role := range []store.Role{store.RoleInstructor, store.RoleAdmin} {
		n, err := s.store.CountPeople(ctx, role)
		if err != nil {
			return fmt.Errorf("settle the scorers: %w", err)
		}
		publishers += n
	}
	for _, l := range s.shelf.Edition().library.Lessons() {
		if l.Rubric == nil {
			continue
		}
		if err := s.settleScorer(ctx, l, publishers > 0); err != nil {
			return fmt.Errorf("settle the scorer of %s: %w", l.Slug, err)
		}
	}
	s.force.nudge()
	return nil
}

func (s *Site) settleScorer(ctx context.Context, l *lessons.Lesson, mayWait bool) error {
	p, err := s.force.publication(ctx, l.Slug)
	if err != nil {
		return err
	}
	if p == nil {
		return s.takeOver(ctx, l, store.Scorer{}, "")
	}
	if p.Scorer.Rubric == l.Rubric.Version {
		return nil
	}
	n, err := s.store.CountStored(ctx, l.Slug)
	if err != nil || mayWait && n > 0 {
		return err
	}
	return s.takeOver(ctx, l, p.Scorer, p.ID)
}

// takeOver publishes a lesson's rubric as its content has it, in the name of
// the program, with the marks that the one before heeds. Stored explanations
// keep their scores.
func (s *Site) takeOver(ctx context.Context, l *lessons.Lesson, before store.Scorer, seen string) error {
	if err := s.keepRubric(ctx, l); err != nil {
		return err
	}
	c := store.Scorer{
		ID: newID(), Lesson: l.Slug, Rubric: l.Rubric.Version, State: store.ScorerPublished,
		MarksTo: before.MarksTo, MarksMS: before.MarksMS, Marks: before.Marks, AtMS: s.at(),
	}
	if err := s.store.AddScorer(ctx, c); err != nil {
		return err
	}
	err := s.store.Publish(ctx, store.Publication{ID: newID(), Scorer: c, Finished: true, AtMS: s.at()}, seen)
	if errors.Is(err, store.ErrConflict) {
		err = nil // another process was first
	}
	s.force.moved(c.ID)
	return err
}

func (s *Site) keepRubric(ctx context.Context, l *lessons.Lesson) error {
	packed, err := adopt.Pack(l.Rubric, l.Samples.Get())
	if err != nil {
		return err
	}
	return s.store.KeepRubric(ctx, l.Slug, l.Rubric.Version, packed)
}

// elsewhere is how long work that another replica is at is left to it before it
// is looked at again.
const elsewhere = 5 * time.Second

// WorkOnScorers tries candidates and gives stored explanations the scores of
// what was published, whenever there are such, until ctx ends. What it was
// broken off in it goes on with. In lessons with few marks it asks for those
// that say most.
func (s *Site) WorkOnScorers(ctx context.Context) {
	again := time.NewTicker(wantEvery)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.force.wake:
		case <-again.C:
		}
		ran, err := s.store.Alone(ctx, "scorers", func(ctx context.Context) error {
			return errors.Join(s.adoptAll(ctx), s.tryAll(ctx), s.wantAll(ctx))
		})
		if err != nil && ctx.Err() == nil {
			s.log.Error("work on scorers", "err", err)
		}
		if !ran { // who is at it may have looked before there was something
			time.AfterFunc(elsewhere, s.force.nudge)
		}
	}
}

// adoptAll brings every publication in force to its end.
func (s *Site) adoptAll(ctx context.Context) error {
	list, err := s.store.InForce(ctx)
	for _, p := range list {
		if !p.Finished && err == nil {
			err = s.adoptOne(ctx, p)
		}
	}
	return err
}

func (s *Site) adoptOne(ctx context.Context, p store.Publication) error {
	own := s.shelf.Edition().scorers[p.Scorer.Lesson]
	if own == nil {
		return nil // the lesson is gone; it may come back
	}
	t, err := s.trainingOf(ctx, own, p.Scorer)
	if err != nil {
		return err
	}
	scorer, err := t.wait(ctx)
	if err != nil {
		return err
	}
	a := adopt.Adoption{Store: s.store, Publication: p, Score: func(id, text string) (store.Score, error) {
		score, _, err := s.scoreBy(scorer, id, text)
		return score, err
	}}
	return a.Run(ctx)
}

// made waits for a scorer with what it was made of.
func (s *Site) made(ctx context.Context, own *training, c store.Scorer) (adopt.Scorer, error) {
	t, err := s.trainingOf(ctx, own, c)
	if err != nil {
		return adopt.Scorer{}, err
	}
	scorer, err := t.wait(ctx)
	return adopt.Scorer{Scorer: scorer, Samples: t.samples(), Marks: len(t.learnt)}, err
}

// tryAll tries every candidate. One that fails says so on its page.
func (s *Site) tryAll(ctx context.Context) error {
	list, err := s.store.Trying(ctx)
	if err != nil {
		return err
	}
	for _, c := range list {
		err := s.tryOne(ctx, c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.log.Error("a scorer could not be tried", "scorer", c.ID, "lesson", c.Lesson, "err", err)
			c.State, c.Preview = store.ScorerFailed, nil
			if err := s.store.Try(ctx, c, nil); err != nil && !isNotFound(err) {
				return err
			}
		}
	}
	return nil
}

func (s *Site) tryOne(ctx context.Context, c store.Scorer) error {
	own := s.shelf.Edition().scorers[c.Lesson]
	if own == nil {
		return fmt.Errorf("the lesson %s is gone", c.Lesson)
	}
	p, err := s.force.publication(ctx, c.Lesson)
	if err != nil {
		return err
	}
	before := store.Scorer{Rubric: own.lesson.Rubric.Version}
	if p != nil {
		before = p.Scorer
	}
	t := adopt.Trial{Store: s.store, Candidate: c}
	if t.Before, err = s.made(ctx, own, before); err != nil {
		return err
	}
	if t.After, err = s.made(ctx, own, c); err != nil {
		return err
	}
	return t.Run(ctx)
}
