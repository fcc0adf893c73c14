// Package pace keeps count of how fast somebody does something, so that one
// person or program cannot do it without end. Counts are in memory: they begin
// anew with the program, and each process has its own.
package pace

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is so many at once, and as many in a period after that, spread evenly.
// The zero Rate is no limit.
type Rate struct {
	N   int
	Per time.Duration
}

// Parse reads "120/min", "600/h" or "off".
func Parse(text string) (Rate, error) {
	if text == "off" {
		return Rate{}, nil
	}
	number, period, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return Rate{}, fmt.Errorf("%q is not a rate such as 120/min or 600/h, nor off", text)
	}
	switch period {
	case "min":
		return Rate{n, time.Minute}, nil
	case "h":
		return Rate{n, time.Hour}, nil
	}
	return Rate{}, fmt.Errorf("%q is not a rate such as 120/min or 600/h, nor off", text)
}

// mostKeys is how many keys a Meter tells apart. Beyond them newcomers share
// one count, so that inventing keys costs memory only up to here.
const mostKeys = 100_000

// Meter counts by key under one Rate. It is safe for concurrent use.
type Meter struct {
	rate Rate
	now  func() time.Time

	mu    sync.Mutex
	keys  map[string]*count
	swept time.Time
}

// count is what is left of one key's rate.
type count struct {
	*rate.Limiter
	seen time.Time
}

// NewMeter makes a Meter with the clock now.
func NewMeter(r Rate, now func() time.Time) *Meter {
	return &Meter{rate: r, now: now, keys: map[string]*count{}}
}

// Take counts one under a key. Where that is too fast it counts nothing and
// says how long to wait, in whole seconds and never too short; 0 where it was
// counted.
func (m *Meter) Take(key string) time.Duration { return m.ask(key, true) }

// Wait is what Take would answer, and counts nothing.
func (m *Meter) Wait(key string) time.Duration { return m.ask(key, false) }

func (m *Meter) ask(key string, take bool) time.Duration {
	if m.rate.N == 0 {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.now()
	c := m.of(key, at)
	c.seen = at
	missing := 1 - c.TokensAt(at)
	if missing > 0 {
		wait := time.Duration(missing * float64(m.rate.Per) / float64(m.rate.N))
		return max(wait.Truncate(time.Second)+time.Second, time.Second)
	}
	if take {
		c.AllowN(at, 1)
	}
	return 0
}

// of is the count of a key. One that was not seen for a whole period is full
// again, and no different from none.
func (m *Meter) of(key string, at time.Time) *count {
	if at.Sub(m.swept) > m.rate.Per {
		for k, c := range m.keys {
			if at.Sub(c.seen) > m.rate.Per {
				delete(m.keys, k)
			}
		}
		m.swept = at
	}
	if c, ok := m.keys[key]; ok {
		return c
	}
	if len(m.keys) >= mostKeys {
		key = ""
		if c, ok := m.keys[key]; ok {
			return c
		}
	}
	every := rate.Every(m.rate.Per / time.Duration(m.rate.N))
	c := &count{Limiter: rate.NewLimiter(every, m.rate.N)}
	m.keys[key] = c
	return c
}
