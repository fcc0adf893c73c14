package class

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Account is one who is signed in already: students open their laptops, they do
// not sign in anew each time.
type Account struct{ Session, Learner string }

// Crowd is a class, or several at once.
type Crowd struct {
	Base     string // of the site: http://host:port
	Lessons  []Course
	Accounts []Account // as many students have one; the others are nobody's
	Students int
	Speed    float64
	Length   time.Duration // of a session, at most, before it is sped up
	Seed     uint64
	Name     string // letters; tells crowds on one database apart
}

// perRoom is how many students share a classroom, its lesson and its address.
const perRoom = 25

// Outcome is what came of a crowd's work.
type Outcome struct {
	*Tally
	Ledger []Entry
	Took   time.Duration
}

// student is the n-th of the crowd, or one who takes their seat later.
func (c *Crowd) student(n, turn int) Student {
	room := n / perRoom
	l := c.Lessons[room%len(c.Lessons)]
	s := Student{
		Name: c.Name + strconv.Itoa(n) + "t" + strconv.Itoa(turn), Lesson: l, Room: room,
		Acts: Plan(l, c.Seed+uint64(turn)<<32, uint64(n), c.Length),
	}
	if n < len(c.Accounts) && turn == 0 {
		s.Session, s.Learner = c.Accounts[n].Session, c.Accounts[n].Learner
	}
	return s
}

// Class runs one class from its beginning to its end: students arrive, work
// through the lesson, and are done.
func (c *Crowd) Class(ctx context.Context) Outcome {
	return c.run(func(n int) []worked {
		arrive := newChance(c.Seed, 1<<40+uint64(n)).arrival()
		return []worked{c.work(ctx, c.student(n, 0), Start{Wait: arrive})}
	})
}

// openAtOnce is how many browsers open the lesson at a time before a class that
// is met in its midst.
const openAtOnce = 32

// Midst runs a class of which everybody is somewhere in a session, from
// beginning to end alike, for a time. Whoever is done is followed by another.
// begun is called when everybody has the lesson open, and the time begins.
func (c *Crowd) Midst(ctx context.Context, long time.Duration, begun func()) Outcome {
	ctx, end := context.WithCancel(ctx)
	defer end()
	var opened sync.WaitGroup
	opened.Add(c.Students)
	begins := make(chan struct{})
	go func() {
		opened.Wait()
		begun()
		close(begins)
		time.AfterFunc(long, end)
	}()
	turns := make(chan struct{}, openAtOnce)
	out := c.run(func(n int) (all []worked) {
		turns <- struct{}{}
		s := c.student(n, 0)
		start := Start{Midst: true, Ready: func() { <-turns; opened.Done(); <-begins }}
		s.Acts, start.Wait = rest(s.Acts, newChance(c.Seed, 1<<41+uint64(n)).Float64())
		all = append(all, c.work(ctx, s, start))
		for turn := 1; ctx.Err() == nil; turn++ {
			all = append(all, c.work(ctx, c.student(n, turn), Start{}))
		}
		return all
	})
	out.Took = long
	return out
}

// Expected is how many requests a second so many people would send, without the
// files and runs that a browser asks for once.
func (c *Crowd) Expected() float64 {
	var acts, seconds float64
	for n := range c.Students {
		s := c.student(n, 0)
		seconds += duration(s.Acts).Seconds()
		for _, a := range s.Acts {
			if !a.Kind.once() {
				acts++
			}
		}
	}
	return acts / seconds * float64(c.Students) * c.Speed
}

// rest is what is left of a plan when a share of its time is over, and how long
// it is until its first act.
func rest(acts []Act, share float64) (left []Act, begin time.Duration) {
	at := time.Duration(share * float64(duration(acts)))
	for i, a := range acts {
		if a.After > at {
			left = slices.Clone(acts[i:])
			left[0].After = 0
			return left, a.After - at
		}
		at -= a.After
	}
	return nil, 0
}

// worked is what one student did.
type worked struct {
	entry Entry
	tally *Tally
}

func (c *Crowd) work(ctx context.Context, s Student, start Start) worked {
	e, t := s.Do(ctx, c.Base, c.Speed, start)
	return worked{e, t}
}

// run lets everybody work at once.
func (c *Crowd) run(each func(n int) []worked) Outcome {
	out := Outcome{Tally: NewTally()}
	var mu sync.Mutex
	var all sync.WaitGroup
	begun := time.Now()
	for n := range c.Students {
		all.Go(func() {
			list := each(n)
			mu.Lock()
			defer mu.Unlock()
			for _, w := range list {
				out.Add(w.tally)
				out.Ledger = append(out.Ledger, w.entry)
			}
		})
	}
	all.Wait()
	out.Took = time.Since(begun)
	return out
}
