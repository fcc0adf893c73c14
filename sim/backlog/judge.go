package backlog

import (
	"fmt"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	waiting int64
	at      sim.Millis // of the entry before
	since   sim.Millis // since when messages wait without a break
	until   sim.Millis // up to when some waited, before that
	empty   bool       // for a while in the last part of the run nothing waited
	peak    int64
	longest sim.Millis // wait of a message that was taken
	gaveUp  int        // entry of the first sender that gave up, -1 for none
	given   int64      // how many did
	turned  int        // entry of the first that was turned away, -1 for none
	refused int64      // how many were
	last    int
}

func read(t *sim.Trace) reading {
	r := reading{gaveUp: -1, turned: -1, last: -1}
	for i := range t.Marks {
		m := &t.Marks[i]
		if r.waiting == 0 && m.At > max(r.at, end-lastPart) {
			r.empty = true
		}
		before := r.waiting
		r.entry(i, m)
		switch {
		case before > 0 && r.waiting == 0:
			r.until = m.At
		case before == 0 && r.waiting > 0 && m.At > r.until:
			r.since = m.At
		}
		r.peak = max(r.peak, r.waiting)
		r.at, r.last = m.At, i
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	switch m.Kind {
	case kCome:
		r.waiting = m.Arg[2]
	case kTurn:
		r.turn(i, 1)
	case kBurst:
		r.waiting = m.Arg[3]
		if m.Arg[2] > 0 {
			r.turn(i, m.Arg[2])
		}
	case kTake:
		r.waiting = m.Arg[3]
		r.longest = max(r.longest, sim.Millis(m.Arg[2]))
	case kGiveUp:
		if r.gaveUp < 0 {
			r.gaveUp = i
		}
		r.given++
	}
}

func (r *reading) turn(i int, n int64) {
	if r.turned < 0 {
		r.turned = i
	}
	r.refused += n
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	j.Entry = int32(r.last)
	if r.turned >= 0 {
		j.Break(allTakenIn, r.turned)
		j.Verdict, j.Entry = vTurned, int32(r.turned)
	}
	if r.gaveUp >= 0 {
		j.Break(inTime, r.gaveUp)
		j.Verdict, j.Entry = vLate, int32(r.gaveUp)
	}
	if !r.empty && !t.Cut {
		j.Break(catchesUp, r.last)
		j.Verdict, j.Entry = vBehind, int32(r.last)
	}
	return j
}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vBehind:
		return fmt.Sprintf("Messages have been waiting without a break since %v, %d at most (step %d).%s%s",
			r.since, r.peak, r.last+1, gaveUpText(r.given), turnedText(r.refused))
	case vLate:
		m := &t.Marks[r.gaveUp]
		return fmt.Sprintf("At %v message %d had waited for %v, and its sender gave up (step %d).%s The queue is empty again; it held %d at most.",
			m.At, m.Arg[0]+1, sim.Millis(m.Arg[1]), r.gaveUp+1, gaveUpText(r.given), r.peak)
	case vTurned:
		return fmt.Sprintf("At %v %s turned away (step %d), %d altogether. Of those taken in, none waited longer than %v.",
			t.Marks[r.turned].At, wasWere(t.Marks[r.turned]), r.turned+1, r.refused, r.longest)
	}
	if r.peak == 0 {
		return "No message had to wait: a consumer was free whenever one came."
	}
	return fmt.Sprintf("%s at most, the longest for %v.", waitText(r.peak), r.longest)
}

func gaveUpText(n int64) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One sender gave up."
	}
	return fmt.Sprintf(" %d senders gave up.", n)
}

func turnedText(n int64) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " One was told no at once."
	}
	return fmt.Sprintf(" %d were told no at once.", n)
}

// wasWere is how many one entry turned away.
func wasWere(m sim.Mark) string {
	n := int64(1)
	if m.Kind == kBurst {
		n = m.Arg[2]
	}
	if n == 1 {
		return "1 message was"
	}
	return fmt.Sprintf("%d messages were", n)
}
