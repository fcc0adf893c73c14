package recall

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"
)

// vector is a sequence of reviews and what the reference made of it.
type vector struct {
	Retention float64
	Steps     []struct {
		At, Due                       int64
		Rating                        Rating
		Recall, Stability, Difficulty float64
		Interval, State, Reps, Lapses int
	}
}

func vectors(t *testing.T) (list []vector) {
	t.Helper()
	f, err := os.Open("testdata/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// inReview is the number that the reference has for a card that was reviewed.
const inReview = 2

// Every answer of ts-fsrs 5.4.2 is ours: times, intervals and counts exactly,
// stability, difficulty and recall to the eighth decimal, to which it rounds.
func TestReference(t *testing.T) {
	list := vectors(t)
	if len(list) != 64+12+160 {
		t.Fatalf("%d vectors", len(list))
	}
	for i, v := range list {
		s, err := New(v.Retention)
		if err != nil {
			t.Fatal(err)
		}
		var c Card
		for k, want := range v.Steps {
			at := fmt.Sprintf("vector %d, review %d", i+1, k+1)
			near(t, at+": recall", c.Recall(want.At), want.Recall)
			c = s.Next(c, want.Rating, want.At)
			near(t, at+": stability", c.Stability, want.Stability)
			near(t, at+": difficulty", c.Difficulty, want.Difficulty)
			same(t, at+": interval", int64(c.Days), int64(want.Interval))
			same(t, at+": due", c.DueMS, want.Due)
			same(t, at+": reviews", int64(c.Reps), int64(want.Reps))
			same(t, at+": lapses", int64(c.Lapses), int64(want.Lapses))
			same(t, at+": state", inReview, int64(want.State))
		}
	}
}

// near allows one unit of the eighth decimal, and for large values as much as
// the last bits of a power may differ.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > math.Max(1.01e-8, want*1e-12) {
		t.Errorf("%s: %.10f, the reference has %.10f", what, got, want)
	}
}

func same(t *testing.T, what string, got, want int64) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d, the reference has %d", what, got, want)
	}
}
