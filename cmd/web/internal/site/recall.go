package site

import (
	"context"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"fencepost/lessons"
	"fencepost/lessons/recall"
	"fencepost/store"
)

// recalled is one thing that is asked again: a key point, a check or a
// prediction. Exactly one of the three is set.
type recalled struct {
	store.RecallItem
	edition *Edition
	lesson  *lessons.Lesson
	point   *lessons.KeyPoint
	check   *lessons.Check
	predict *lessons.Predict
	turn    int64 // of the card: another turn shuffles options anew and has other numbers
}

// recalled finds what an item stands for. Items that no lesson has any more, and
// challenges, which have no other numbers, are asked by nobody.
func (e *Edition) recalled(i store.RecallItem, turn int64) (recalled, bool) {
	q := recalled{RecallItem: i, edition: e, turn: turn}
	var ok bool
	if q.lesson, ok = e.library.Lesson(i.Lesson); !ok {
		return q, false
	}
	if i.Kind == store.RecallPoint {
		q.point = pointOf(q.lesson.Rubric, i.Item)
		return q, q.point != nil
	}
	if q.check = q.lesson.Check(i.Item); q.check == nil {
		q.predict = q.lesson.Predict(i.Item)
	}
	return q, q.check != nil || q.predict != nil
}

func pointOf(r *lessons.Rubric, id string) *lessons.KeyPoint {
	if r == nil {
		return nil
	}
	for i := range r.Points {
		if r.Points[i].ID == id {
			return &r.Points[i]
		}
	}
	return nil
}

// deck is what a learner reviews, at one moment.
type deck struct {
	scheduler recall.Scheduler
	cards     []store.RecallCard // that can be asked, by due time
	atMS      int64
	daily     int                 // reviews a day at most
	today     []store.RecallEvent // answered today, not undone
}

// deckOf reads the deck of a learner; nobody has an empty one.
func (s *Site) deckOf(ctx context.Context, e *Edition, who *store.Learner) (d deck, err error) {
	d = deck{scheduler: s.recall, atMS: s.at(), daily: s.recallDaily}
	if who == nil {
		return d, nil
	}
	all, err := s.store.RecallCards(ctx, who.ID)
	if err != nil {
		return d, fmt.Errorf("read what is to be reviewed: %w", err)
	}
	d.cards = e.askable(all)
	if d.today, err = s.store.RecallsSince(ctx, who.ID, recall.DayOf(d.atMS)*recall.DayMS); err != nil {
		return d, fmt.Errorf("read today’s reviews: %w", err)
	}
	set, err := s.store.RecallSetting(ctx, who.ID)
	if err != nil {
		return d, fmt.Errorf("read how to review: %w", err)
	}
	if set.Daily > 0 {
		d.daily = set.Daily
	}
	return d, nil
}

// askable are the cards of things that the lessons still have.
func (e *Edition) askable(cards []store.RecallCard) []store.RecallCard {
	return slices.DeleteFunc(cards, func(c store.RecallCard) bool {
		_, ok := e.recalled(c.RecallItem, c.Turn)
		return !ok
	})
}

// memory is the card as the scheduler has it.
func memory(c store.RecallCard) recall.Card {
	return recall.Card{
		Stability: c.Stability, Difficulty: c.Difficulty, Days: c.Days,
		DueMS: c.DueMS, LastMS: c.LastMS, Reps: c.Reps, Lapses: c.Lapses,
	}
}

// remembered is the stored card with the scheduler's numbers in it.
func remembered(c store.RecallCard, m recall.Card) store.RecallCard {
	c.Stability, c.Difficulty, c.Days = m.Stability, m.Difficulty, m.Days
	c.DueMS, c.LastMS, c.Reps, c.Lapses = m.DueMS, m.LastMS, m.Reps, m.Lapses
	return c
}

// dueBy says whether a card is due on the day of a moment, or was before.
func dueBy(c store.RecallCard, atMS int64) bool { return recall.DayOf(c.DueMS) <= recall.DayOf(atMS) }

