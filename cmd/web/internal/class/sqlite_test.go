//go:build linux

package class

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fencepost/store/sqlite"
)

// cottage is one process on SQLite, with no proxy.
type cottage struct {
	t        testing.TB
	data     string
	replica  *replica
	enrolled int // crowds
}

func openCottage(t testing.TB) *cottage {
	t.Helper()
	c := &cottage{t: t, data: t.TempDir()}
	c.replica = newReplica(t, "http://localhost", "DATA_DIR="+c.data)
	c.replica.env = append(c.replica.env, "BASE_URL=http://"+c.replica.Addr)
	return c
}

// crowd is a class with accounts of its own, which are made before the process
// starts.
func (c *cottage) crowd(pace float64) *Crowd {
	c.t.Helper()
	db, err := sqlite.Open(c.t.Context(), filepath.Join(c.data, "fencepost.db"))
	check(c.t, err)
	name := string(rune('a' + c.enrolled))
	c.enrolled++
	accounts := enrol(c.t, db, name, students)
	check(c.t, db.Close())
	return &Crowd{
		Base: "http://" + c.replica.Addr, Lessons: load(c.t), Accounts: accounts, Students: students,
		Speed: pace, Length: length, Seed: seed, Name: name,
	}
}

// TestClassOnSQLite lets a class work on one process with SQLite, which is killed
// twice: nothing acknowledged is lost. Everybody asks again while it starts.
func TestClassOnSQLite(t *testing.T) {
	site := openCottage(t)
	r := newReport(t)
	c := site.crowd(float64(speedAlone))
	site.replica.start()
	over := time.Duration(float64(length+arrivalMost) / float64(speedAlone))
	o := while(over, []func(){site.replica.crash, site.replica.crash}, func() Outcome { return c.Class(t.Context()) })
	// Whoever asks while it is down asks again two seconds later, when it may
	// still be starting, and that twice.
	r.phase("One process with SQLite, a whole class sped up", c, o, "the process was killed with signal 9 twice, and started again a second later", 6)
	r.compare("one process on SQLite", site.replica.kept())
	r.done()
}

// TestHowManyLearnersOneMachineHolds raises the load until writes take too long.
func TestHowManyLearnersOneMachineHolds(t *testing.T) {
	if stairs == 0 {
		t.Log("not measured: CLASS_STAIRS is how many seconds each height of the load lasts")
		return
	}
	r := newReport(t)
	r.climbOnSQLite()
	r.climbOnPostgreSQL()
	r.done()
}

func (r *report) climbOnSQLite() {
	r.t.Helper()
	site := openCottage(r.t)
	c := site.crowd(1)
	site.replica.start()
	parts := []part{{"web", []int{site.replica.Pid()}}, {"students", []int{os.Getpid()}}}
	all := climb(r.t, parts, func(pace float64, n int) *Crowd { return again(c, pace, n) })
	r.climbed("one process with SQLite", parts, all)
}

func (r *report) climbOnPostgreSQL() {
	r.t.Helper()
	s := openSchool(r.t)
	c := s.crowd(1)
	parts := []part{{"web", nil}, {"PostgreSQL", []int{s.pg.Pid()}}, {"nginx", []int{s.proxy.Pid()}}, {"students", []int{os.Getpid()}}}
	for _, p := range s.replicas {
		parts[0].pids = append(parts[0].pids, p.Pid())
	}
	all := climb(r.t, parts, func(pace float64, n int) *Crowd { return again(c, pace, n) })
	r.climbed("three processes behind nginx on PostgreSQL", parts, all)
}

// again is a crowd at another speed, who do not do what another did.
func again(c *Crowd, pace float64, n int) *Crowd {
	next := *c
	next.Speed, next.Seed, next.Name = pace, c.Seed+uint64(n)<<16, fmt.Sprint(c.Name, n, "n")
	return &next
}

func (r *report) climbed(on string, parts []part, all []stair) {
	most := held(all)
	r.addf("\n## How many learners at once: %s\n\nEach height lasts %d s, everybody is somewhere in a session. %d students, faster and faster: one at 8 times people's speed counts as 8 learners.\n\n%s",
		on, stairs, students, table(parts, all))
	r.addf("\n**It holds %d learners at once**: the next height has a p99 of writes above %s, a request that had to be sent again or was refused, or less than %.0f %% of what people would send.\n",
		most.learners, Millis(tooSlow), 100*keepsUp)
	r.found("%s: **%d learners at once** (%.0f requests/s, %.0f of them writes), p99 of writes %s", on, most.learners,
		rate(most.outcome.Requests(), most.outcome.Took), rate(len(most.outcome.Of(Kind.Writes)), most.outcome.Took), Millis(Quantile(most.outcome.Of(Kind.Writes), 0.99)))
	r.costs(parts, most)
	if most.learners == 0 {
		r.t.Errorf("on %s not even the lowest load was served", on)
	}
}
