package class

import (
	"maps"
	"slices"
	"time"
)

// Tally is what requests came to: how long each took, by kind, as whoever sent it
// waited. It is not safe for concurrent use.
type Tally struct {
	Took    map[Kind][]time.Duration
	Retries map[string]int // by student: answers that they had to ask for again
	Unseen  map[string]int // by student: those of them that the page's script asked for
	Refused map[string]int // answers that were neither good nor asked for again, by address and status
	Again   map[string]int // why something was asked for again, and of what
	GaveUp  int            // acts that were never answered well
}

// NewTally is an empty one.
func NewTally() *Tally {
	return &Tally{
		Took: map[Kind][]time.Duration{}, Retries: map[string]int{}, Unseen: map[string]int{},
		Refused: map[string]int{}, Again: map[string]int{},
	}
}

// Add takes in another's.
func (t *Tally) Add(o *Tally) {
	for k, list := range o.Took {
		t.Took[k] = append(t.Took[k], list...)
	}
	for _, m := range []struct{ to, from map[string]int }{
		{t.Retries, o.Retries}, {t.Unseen, o.Unseen}, {t.Refused, o.Refused}, {t.Again, o.Again},
	} {
		for k, n := range m.from {
			m.to[k] += n
		}
	}
	t.GaveUp += o.GaveUp
}

// Requests is how many were answered.
func (t *Tally) Requests() (n int) {
	for _, list := range t.Took {
		n += len(list)
	}
	return n
}

// Of are the times of some kinds together.
func (t *Tally) Of(want func(Kind) bool) (all []time.Duration) {
	for k, list := range t.Took {
		if want(k) {
			all = append(all, list...)
		}
	}
	return all
}

// MostRetries is the highest number of retries that one student had, and how
// many students had any.
func (t *Tally) MostRetries() (most, students int) {
	if len(t.Retries) == 0 {
		return 0, 0
	}
	return slices.Max(slices.Collect(maps.Values(t.Retries))), len(t.Retries)
}

// Quantile is the time within which a share q of the requests was answered, by
// the nearest-rank method; 0 for none.
func Quantile(times []time.Duration, q float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
