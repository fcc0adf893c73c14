package lostupdate

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	value    int64 // what the row holds in the end
	sum      int64 // what it should hold
	lost     int   // entry of the first write over one unread, -1 for none
	gaveUp   int   // entry of the first client that gave up, -1 for none
	last     int   // entry of the last accepted write, -1 for none
	refused  int   // how many writes were refused
	waits    int   // how often a client waited
	accepted int
	unsaved  [3]int // per client: its last entry while its update is not accepted, -1 for none
}

func read(t *sim.Trace) reading {
	r := reading{value: start, sum: start, lost: -1, gaveUp: -1, last: -1, unsaved: [3]int{-1, -1, -1}}
	for i := range t.Marks {
		m := &t.Marks[i]
		r.unsaved[m.Actor] = i
		switch m.Kind {
		case kWrite, kAdd:
			r.unsaved[m.Actor] = -1
			r.value, r.sum, r.last = m.Arg[0], r.sum+m.Arg[3], i
			r.accepted++
			if m.Arg[2] != 0 && r.lost < 0 {
				r.lost = i
			}
		case kRefuse, kAbort:
			r.refused++
		case kWait:
			r.waits++
		case kGiveUp:
			if r.gaveUp < 0 {
				r.gaveUp = i
			}
		}
	}
	return r
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	j.Entry = int32(r.last)
	if at := slices.Max(r.unsaved[:]); at >= 0 && (!t.Cut || r.gaveUp >= 0) {
		if r.gaveUp >= 0 {
			at = r.gaveUp
		}
		j.Break(allDone, at)
		j.Verdict, j.Entry = vGaveUp, int32(at)
	}
	if r.value != r.sum {
		j.Break(sumIsRight, r.last)
	}
	if r.lost >= 0 {
		j.Break(noLostUpdate, r.lost)
		j.Verdict, j.Entry = vLost, int32(r.lost)
	}
	return j
}

// owners names the clients whose amounts make up value, or did not.
func owners(missing int64) string {
	var names []string
	for i := len(amounts) - 1; i >= 0; i-- {
		if missing >= amounts[i] {
			missing -= amounts[i]
			names = append([]string{fmt.Sprintf("%s’s %d", clientNames[i], amounts[i])}, names...)
		}
	}
	return strings.Join(names, " and ")
}

var clientNames = [4]string{"A", "B", "C", "the row"}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vLost:
		m := &t.Marks[r.lost]
		return fmt.Sprintf("At %v %s wrote %d over %d, though it had read %d (step %d). The row ends with %d instead of %d: %s are lost, and nobody is told.",
			m.At, clientNames[m.Actor], m.Arg[0], m.Arg[2], m.Arg[1], r.lost+1, r.value, r.sum, owners(r.sum-r.value))
	case vGaveUp:
		if r.gaveUp < 0 {
			return fmt.Sprintf("%s’s update is missing at the end (step %d).", clientNames[t.Marks[j.Entry].Actor], j.Entry+1)
		}
		m := &t.Marks[r.gaveUp]
		return fmt.Sprintf("At %v %s gave up after %d refused attempts (step %d). The row ends with %d, which holds every accepted update.",
			m.At, clientNames[m.Actor], m.Arg[0], r.gaveUp+1, r.value)
	}
	s := fmt.Sprintf("The row ends with %d: all %d updates count.", r.value, r.accepted)
	switch {
	case r.refused == 1:
		return s + " One attempt was refused, and its client began again."
	case r.refused > 1:
		return fmt.Sprintf("%s %d attempts were refused, and their clients began again.", s, r.refused)
	case r.waits > 0:
		return s + " The lock made the clients take turns."
	}
	return s
}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	who, a := clientNames[m.Actor], m.Arg
	switch m.Kind {
	case kRead:
		return readText(who, a)
	case kDecide:
		return fmt.Sprintf("%s adds %d to %d and decides on %d.", who, a[1], a[0], a[2])
	case kWrite:
		if a[2] != 0 {
			return fmt.Sprintf("%s writes %d over %d, which it never read.", who, a[0], a[2])
		}
		return fmt.Sprintf("%s writes %d.", who, a[0])
	case kLook:
		return lookText(who, a)
	case kRefuse:
		return refuseText(who, a)
	case kAbort:
		return fmt.Sprintf("%s gets the lock and is turned away: the row was changed after its transaction began.", who)
	case kGiveUp:
		return fmt.Sprintf("%s gives up after %s.", who, times(a[0]))
	case kWait:
		return fmt.Sprintf("%s asks for the row and waits: %s has the lock.", who, clientNames[a[0]])
	}
	return fmt.Sprintf("%s has the row add %d, which makes %d.", who, a[3], a[0])
}

func times(n int64) string {
	if n == 1 {
		return "one try"
	}
	return fmt.Sprintf("%d tries", n)
}

func lookText(who string, a sim.Args) string {
	switch {
	case a[2] != 0:
		return fmt.Sprintf("%s looks again, and its snapshot still says %d.", who, a[0])
	case a[1] != 0:
		return fmt.Sprintf("%s looks again and finds %d: it has to decide anew.", who, a[0])
	}
	return fmt.Sprintf("%s looks again: the row still holds %d.", who, a[0])
}

func refuseText(who string, a sim.Args) string {
	if a[3] != 0 {
		return fmt.Sprintf("%s writes %d and is refused: the row was changed after its transaction began.", who, a[0])
	}
	return fmt.Sprintf("%s writes %d and is refused: it read version %d, and the row is at version %d.", who, a[0], a[1], a[2])
}

func readText(who string, a sim.Args) string {
	switch a[2] {
	case lock:
		return fmt.Sprintf("%s takes the lock and reads %d.", who, a[0])
	case version:
		return fmt.Sprintf("%s reads %d at version %d.", who, a[0], a[1])
	}
	if a[3] != 0 {
		return fmt.Sprintf("%s begins a transaction and reads %d.", who, a[0])
	}
	return fmt.Sprintf("%s reads %d.", who, a[0])
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch {
	case s.State == sLock:
		return "has the lock"
	case s.State == sWaits:
		return "waits"
	case s.State == sRemembers && s.Arg[1] == 0:
		return fmt.Sprintf("read %d", s.Arg[0])
	case s.State == sRemembers:
		return fmt.Sprintf("read %d, v%d", s.Arg[0], s.Arg[1])
	case s.Arg[1] > 0:
		return fmt.Sprintf("%d, v%d", s.Arg[0], s.Arg[1])
	}
	return fmt.Sprint(s.Arg[0])
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string {
	switch {
	case m.Kind == msgRead:
		return fmt.Sprintf("reads %d", m.Arg[0])
	case m.Arg[1] != 0:
		return fmt.Sprintf("adds %d", m.Arg[0])
	}
	return fmt.Sprintf("writes %d", m.Arg[0])
}
