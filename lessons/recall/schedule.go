package recall

import (
	"fmt"
	"math"
)

// DayMS is a day in milliseconds.
const DayMS = 24 * 60 * 60 * 1000

// MostDays is the longest interval, in days.
const MostDays = 36500

// The bounds of the retention that may be asked for, in [0,1]. Below the lower
// one reviews cost more by what is forgotten than they save; above the upper one
// intervals hardly grow.
const (
	LeastRetention   = 0.7
	MostRetention    = 0.97
	DefaultRetention = 0.9
)

// Card is where one thing to be remembered stands. The zero Card was never
// reviewed; its DueMS says when it is to be asked first.
type Card struct {
	Stability  float64 // days until it is recalled with probability 0.9
	Difficulty float64 // 1 to 10
	Days       int     // the interval from LastMS to DueMS
	DueMS      int64   // UTC Unix ms
	LastMS     int64   // of the last review, UTC Unix ms; 0: none
	Reps       int     // reviews
	Lapses     int     // reviews after the first that did not recall it
}

// Scheduler gives intervals for one wanted retention.
type Scheduler struct {
	modifier float64
}

// New makes a scheduler that asks again when the probability of recall has sunk
// to retention.
func New(retention float64) (Scheduler, error) {
	if !(retention >= LeastRetention && retention <= MostRetention) {
		return Scheduler{}, fmt.Errorf("retention %v is not within %v and %v", retention, LeastRetention, MostRetention)
	}
	return Scheduler{modifier: modifier(retention)}, nil
}

// DayOf is the UTC day of a time, counted from 1 January 1970. A review is due
// from the beginning of its day.
func DayOf(ms int64) int64 {
	day := ms / DayMS
	if ms%DayMS < 0 {
		day--
	}
	return day
}

// elapsed are the days since the last review: as many midnights, UTC, as went by.
func (c Card) elapsed(atMS int64) float64 {
	return float64(max(0, DayOf(atMS)-DayOf(c.LastMS)))
}

// Recall is the probability in [0,1] of recalling the card at atMS; 0 for one
// that was never reviewed.
func (c Card) Recall(atMS int64) float64 {
	if c.Reps == 0 {
		return 0
	}
	return retrievability(c.elapsed(atMS), c.Stability)
}

// Next is the card after a review at atMS that went as r says.
func (s Scheduler) Next(c Card, r Rating, atMS int64) Card { return s.All(c, atMS)[r-1] }

// All are the four cards that a review at atMS may lead to, by rating. Better
// ratings never lead to shorter intervals, and each but the first to one longer
// by a day at least.
func (s Scheduler) All(c Card, atMS int64) [4]Card {
	var out [4]Card
	for i := range out {
		out[i] = s.rated(c, Rating(i+1), atMS)
	}
	out[0].Days = min(out[0].Days, out[1].Days)
	for i := 1; i < len(out); i++ {
		out[i].Days = max(out[i].Days, out[i-1].Days+1)
	}
	for i := range out {
		out[i].DueMS = atMS + int64(out[i].Days)*DayMS
	}
	return out
}

// rated is the card after one rating, with the interval that its stability asks
// for.
func (s Scheduler) rated(c Card, r Rating, atMS int64) Card {
	m := first(r)
	if c.Reps > 0 {
		m = memory{s: c.Stability, d: c.Difficulty}.after(r, c.Recall(atMS))
	}
	if r == Again && c.Reps > 0 {
		c.Lapses++
	}
	c.Reps++
	c.Stability, c.Difficulty, c.LastMS = m.s, m.d, atMS
	c.Days = s.interval(m.s)
	return c
}

// interval is in whole days, from one to MostDays; halves are rounded up.
func (s Scheduler) interval(stability float64) int {
	return int(clamp(math.Floor(float64(stability*s.modifier)+0.5), 1, MostDays))
}

// Review is one review that counts.
type Review struct {
	Rating Rating
	AtMS   int64
}

// Replay is the card that reviews lead to, oldest first, from a first due time.
// An undone review is one that is left out.
func (s Scheduler) Replay(firstDueMS int64, list []Review) Card {
	c := Card{DueMS: firstDueMS}
	for _, r := range list {
		c = s.Next(c, r.Rating, r.AtMS)
	}
	return c
}
