//go:build linux

package class

import (
	"testing"
	"time"

	"fencepost/store/postgres"
	"fencepost/store/postgres/pgtest"
)

// school is three replicas behind nginx on one PostgreSQL.
type school struct {
	t        testing.TB
	pg       *pgtest.Server
	url      string // of the database
	base     string
	replicas []*replica
	proxy    *proxy
	enrolled int // crowds
}

// openSchool starts everything. The database waits for the disk, as in earnest.
func openSchool(t testing.TB) *school {
	t.Helper()
	pg, err := pgtest.Start("fsync = on")
	check(t, err)
	t.Cleanup(func() { check(t, pg.Stop()) })
	addr := freeAddress(t)
	s := &school{t: t, pg: pg, url: pg.URL("postgres"), base: "http://" + addr}
	for range 3 {
		p := newReplica(t, s.base, "DATABASE_URL="+s.url)
		s.replicas = append(s.replicas, p)
		p.start()
	}
	s.proxy = newProxy(t, addr, s.replicas)
	return s
}

// crowd is a class with accounts of its own. pace is how many times faster than
// people it works.
func (s *school) crowd(pace float64) *Crowd {
	s.t.Helper()
	db, err := postgres.Open(s.t.Context(), s.url, postgres.Options{})
	check(s.t, err)
	defer db.Close()
	name := string(rune('a' + s.enrolled))
	s.enrolled++
	return &Crowd{
		Base: s.base, Lessons: load(s.t), Accounts: enrol(s.t, db, name, students), Students: students,
		Speed: pace, Length: length, Seed: seed, Name: name,
	}
}

// restartDatabase kills PostgreSQL and starts it again.
func (s *school) restartDatabase() {
	check(s.t, s.pg.Crash())
	check(s.t, s.pg.Run())
}

// disasters are what happens during a class, one after another.
func (s *school) disasters() []func() {
	return []func(){s.replicas[0].crash, s.replicas[1].crash, s.restartDatabase, s.replicas[2].crash}
}

// while runs f beside disasters, which come evenly over a time.
func while[T any](over time.Duration, disasters []func(), f func() T) T {
	done := make(chan T, 1)
	go func() { done <- f() }()
	for _, d := range disasters {
		time.Sleep(over / time.Duration(len(disasters)+1))
		d()
	}
	return <-done
}

const killedOnce = "each replica and PostgreSQL were killed with signal 9 once, and started again a second later"

// TestClass lets a class work through a lesson while each replica and the
// database are killed and started again. What was acknowledged is there once,
// and nobody had to ask for anything again more than once.
func TestClass(t *testing.T) {
	s := openSchool(t)
	r := newReport(t)
	if window > 0 {
		c := s.crowd(1)
		over := time.Duration(window) * time.Second
		o := while(over, s.disasters(), func() Outcome { return c.Midst(t.Context(), over, func() {}) })
		r.phase("Three replicas, at people’s own pace", c, o, killedOnce, 1)
		r.passed(s.proxy.passed(t))
	}
	c := s.crowd(float64(speed))
	over := time.Duration(float64(length+arrivalMost) / float64(speed))
	before := s.logged()
	o := while(over, s.disasters(), func() Outcome { return c.Class(t.Context()) })
	r.phase("Three replicas, a whole class sped up", c, o, killedOnce, 1)
	r.passed(s.proxy.passed(t))
	r.compare("three replicas on PostgreSQL", s.replicas[0].kept())
	r.sizes(s, s.logged()-before, len(o.Of(Kind.Writes)))
	r.done()
}
