package writeskew

import (
	"fmt"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	last     int // the last entry
	skew     int // entry of the write that took the last server down, -1 for none
	first    int // entry of the first write, -1 for none
	deadlock int // entry of the first deadlock, -1 for none
	check    int // entry of a write that the check refused, -1 for none
	aborts   int // how often the database made a client begin again
	waits    int
	saw      [2]int // per client: entry of its last read
}

func read(t *sim.Trace) reading {
	r := reading{last: len(t.Marks) - 1, skew: -1, first: -1, deadlock: -1, check: -1, saw: [2]int{-1, -1}}
	for i := range t.Marks {
		r.entry(i, &t.Marks[i])
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	switch m.Kind {
	case kRead, kLock:
		r.saw[m.Actor] = i
	case kWrite:
		switch {
		case r.first < 0:
			r.first = i
		case m.Arg[0] == 0 && r.skew < 0:
			r.skew = i
		}
	case kDeadlock:
		if r.deadlock < 0 {
			r.deadlock = i
		}
	case kCheck:
		r.check = i
	case kRefuse, kAbort:
		r.aborts++
	case kWait:
		r.waits++
	}
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	j.Entry = int32(r.last)
	if r.deadlock >= 0 {
		j.Break(noDeadlock, r.deadlock)
		j.Verdict, j.Entry = vDeadlock, int32(r.deadlock)
	}
	if r.skew >= 0 {
		j.Break(ruleKept, r.skew)
		j.Verdict, j.Entry = vSkew, int32(r.skew)
	}
	return j
}

// final is which servers are up: "1", "2", "both" or "none".
func final(t *sim.Trace) string {
	r := read(t)
	switch {
	case r.skew >= 0:
		return "none"
	case r.first < 0:
		return "both"
	case t.Marks[r.first].Actor == actorA:
		return "2"
	}
	return "1"
}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vSkew:
		m := &t.Marks[r.skew]
		return fmt.Sprintf("At %v %s took server %d down (step %d). By what it had read at %v the other was up; that had been down since %v. Both are down, and no write replaced another.",
			m.At, names[m.Actor], m.Actor+1, r.skew+1, t.Marks[r.saw[m.Actor]].At, t.Marks[r.first].At)
	case vDeadlock:
		m := &t.Marks[r.deadlock]
		return fmt.Sprintf("At %v each client had the row that the other asked for (step %d). %s was made to begin again, and server %s stays up.",
			m.At, r.deadlock+1, names[m.Actor], final(t))
	}
	return safeSentence(&r, final(t))
}

func safeSentence(r *reading, up string) string {
	s := "Server " + up + " stays up."
	switch {
	case r.check >= 0:
		return s + " The clients would have taken both down; the check refused the second."
	case r.aborts > 0:
		return s + " The database refused one transaction, which began again and saw what had changed."
	case r.waits > 0:
		return s + " The locks made the clients take turns."
	}
	return s + " One client read after the other had written."
}
