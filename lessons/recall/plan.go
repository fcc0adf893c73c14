package recall

import (
	"cmp"
	"slices"
)

// Horizon is how far ahead a review is judged, and a plan looks: four weeks.
const Horizon = 28

// samples are the days after a review at which Gain looks, a week apart.
const samples = 4

// Gain is how useful a review at atMS is: by how much it can be expected to
// raise the probability of recall, averaged over the four weeks after it. The
// review recalls with probability R, and counts as Good then and as Again
// otherwise.
//
// Of a backlog the reviews with the most gain come first. They are mostly young
// memories that are about to go; what is firm loses little by another day.
func (s Scheduler) Gain(c Card, atMS int64) float64 {
	if c.Reps == 0 {
		c = unseen(c)
	}
	r, next := c.Recall(atMS), s.All(c, atMS)
	good, again := next[Good-1], next[Again-1]
	var sum float64
	for i := range samples {
		then := atMS + int64(i+1)*Horizon/samples*DayMS
		reviewed := float64(r*good.Recall(then)) + float64((1-r)*again.Recall(then))
		sum += reviewed - c.Recall(then)
	}
	return to8(sum / samples)
}

// unseen is a card that was never reviewed, as if it had been missed a day
// before it was to be asked first: that is why it is here.
func unseen(c Card) Card {
	m := first(Again)
	return Card{Stability: m.s, Difficulty: m.d, LastMS: c.DueMS - DayMS, Reps: 1}
}

// Order are the places of the cards, most useful first. Equal ones come in the
// order in which they fell due, then as they stand.
func (s Scheduler) Order(cards []Card, atMS int64) []int {
	order, gain := make([]int, len(cards)), make([]float64, len(cards))
	for i, c := range cards {
		order[i], gain[i] = i, s.Gain(c, atMS)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(gain[b], gain[a]), cmp.Compare(cards[a].DueMS, cards[b].DueMS))
	})
	return order
}

// Load is one day of a plan.
type Load struct {
	Day     int64 // counted from 1 January 1970, UTC
	Due     int   // falls due that day; on the first day also what was due before
	Planned int   // asked that day: no more than the cap
}

// Spread plans the given number of days from the day of atMS on. Each day takes
// at most daily reviews; done of the first day's are done already. What does not
// fit moves to the next day with room, so that a backlog shrinks by itself and
// no day is longer than the others. The second result is what is left after the
// last day.
func Spread(dueMS []int64, atMS int64, daily, done, days int) ([]Load, int) {
	today := DayOf(atMS)
	loads := make([]Load, days)
	for _, due := range dueMS {
		if d := max(0, DayOf(due)-today); d < int64(days) {
			loads[d].Due++
		}
	}
	room, waiting := max(0, daily-done), 0
	for i := range loads {
		l := &loads[i]
		l.Day = today + int64(i)
		waiting += l.Due
		l.Planned = min(waiting, room)
		waiting -= l.Planned
		room = daily
	}
	return loads, waiting
}
