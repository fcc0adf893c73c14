package auth

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"fencepost/store"
)

// WaitError says that there were too many tries and when the next may be made.
// It is the same whether the account exists or not.
type WaitError struct {
	Retry time.Duration // at most this long
}

func (e *WaitError) Error() string {
	return fmt.Sprintf("auth: too many tries; wait %s", e.Retry)
}

// Allowance is how often something may be tried before there are delays, and
// how these grow. Nothing is ever shut: one try in Most is always left.
type Allowance struct {
	Free  int           // tries in a Window without delay
	First time.Duration // delay of the next one; doubled with each further try, allowed or not
	Most  time.Duration // where the doubling ends
}

// countWindow is how long tries are remembered, from the first one on.
const countWindow = time.Hour

// The allowances. Tries are counted, before anything is looked at, by
//
//   - account and address together: somebody who guesses at one account;
//   - account: many machines that guess at one account. A browser in which the
//     person signed in before (see device.go) is counted by itself instead, so
//     that nobody can keep the owner out by guessing;
//   - address (a /64 of IPv6): somebody who tries one password on many
//     accounts. A lecture hall behind one address has 100 sign-ins an hour in
//     new browsers free, then one a second and at worst one in 5 s.
//
// A one-time link is never delayed: it resets a password under attack.
var (
	perPair     = Allowance{Free: 5, First: time.Second, Most: 5 * time.Minute}
	perAccount  = Allowance{Free: 50, First: time.Second, Most: time.Minute}
	perAddress  = Allowance{Free: 100, First: time.Second, Most: 5 * time.Second}
	perDevice   = Allowance{Free: 10, First: time.Second, Most: time.Minute}
	perFactor   = Allowance{Free: 5, First: 2 * time.Second, Most: 5 * time.Minute}
	perNew      = Allowance{Free: 200, First: time.Second, Most: 10 * time.Second}
	perMailback = Allowance{Free: 3, First: time.Minute, Most: 15 * time.Minute}
)

// delay is how long after the last allowed try the n-th in a window may come.
func (a Allowance) delay(n int) time.Duration {
	over := n - a.Free
	switch {
	case over <= 0:
		return 0
	case over > 20: // 2^20 seconds are beyond any Most
		return a.Most
	}
	return min(a.First<<(over-1), a.Most)
}

// try is one thing that is counted.
type try struct {
	key string
	Allowance
}

// limiter counts tries in the store.
type limiter struct {
	tries store.Tries
	now   func() time.Time
}

// count notes a try under every key and answers *WaitError where one of them
// must wait. All are counted even so: a refused try makes the next wait longer.
func (l limiter) count(ctx context.Context, tries ...try) error {
	keys := make([]string, len(tries))
	for i, t := range tries {
		keys[i] = t.key
	}
	counts, err := l.tries.CountTry(ctx, l.now().UnixMilli(), countWindow.Milliseconds(), keys...)
	if err != nil {
		return fmt.Errorf("count a try: %w", err)
	}
	var longest time.Duration
	for i, t := range tries {
		wait, err := l.turn(ctx, t.key, t.delay(counts[i]))
		if err != nil {
			return err
		}
		longest = max(longest, wait)
	}
	if longest > 0 {
		return &WaitError{Retry: longest}
	}
	return nil
}

// turn says how long to wait so that delay has passed since the last try that
// was allowed: whose count in that time is the first goes on. Under a key of
// its own the same counter is a clock that tells one moment apart from many at
// once.
func (l limiter) turn(ctx context.Context, key string, delay time.Duration) (time.Duration, error) {
	if delay == 0 {
		return 0, nil
	}
	counts, err := l.tries.CountTry(ctx, l.now().UnixMilli(), delay.Milliseconds(), turnKey(key))
	switch {
	case err != nil:
		return 0, fmt.Errorf("count a try: %w", err)
	case counts[0] > 1:
		return delay, nil
	}
	return 0, nil
}

// forget drops the counts under the keys of tries, after a success.
func (l limiter) forget(ctx context.Context, tries ...try) error {
	var keys []string
	for _, t := range tries {
		keys = append(keys, t.key, turnKey(t.key))
	}
	if err := l.tries.ForgetTries(ctx, keys...); err != nil {
		return fmt.Errorf("forget tries: %w", err)
	}
	return nil
}

func turnKey(key string) string { return "turn " + key }

// Network is what counts as one address: whoever has one IPv6 address usually
// has its /64 too.
func Network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if a = a.Unmap().WithZone(""); a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}
