package pace

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// clock is the time of a test.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func start() *clock { return &clock{time.Date(2026, 9, 1, 9, 0, 0, 0, time.UTC)} }

func TestParse(t *testing.T) {
	for text, want := range map[string]Rate{
		"120/min": {120, time.Minute}, "1/h": {1, time.Hour}, "off": {},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "120", "0/h", "-1/min", "x/min", "5/day", "5/min/h", "1e3/h"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

// Six an hour: six at once, then one every ten minutes.
func TestSixAtOnceThenOneEveryTenMinutes(t *testing.T) {
	c := start()
	m := NewMeter(Rate{6, time.Hour}, c.now)
	for i := range 6 {
		if wait := m.Take("ada"); wait != 0 {
			t.Fatalf("number %d waits %s", i+1, wait)
		}
	}
	for range 3 { // asking again costs nothing
		if wait := m.Take("ada"); wait < 10*time.Minute || wait > 10*time.Minute+time.Second {
			t.Errorf("the seventh waits %s, want ten minutes", wait)
		}
	}
	if wait := m.Take("bea"); wait != 0 {
		t.Errorf("another one waits %s", wait)
	}
	c.at = c.at.Add(10*time.Minute + time.Second)
	if m.Wait("ada") != 0 || m.Take("ada") != 0 || m.Take("ada") == 0 {
		t.Error("after ten minutes, want one more and no second")
	}
	c.at = c.at.Add(24 * time.Hour)
	for i := range 6 {
		if wait := m.Take("ada"); wait != 0 {
			t.Errorf("a day later number %d waits %s", i+1, wait)
		}
	}
	if m.Take("ada") == 0 {
		t.Error("a day later there is no limit any more")
	}
}

func TestNoRateIsNoLimit(t *testing.T) {
	m := NewMeter(Rate{}, time.Now)
	for range 1000 {
		if m.Take("ada") != 0 {
			t.Fatal("limited")
		}
	}
}

func TestManyAtOnceGetNoMoreThanTheirShare(t *testing.T) {
	m := NewMeter(Rate{10, time.Hour}, start().now)
	var through atomic.Int64
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if m.Take("ada") == 0 {
				through.Add(1)
			}
		})
	}
	all.Wait()
	if through.Load() != 10 {
		t.Errorf("%d of 100 at once went through, want 10", through.Load())
	}
}

func TestKeysAreForgottenAndBounded(t *testing.T) {
	c := start()
	m := NewMeter(Rate{2, time.Minute}, c.now)
	for i := range mostKeys + 50 {
		m.Take(fmt.Sprint(i))
	}
	if len(m.keys) > mostKeys+1 {
		t.Errorf("%d keys are kept, want %d at most", len(m.keys), mostKeys+1)
	}
	if m.Take("somebody new") == 0 {
		t.Error("a newcomer beyond the bound has a count of their own")
	}
	c.at = c.at.Add(2 * time.Minute)
	if m.Take("somebody new") != 0 || len(m.keys) != 1 {
		t.Errorf("two minutes later %d keys are kept, want the new one alone", len(m.keys))
	}
}
