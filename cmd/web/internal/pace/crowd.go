package pace

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrCrowded says that too many wait already, or that the wait was too long.
var ErrCrowded = errors.New("pace: too many at once")

// Crowd lets so many in at once and, of those with one key, only a part. The
// others wait in the order in which they came, as far as their key lets them.
type Crowd struct {
	most, mostOfOne int
	longest         time.Duration // that anybody waits

	mu      sync.Mutex
	in      int
	of      map[string]int
	waiting []*waiter
}

// waiter is somebody who waits; in is closed when they are let in.
type waiter struct {
	key string
	in  chan struct{}
}

// NewCrowd makes a Crowd. Four times most may wait, and each of them so long.
func NewCrowd(most, mostOfOne int, longest time.Duration) *Crowd {
	return &Crowd{most: most, mostOfOne: mostOfOne, longest: longest, of: map[string]int{}}
}

// Enter waits for a place. Whoever got one must call leave. The error is
// ErrCrowded where too many wait, or the wait is too long or ctx ends before a
// turn comes.
func (c *Crowd) Enter(ctx context.Context, key string) (leave func(), err error) {
	c.mu.Lock()
	leave = sync.OnceFunc(func() { c.leave(key) })
	if c.takes(key) {
		c.mu.Unlock()
		return leave, nil
	}
	if len(c.waiting) >= 4*c.most {
		c.mu.Unlock()
		return nil, ErrCrowded
	}
	w := &waiter{key, make(chan struct{})}
	c.waiting = append(c.waiting, w)
	c.mu.Unlock()
	ctx, end := context.WithTimeout(ctx, c.longest)
	defer end()
	select {
	case <-w.in:
		return leave, nil
	case <-ctx.Done():
		c.giveUp(w, leave)
		return nil, ErrCrowded
	}
}

// takes lets one in where there is room.
func (c *Crowd) takes(key string) bool {
	if c.in >= c.most || c.of[key] >= c.mostOfOne {
		return false
	}
	c.in++
	c.of[key]++
	return true
}

// leave makes room and lets in whoever waited for longest and may now.
func (c *Crowd) leave(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.in--
	if c.of[key]--; c.of[key] == 0 {
		delete(c.of, key)
	}
	next := slices.IndexFunc(c.waiting, func(w *waiter) bool { return c.takes(w.key) })
	if next >= 0 {
		close(c.waiting[next].in)
		c.waiting = slices.Delete(c.waiting, next, next+1)
	}
}

// giveUp takes a waiter away, who may have been let in at that moment.
func (c *Crowd) giveUp(w *waiter, leave func()) {
	c.mu.Lock()
	i := slices.Index(c.waiting, w)
	if i >= 0 {
		c.waiting = slices.Delete(c.waiting, i, i+1)
	}
	c.mu.Unlock()
	if i < 0 {
		leave()
	}
}
