package recall

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// simulation is 180 days of a made-up learner, as testdata/simulate.mjs writes
// them with the reference's numbers.
type simulation struct {
	Name                   string
	Daily, PerDay, NewDays int
	Away                   [2]int // from which day, to before which
	Days                   []simDay
	Known                  float64 // mean probability of recall on the last day
}

// simDay is one day of it.
type simDay struct {
	Due, Done       int
	Asked, Recalled int // of cards reviewed before
	Intervals       int // sum of the intervals given, in days
}

// noon of 5 January 2026, the first day.
const simBegin = 1767614400000

// learner is the made-up learner: memory by the model, chances by a generator.
type learner struct {
	s     Scheduler
	state uint32
	cards []Card
}

func (l *learner) random() float64 {
	l.state = l.state*1664525 + 1013904223
	return float64(l.state) / (1 << 32)
}

// today reviews what a day takes of what is due.
func (l *learner) today(at int64, daily int, away bool) (d simDay) {
	var due []Card
	var place []int
	for i, c := range l.cards {
		if DayOf(c.DueMS) <= DayOf(at) {
			due, place = append(due, c), append(place, i)
		}
	}
	d.Due = len(due)
	if away {
		return d
	}
	order := l.s.Order(due, at)
	for _, i := range order[:min(daily, len(order))] {
		l.review(&l.cards[place[i]], at, &d)
	}
	return d
}

// review draws whether the card is recalled: with the probability that the model
// says, and one that was never reviewed with one half.
func (l *learner) review(c *Card, at int64, d *simDay) {
	draw, chance, known := l.random(), 0.5, c.Reps > 0
	if known {
		chance = c.Recall(at)
		d.Asked++
	}
	rating := Good
	switch {
	case draw >= chance:
		rating = Again
	case draw < 0.1:
		rating = Easy
	case draw < 0.3:
		rating = Hard
	}
	if known && rating != Again {
		d.Recalled++
	}
	*c = l.s.Next(*c, rating, at)
	d.Done++
	d.Intervals += c.Days
}

func (l *learner) live(sim simulation) simulation {
	sim.Days = nil
	for day := range 180 {
		at := simBegin + int64(day)*DayMS
		for range sim.PerDay {
			if day < sim.NewDays {
				l.cards = append(l.cards, Card{DueMS: at + DayMS})
			}
		}
		sim.Days = append(sim.Days, l.today(at, sim.Daily, day >= sim.Away[0] && day < sim.Away[1]))
	}
	sim.Known = 0
	for _, c := range l.cards {
		sim.Known += c.Recall(simBegin+179*DayMS) / float64(len(l.cards))
	}
	return sim
}

// Each of the 180 days has the very reviews that the reference gives, to the
// sum of the intervals; go test -v prints retention and load beside the reference's.
func TestSimulatedLearner(t *testing.T) {
	body, err := os.ReadFile("testdata/simulation.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []simulation
	if err := json.Unmarshal(body, &list); err != nil {
		t.Fatal(err)
	}
	for _, want := range list {
		t.Run(want.Name, func(t *testing.T) {
			got := (&learner{s: scheduler(t), state: 180}).live(want)
			if diff := cmp.Diff(want.Days, got.Days); diff != "" {
				t.Errorf("days (-reference +ours):\n%s", diff)
			}
			if math.Abs(got.Known-want.Known) > 1e-6 {
				t.Errorf("known at the end: %.8f, the reference has %.8f", got.Known, want.Known)
			}
			report(t, got, want)
		})
	}
}

// report prints four weeks a line.
func report(t *testing.T, ours, theirs simulation) {
	t.Log("days       due at most   reviews a day   at most   recalled   reference: a day   recalled")
	for from := 0; from < 180; from += Horizon {
		to := min(from+Horizon, 180)
		a, b := sum(ours.Days[from:to]), sum(theirs.Days[from:to])
		n := float64(to - from)
		t.Logf("%3d-%-3d %13d %15.1f %9d %9.1f%% %18.1f %9.1f%%", from+1, to, a.most, float64(a.Done)/n, a.longest,
			share(a.simDay), float64(b.Done)/n, share(b.simDay))
	}
	a, b := sum(ours.Days), sum(theirs.Days)
	t.Logf("all     %13d %15.1f %9d %9.1f%% %18.1f %9.1f%%; probability of recall on day 180: %.3f, reference %.3f", a.most,
		float64(a.Done)/180, a.longest, share(a.simDay), float64(b.Done)/180, share(b.simDay), ours.Known, theirs.Known)
}

type total struct {
	simDay
	most, longest int
}

func sum(days []simDay) (t total) {
	for _, d := range days {
		t.Done += d.Done
		t.Asked += d.Asked
		t.Recalled += d.Recalled
		t.most, t.longest = max(t.most, d.Due), max(t.longest, d.Done)
	}
	return t
}

func share(d simDay) float64 {
	if d.Asked == 0 {
		return 0
	}
	return 100 * float64(d.Recalled) / float64(d.Asked)
}
