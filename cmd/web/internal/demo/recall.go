package demo

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"fencepost/lessons"
	"fencepost/lessons/grade"
	"fencepost/lessons/recall"
	"fencepost/store"
)

const (
	surely   = 0.9 // from this probability on review takes a sentence as said
	atOnce   = 6   // reviews in a sitting, at most
	kept     = 3   // sentences for each point
	sittings = 0.6 // of days, for the keenest
)

// reviews has the class review what their answers and verdicts brought back, so
// it comes when all else is written.
func (s *story) reviews(ctx context.Context, db Store) error {
	for _, c := range s.courses {
		c.rehearse()
	}
	scheduler, err := recall.New(recall.DefaultRetention)
	if err != nil {
		return err
	}
	counts := make([]int, len(s.students))
	group, inner := errgroup.WithContext(ctx)
	for i, st := range s.students {
		group.Go(func() error {
			var err error
			counts[i], err = s.recallDays(inner, db, scheduler, st)
			return err
		})
	}
	err = group.Wait()
	for _, n := range counts {
		s.counts.Recalls += n
	}
	return err
}

// rehearse finds for each point some sentences that the scorer surely takes.
func (c *course) rehearse() {
	c.said = map[string][]string{}
	for _, p := range c.lesson.Rubric.Points {
		for n := 0; n < 3*kept && len(c.said[p.ID]) < kept; n++ {
			text, ok := c.sentence(c.chance, p.ID)
			if h := c.scorer.Hear(p.ID, text); ok && len(text) <= 400 && h.Verdict == grade.Covered && h.Probability >= surely {
				c.said[p.ID] = append(c.said[p.ID], text)
			}
		}
	}
}

// recallDays plays a student's days of review, the last of which is left open, and
// says how many things they reviewed.
func (s *story) recallDays(ctx context.Context, db Store, scheduler recall.Scheduler, st *student) (n int, err error) {
	cards, err := db.RecallCards(ctx, st.LearnerID)
	if err != nil {
		return 0, fmt.Errorf("read what is to be reviewed: %w", err)
	}
	by := of(s.Seed, 3_000_000+uint64(slices.Index(s.students, st)))
	for at := s.school.began.Truncate(day).Add(st.hour); at.Before(s.Until.Add(-day)); at = at.Add(day) {
		if !by.hits(sittings * st.zeal) {
			continue
		}
		for i, card := range s.dueAt(cards, at) {
			e, ok := s.recalled(by, st, *card, at.Add(time.Duration(i)*time.Minute))
			if !ok {
				continue
			}
			*card = after(scheduler, *card, e)
			if _, err := db.AddRecall(ctx, e, *card); err != nil {
				return n, fmt.Errorf("write a review: %w", err)
			}
			card.Turn++
			n++
		}
	}
	return n, nil
}

// dueAt are those that a sitting comes to, in the order in which they fall due.
func (s *story) dueAt(cards []store.RecallCard, at time.Time) []*store.RecallCard {
	var out []*store.RecallCard
	for i := range cards {
		c := &cards[i]
		if c.EnteredMS < at.UnixMilli() && recall.DayOf(c.DueMS) <= recall.DayOf(at.UnixMilli()) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *store.RecallCard) int {
		return cmp.Or(cmp.Compare(a.DueMS, b.DueMS), cmp.Compare(a.Lesson, b.Lesson), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Item, b.Item))
	})
	return out[:min(atOnce, len(out))]
}

// recalled is one answer in review. ok is false for a prediction, which nobody
// of this class comes to.
func (s *story) recalled(by chance, st *student, card store.RecallCard, at time.Time) (e store.RecallEvent, ok bool) {
	i := slices.IndexFunc(s.courses, func(c *course) bool { return c.lesson.Slug == card.Lesson })
	if i < 0 {
		return e, false
	}
	c := s.courses[i]
	given, right, ok := c.remember(by, card, by.hits(0.5+0.35*st.skill+0.04*float64(card.Reps)))
	if !ok {
		return e, false
	}
	detail := map[string]any{"answer": given, "outcome": "wrong"}
	rating := recall.Again
	switch {
	case right:
		detail["outcome"], rating = "right", recall.Good
	case given.Text == "" && len(given.Options)+len(given.Pairs) == 0:
		detail["gave_up"] = true
	}
	body, _ := json.Marshal(detail) // strings always can be
	return store.RecallEvent{
		ID: by.id(at), LearnerID: st.LearnerID, Key: by.id(at), RecallItem: card.RecallItem, Act: store.RecallAnswered,
		Rating: int(rating), Detail: body, Content: c.lesson.Version, Turn: card.Turn, AtMS: at.UnixMilli(),
	}, true
}

// remember is an answer of somebody who knows a thing or does not: nothing, where
// they give up.
func (c *course) remember(by chance, card store.RecallCard, knows bool) (a lessons.Answer, right, ok bool) {
	if card.Kind == store.RecallPoint {
		if said := c.said[card.Item]; knows && len(said) > 0 {
			return lessons.Answer{Text: one(by, said), Verdict: lessons.Says}, true, true
		}
		return a, false, true
	}
	for _, check := range c.lesson.Checks() {
		if check.ID == card.Item {
			asked := check.Again(card.Turn)
			if a, ok = c.answer(by, asked, knows); !ok {
				return lessons.Answer{}, false, true
			}
			return a, asked.Mark(a).Right, true
		}
	}
	return a, false, false
}

// after is the card that an answer leaves behind.
func after(scheduler recall.Scheduler, card store.RecallCard, e store.RecallEvent) store.RecallCard {
	m := scheduler.Next(recall.Card{
		Stability: card.Stability, Difficulty: card.Difficulty, Days: card.Days, DueMS: card.DueMS,
		LastMS: card.LastMS, Reps: card.Reps, Lapses: card.Lapses,
	}, recall.Rating(e.Rating), e.AtMS)
	card.Stability, card.Difficulty, card.Days = m.Stability, m.Difficulty, m.Days
	card.DueMS, card.LastMS, card.Reps, card.Lapses = m.DueMS, m.LastMS, m.Reps, m.Lapses
	return card
}
