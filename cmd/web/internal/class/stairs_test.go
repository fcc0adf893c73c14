//go:build linux

package class

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// tooSlow is the p99 of writes at which a site holds no more learners.
const tooSlow = time.Second

// keepsUp is the share of the requests that a class of people would send which
// have to be sent: where answers are slow, everybody falls behind.
const keepsUp = 0.75

// stair is one height of the load.
type stair struct {
	learners int // at once
	outcome  Outcome
	used     []time.Duration // by part
	share    float64         // of the requests that so many would send
}

// holds says whether the site served so many as it should.
func (s stair) holds() bool {
	return Quantile(s.outcome.Of(Kind.Writes), 0.99) <= tooSlow && len(s.outcome.Retries) == 0 &&
		len(s.outcome.Refused) == 0 && s.outcome.GaveUp == 0 && s.share >= keepsUp
}

// climb raises the load until the site holds no more, then tries between the last
// two heights. make makes the class of that speed.
func climb(t testing.TB, parts []part, begin func(pace float64, n int) *Crowd) (all []stair) {
	t.Helper()
	try := func(pace float64) stair {
		c := begin(pace, len(all))
		s := stair{learners: int(float64(c.Students) * pace)}
		m := &meter{}
		s.outcome = c.Midst(t.Context(), time.Duration(stairs)*time.Second, func() { m = newMeter(parts...) })
		s.used = m.used()
		sent := len(s.outcome.Of(func(k Kind) bool { return !k.once() }))
		s.share = rate(sent, s.outcome.Took) / c.Expected()
		all = append(all, s)
		t.Logf("%d learners: p99 of writes %v, %.2f of what people send; refused: %s; asked again: %s", s.learners,
			Quantile(s.outcome.Of(Kind.Writes), 0.99), s.share, List(s.outcome.Refused), List(s.outcome.Again))
		return s
	}
	good, bad := 4.0, 8.0
	try(good)
	for try(bad).holds() && bad < 512 {
		good, bad = bad, bad*2
	}
	for range 2 {
		if between := (good + bad) / 2; try(between).holds() {
			good = between
		} else {
			bad = between
		}
	}
	return all
}

// held is the highest number of learners at once that a site served as it should.
func held(all []stair) (most stair) {
	for _, s := range all {
		if s.holds() && s.learners > most.learners {
			most = s
		}
	}
	return most
}

// table is the climb in Markdown.
func table(parts []part, all []stair) string {
	var b strings.Builder
	b.WriteString("| learners at once | requests/s | writes/s | of what people would send | write: median | p99 | read: p99 | asked again | refused |")
	line := "\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
	for _, p := range parts {
		fmt.Fprintf(&b, " CPU %s |", p.name)
		line += "--:|"
	}
	b.WriteString(line + "\n")
	for _, s := range all {
		o := s.outcome
		writes, reads := o.Of(Kind.Writes), o.Of(func(k Kind) bool { return !k.Writes() })
		fmt.Fprintf(&b, "| %d | %.0f | %.0f | %.0f %% | %s | %s | %s | %d | %d |", s.learners, rate(o.Requests(), o.Took), rate(len(writes), o.Took),
			100*s.share, Millis(Quantile(writes, 0.5)), Millis(Quantile(writes, 0.99)), Millis(Quantile(reads, 0.99)), sum(o.Again), sum(o.Refused))
		for _, u := range s.used {
			fmt.Fprintf(&b, " %.0f %% |", 100*u.Seconds()/o.Took.Seconds())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// sum is how many there are of all kinds together.
func sum(of map[string]int) (n int) {
	for _, each := range of {
		n += each
	}
	return n
}
