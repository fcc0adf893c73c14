package site

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"fencepost/cmd/web/internal/adopt"
	"fencepost/lessons"
	"fencepost/store"
)

// force is which scorer is in force for each lesson: the one published last.
// Until the first publication is recorded it is that of the content.
type force struct {
	store store.Scorers

	mu   sync.Mutex
	read time.Time                    // when pubs were read; zero: never
	pubs map[string]store.Publication // by lesson
	made map[string]*training         // by scorer and lesson version; those not of the content as it is

	wake chan struct{} // there is something to try or to adopt
}

// publicationsStand is how long what was read of publications is taken for true:
// another replica may publish too.
const publicationsStand = 5 * time.Second

func newForce(s store.Scorers) *force {
	return &force{store: s, made: map[string]*training{}, wake: make(chan struct{}, 1)}
}

// publication is the lesson's that is in force, nil where none is recorded.
func (f *force) publication(ctx context.Context, slug string) (*store.Publication, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.read) > publicationsStand {
		list, err := f.store.InForce(ctx)
		if err != nil {
			return nil, fmt.Errorf("read which scorers are in force: %w", err)
		}
		f.pubs = map[string]store.Publication{}
		for _, p := range list {
			f.pubs[p.Scorer.Lesson] = p
		}
		f.read = time.Now()
	}
	if p, ok := f.pubs[slug]; ok {
		return &p, nil
	}
	return nil, nil
}

// doubt makes the next look read anew what is in force.
func (f *force) doubt() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.read = time.Time{}
}

// moved does so too, and drops trainings that neither what is in force nor a
// candidate needs.
func (f *force) moved(keep ...string) {
	f.doubt()
	f.mu.Lock()
	defer f.mu.Unlock()
	maps.DeleteFunc(f.made, func(_ string, t *training) bool { return !slices.Contains(keep, t.scorerID) })
	f.nudge()
}

// nudge tells the worker to look for work.
func (f *force) nudge() {
	select {
	case f.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// training is what scores a lesson's explanations now, or is being made to; nil
// where the lesson has no rubric.
func (s *Site) training(ctx context.Context, e *Edition, slug string) (*training, error) {
	t, _, err := s.trainingUnder(ctx, e, slug)
	return t, err
}

// trainingUnder is the same with the publication that put it in force, "" where
// none is recorded.
func (s *Site) trainingUnder(ctx context.Context, e *Edition, slug string) (t *training, under string, err error) {
	own := e.scorers[slug]
	if own == nil {
		return nil, "", nil
	}
	p, err := s.force.publication(ctx, slug)
	if err != nil || p == nil {
		return own, "", err
	}
	t, err = s.trainingOf(ctx, own, p.Scorer)
	return t, p.ID, err
}

// trainingOf makes a scorer from what it is made of. own is the lesson's as its
// content has it, which is the same where no mark was learnt.
func (s *Site) trainingOf(ctx context.Context, own *training, c store.Scorer) (*training, error) {
	if c.Rubric == own.lesson.Rubric.Version && c.MarksTo == 0 {
		return own, nil
	}
	f := s.force
	f.mu.Lock()
	defer f.mu.Unlock()
	key := c.ID + " " + own.lesson.Version
	if t, ok := f.made[key]; ok {
		return t, nil
	}
	t, err := f.prepare(ctx, own, c)
	if err != nil {
		return nil, err
	}
	f.made[key] = t
	go t.find()
	return t, nil
}

// prepare reads rubric, samples and marks of a scorer.
func (f *force) prepare(ctx context.Context, own *training, c store.Scorer) (*training, error) {
	l := *own.lesson
	if c.Rubric != l.Rubric.Version {
		packed, err := f.store.Rubric(ctx, c.Lesson, c.Rubric)
		if err != nil {
			return nil, fmt.Errorf("read the rubric of scorer %s: %w", c.ID, err)
		}
		rubric, samples, err := adopt.Unpack(packed)
		if err != nil {
			return nil, fmt.Errorf("scorer %s: %w", c.ID, err)
		}
		l.Rubric, l.Samples = rubric, lessons.Now(samples)
	}
	t := newTraining(&l, own.fitted, own.turn)
	t.scorerID = c.ID
	if c.MarksTo > 0 {
		marks, err := f.store.Marks(ctx, c.Lesson, c.MarksTo, c.MarksMS, adopt.MostMarks)
		if err != nil {
			return nil, fmt.Errorf("read the marks of scorer %s: %w", c.ID, err)
		}
		t.learnt = adopt.Learnt(marks)
	}
	return t, nil
}

// rubricOf is the rubric by which a lesson's explanations are scored now; nil
// where it has none.
func rubricOf(e *Edition, slug string) *lessons.Rubric {
	l, ok := e.library.Lesson(slug)
	if !ok || l.Rubric == nil {
		return nil
	}
	if e.site == nil {
		return l.Rubric
	}
	t, err := e.site.training(context.Background(), e, slug) // at most one short read
	if err != nil || t == nil {
		return l.Rubric
	}
	return t.lesson.Rubric
}
