package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fencepost/lessons"
	"fencepost/store"
)

// Store is what a story is written to.
type Store interface {
	store.People
	store.Cohorts
	store.Progress
	store.Attempts
	store.Explanations
	store.Labs
	store.Recalls
	store.Drafts
	store.Desk
	store.Leases
	store.Reviews
	store.Comments
	store.Audit
}

// Options say what story is made. The same options make the same rows.
type Options struct {
	Seed         uint64
	Students     int       // at most MaxStudents
	Explanations int       // handed in by all of them together
	Weeks        int       // how long the story is
	Until        time.Time // when it ends
	PasswordHash string    // PHC string; everybody has this password
}

// MaxStudents is how many names there are.
func MaxStudents() int { return len(studentNames()) }

// ErrThere is answered where the people of a story are in the database already.
var ErrThere = errors.New("demo: the class is there already")

// ErrNoLessons is answered where no lesson has samples to make texts of.
var ErrNoLessons = errors.New("demo: no lesson has a rubric and samples")

// Told is what a story came to.
type Told struct {
	Cohort      string   // its name
	Lessons     []string // titles
	Instructors []store.Person
	Admin       store.Person
	Student     store.Person // who handed in most
	Students, Explanations, Attempts,
	Disputes, Reviews, LabTries int
	Recalls int // things answered in spaced review
	From    time.Time
}

// Fill makes a story of the lessons that have samples and writes it. Nothing is
// written where it cannot be made. Errors: ErrThere, ErrNoLessons, and the
// store's.
func Fill(ctx context.Context, db Store, list []*lessons.Lesson, o Options) (Told, error) {
	switch _, err := db.PersonByEmail(ctx, adminName().address()); {
	case err == nil:
		return Told{}, ErrThere
	case !errors.Is(err, store.ErrNotFound):
		return Told{}, fmt.Errorf("look for the class: %w", err)
	}
	courses, err := coursesOf(ctx, list, o.Seed)
	if err != nil {
		return Told{}, err
	}
	s := newStory(o, courses)
	s.tell()
	err = s.write(ctx, db)
	return s.told(), err
}

// event is one thing that happens, written at its turn.
type event struct {
	at time.Time
	do func(ctx context.Context, db Store) error
}

// write stores the story: who there is, then what all of them did and what was
// said of it, in the order in which it happened. Pages list what is stored by
// when it was stored, so one write waits for the other.
func (s *story) write(ctx context.Context, db Store) error {
	if err := s.school.write(ctx, db); err != nil {
		return fmt.Errorf("write the class: %w", err)
	}
	if err := play(ctx, db, s.events()); err != nil {
		return err
	}
	return s.reviews(ctx, db)
}

// events are everybody's, oldest first.
func (s *story) events() []event {
	all := slices.Clone(s.last)
	for _, st := range s.students {
		all = append(all, st.events...)
	}
	slices.SortStableFunc(all, func(a, b event) int { return a.at.Compare(b.at) })
	return all
}

// play writes events one after the other.
func play(ctx context.Context, db Store, events []event) error {
	for _, e := range events {
		if err := e.do(ctx, db); err != nil {
			return fmt.Errorf("write what happened at %s: %w", e.at.Format(time.RFC3339), err)
		}
	}
	return nil
}
