package recall

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// at is noon of a day, counted from 1 January 1970.
func at(day int64) int64 { return day*DayMS + DayMS/2 }

func scheduler(t *testing.T) Scheduler {
	t.Helper()
	s, err := New(DefaultRetention)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRetentionHasBounds(t *testing.T) {
	for _, r := range []float64{0, 0.69, 0.971, 1, -1, nan()} {
		if _, err := New(r); err == nil {
			t.Errorf("a retention of %v is taken", r)
		}
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

// With the retention that defines stability, the interval is stability rounded:
// 8.2956 days after a first Easy are 8, 2.3065 after Good would be 2 but must
// be longer than Hard's, which must be longer than Again's one day.
func TestFirstIntervals(t *testing.T) {
	var got []int
	for _, c := range scheduler(t).All(Card{}, at(100)) {
		got = append(got, c.Days)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 8}, got); diff != "" {
		t.Errorf("intervals in days (-want +got):\n%s", diff)
	}
}

func TestReplayWithoutTheLastReviewIsTheCardBefore(t *testing.T) {
	s := scheduler(t)
	list := []Review{{Good, at(1)}, {Again, at(4)}, {Hard, at(6)}}
	before := s.Next(s.Next(Card{DueMS: at(1)}, Good, at(1)), Again, at(4))
	if diff := cmp.Diff(before, s.Replay(at(1), list[:2])); diff != "" {
		t.Errorf("replayed without the last (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(Card{DueMS: at(1)}, s.Replay(at(1), nil)); diff != "" {
		t.Errorf("replayed without any (-want +got):\n%s", diff)
	}
}

// A clock that was set back is no reason to answer nonsense: no time has passed.
func TestClockSetBack(t *testing.T) {
	s := scheduler(t)
	c := s.Next(Card{}, Good, at(100))
	if r := c.Recall(at(50)); r != 1 {
		t.Errorf("recall before the last review: %v", r)
	}
	if next := s.Next(c, Good, at(50)); next.Stability != c.Stability {
		t.Errorf("stability went from %v to %v in no time", c.Stability, next.Stability)
	}
}

// Of two cards that are just due, a review of the one known for half a year
// changes least over four weeks.
func TestMostUsefulFirst(t *testing.T) {
	s := scheduler(t)
	firm := Card{Stability: 180, Difficulty: 5, LastMS: at(20), DueMS: at(200), Reps: 6}
	young := s.Next(Card{}, Good, at(197))
	if diff := cmp.Diff([]int{1, 0}, s.Order([]Card{firm, young}, at(200))); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

func TestEqualGainGoesByDueTime(t *testing.T) {
	s := scheduler(t)
	late := s.Next(Card{}, Good, at(197))
	early := late
	early.DueMS -= 1000
	if diff := cmp.Diff([]int{1, 2, 0}, s.Order([]Card{late, early, early}, at(200))); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}

// Five waited, two fall due today and one on each of the next two days; three
// fit in a day and one is done: 2, 3, 3, 1 makes nine.
func TestSpread(t *testing.T) {
	due := []int64{at(90), at(91), at(92), at(93), at(99), at(100), at(100) + DayMS/2 - 1, at(101), at(102), at(160)}
	got, left := Spread(due, at(100), 3, 1, 5)
	want := []Load{{100, 7, 2}, {101, 1, 3}, {102, 1, 3}, {103, 0, 1}, {104, 0, 0}}
	if diff := cmp.Diff(want, got); diff != "" || left != 0 {
		t.Errorf("plan (-want +got):\n%s%d left", diff, left)
	}
	if _, left := Spread(due, at(100), 3, 3, 2); left != 5 {
		t.Errorf("%d left of eight where today is full and tomorrow takes three", left)
	}
	if got, _ := Spread(due, at(100), 3, 9, 1); got[0].Planned != 0 {
		t.Errorf("%d planned for a day that has had more than its share", got[0].Planned)
	}
}