// due are the cards due today, most useful first.
func (d deck) due() []store.RecallCard {
	var due []store.RecallCard
	var memories []recall.Card
	for _, c := range d.cards {
		if dueBy(c, d.atMS) {
			due, memories = append(due, c), append(memories, memory(c))
		}
	}
	out := make([]store.RecallCard, len(due))
	for to, from := range d.scheduler.Order(memories, d.atMS) {
		out[to] = due[from]
	}
	return out
}

// later are the cards that are not due yet, those due first first, without what
// was answered today.
func (d deck) later() []store.RecallCard {
	var out []store.RecallCard
	for _, c := range d.cards {
		if !dueBy(c, d.atMS) && !d.answeredToday(c.RecallItem) {
			out = append(out, c)
		}
	}
	return out
}

func (d deck) answeredToday(i store.RecallItem) bool {
	return slices.ContainsFunc(d.today, func(e store.RecallEvent) bool { return e.RecallItem == i })
}

// done is how many reviews of today count against the day's share: each item
// once, and not what waits for the learner's own word.
func (d deck) done() int {
	seen := map[store.RecallItem]bool{}
	for _, e := range d.today {
		seen[e.RecallItem] = true
	}
	for _, c := range d.cards {
		if seen[c.RecallItem] && dueBy(c, d.atMS) {
			delete(seen, c.RecallItem) // answered, and still due
		}
	}
	return len(seen)
}

// room is how many more fit into today.
func (d deck) room() int { return max(0, d.daily-d.done()) }

// plan spreads what is there over the coming days.
func (d deck) plan(days int) ([]recall.Load, int) {
	due := make([]int64, len(d.cards))
	for i, c := range d.cards {
		due[i] = c.DueMS
	}
	return recall.Spread(due, d.atMS, d.daily, d.done(), days)
}

// find is the card of an item.
func (d deck) find(i store.RecallItem) (store.RecallCard, bool) {
	at := slices.IndexFunc(d.cards, func(c store.RecallCard) bool { return c.RecallItem == i })
	if at < 0 {
		return store.RecallCard{}, false
	}
	return d.cards[at], true
}

// reviewsIn are the reviews that count among the events of one item, oldest
// first: answers that were not undone, with the learner's own rating where they
// gave one. An answer in doubt counts from its rating on.
func reviewsIn(events []store.RecallEvent) []recall.Review {
	var out []recall.Review
	for _, e := range events {
		if r := ratingOf(e, events); e.Act == store.RecallAnswered && r > 0 {
			out = append(out, recall.Review{Rating: recall.Rating(r), AtMS: e.AtMS})
		}
	}
	return out
}

// ratingOf is the rating in force of an answer; 0 where it was undone or is in
// doubt.
func ratingOf(answer store.RecallEvent, events []store.RecallEvent) int {
	rating := answer.Rating
	for _, e := range events {
		switch {
		case e.Of != answer.ID:
		case e.Act == store.RecallUndone:
			return 0
		case e.Act == store.RecallRated:
			rating = e.Rating
		}
	}
	return rating
}

// reviewSum is how far a learner's reviews of one lesson are.
type reviewSum struct {
	due, done, cards int // done: reviews that count
}

func (r reviewSum) words() string {
	return fmt.Sprintf("%d due, %d done, of %s", r.due, r.done, howMany(r.cards, "thing", "things"))
}

// reviewedBy sums up a learner's reviews by lesson.
func (s *Site) reviewedBy(c echo.Context, who *store.Learner) (map[string]reviewSum, error) {
	all, err := s.store.RecallCards(c.Request().Context(), who.ID)
	if err != nil {
		return nil, fmt.Errorf("read what is to be reviewed: %w", err)
	}
	return reviewsByLesson(s.edition(c).askable(all), s.at()), nil
}

// reviewsByLesson sums cards up.
func reviewsByLesson(cards []store.RecallCard, atMS int64) map[string]reviewSum {
	out := map[string]reviewSum{}
	for _, c := range cards {
		r := out[c.Lesson]
		r.cards++
		r.done += c.Reps
		r.due += count(dueBy(c, atMS))
		out[c.Lesson] = r
	}
	return out
}
