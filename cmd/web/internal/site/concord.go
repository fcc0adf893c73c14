package site

import (
	"context"
	"fmt"
	"sync"
	"time"

	"fencepost/store"
)

const (
	// concordFor is how long a count of agreement is shown before it is counted
	// anew: it goes over all reviews of a lesson.
	concordFor = 5 * time.Minute
	// leastMarks is how many marks there must be for a share of them to say
	// anything.
	leastMarks = 10
)

// concords are the counts of agreement by lesson.
type concords struct {
	mu   sync.Mutex
	list map[string]counted
}

type counted struct {
	store.Concord
	at time.Time
}

// concord says how often people here agreed with what the scorer of a lesson
// had decided; "" where too few said so.
func (s *Site) concord(ctx context.Context, slug string) string {
	n, err := s.counted(ctx, slug)
	if err != nil || n.Marks < leastMarks {
		return "" // a page can do without
	}
	return fmt.Sprintf("Instructors on this site have since marked %s of its decided findings, mostly in answers that "+
		"were put before them because something was in doubt. They agreed with %s.", digits(n.Marks), percent(float64(n.Same)/float64(n.Marks)))
}

func (s *Site) counted(ctx context.Context, slug string) (store.Concord, error) {
	s.concords.mu.Lock()
	defer s.concords.mu.Unlock()
	if n, ok := s.concords.list[slug]; ok && s.now().Sub(n.at) < concordFor {
		return n.Concord, nil
	}
	n, err := s.store.Concord(ctx, slug)
	if err != nil {
		return n, err
	}
	if s.concords.list == nil {
		s.concords.list = map[string]counted{}
	}
	s.concords.list[slug] = counted{n, s.now()}
	return n, nil
}

// agreementOn is what a lesson's scorer was measured on, and what people here
// said since; "" where neither is known.
func (s *Site) agreementOn(ctx context.Context, e *Edition, slug string) string {
	t, err := s.training(ctx, e, slug)
	if err != nil {
		return ""
	}
	text, since := agreement(t.report()), s.concord(ctx, slug)
	if text != "" && since != "" {
		text += " "
	}
	return text + since
}
