package site

import (
	"context"
	"fmt"
	"math"
	"time"

	"fencepost/lessons/grade"
)

const (
	// firstMarks is how many answers of a lesson are asked for before doubt alone
	// decides what people see: with fewer marks, answers that stand for many
	// others teach a scorer more than those it is unsure of.
	firstMarks = 30
	// coverOf is among how many of the newest answers those are chosen.
	coverOf = 600
	// wantEvery is how often that is looked at.
	wantEvery = 10 * time.Minute
)

// wantAll asks, in lessons with few marks, for those that cover the answers best.
func (s *Site) wantAll(ctx context.Context) error {
	for _, l := range s.shelf.Edition().library.Lessons() {
		if l.Rubric == nil {
			continue
		}
		if err := s.wantIn(ctx, l.Slug); err != nil {
			return fmt.Errorf("ask for marks in %s: %w", l.Slug, err)
		}
	}
	return nil
}

func (s *Site) wantIn(ctx context.Context, slug string) error {
	marks, err := s.store.Marks(ctx, slug, math.MaxInt64, s.at(), firstMarks)
	if err != nil || len(marks) >= firstMarks {
		return err
	}
	list, err := s.store.Unmarked(ctx, slug, coverOf)
	if err != nil {
		return err
	}
	var known, texts, ids []string
	for _, m := range marks {
		known = append(known, m.Text)
	}
	for _, u := range list {
		if u.Wanted {
			known = append(known, u.Text)
			continue
		}
		texts, ids = append(texts, u.Text), append(ids, u.ExplanationID)
	}
	var asked []string
	for _, i := range grade.Cover(texts, known, firstMarks-len(known)) {
		asked = append(asked, ids[i])
	}
	if len(asked) == 0 {
		return nil
	}
	return s.store.Ask(ctx, asked)
}
