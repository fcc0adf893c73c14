package backoff

import (
	"fmt"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	aside  int // entry of the first job that was set aside, -1 for none
	gaveUp int // how many were
	crowd  int // entry of the first refused call, -1 for none
	calls  int
	done   int // entry of the last job that was done, -1 for none
}

func read(t *sim.Trace) reading {
	r := reading{aside: -1, crowd: -1, done: -1}
	for i := range t.Marks {
		switch t.Marks[i].Kind {
		case kUp:
			continue
		case kAside:
			if r.aside < 0 {
				r.aside = i
			}
			r.gaveUp++
			continue
		case kRefuse:
			if r.crowd < 0 {
				r.crowd = i
			}
		case kServe:
			r.done = i
		}
		r.calls++
	}
	return r
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	j.Entry = int32(max(r.done, 0))
	if r.crowd >= 0 {
		j.Break(noCrowd, r.crowd)
		j.Verdict, j.Entry = vCrowded, int32(r.crowd)
	}
	if r.aside >= 0 {
		j.Break(allDone, r.aside)
		j.Verdict, j.Entry = vAside, int32(r.aside)
	}
	return j
}

// names are how sentences call the actors.
var names = [...]string{actorOne: "Job 1", actorTwo: "Job 2", actorThree: "Job 3", actorService: "The service"}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vAside:
		m := &t.Marks[r.aside]
		s := fmt.Sprintf("At %v %s had called %s in vain and was set aside (step %d).", m.At, lower(m.Actor), times(m.Arg[0]), r.aside+1)
		if r.gaveUp > 1 {
			s += fmt.Sprintf(" %d jobs were.", r.gaveUp)
		}
		return s
	case vCrowded:
		m := &t.Marks[r.crowd]
		return fmt.Sprintf("At %v %s was refused by a service that was up, but busy (step %d): another had called at the same time. All jobs were done by %v, after %d calls.",
			m.At, lower(m.Actor), r.crowd+1, t.Marks[r.done].At, r.calls)
	}
	if r.done < 0 {
		return "Nothing is done yet."
	}
	return fmt.Sprintf("All jobs were done by %v, after %d calls, and no two of them met.", t.Marks[r.done].At, r.calls)
}

func lower(who sim.ActorID) string { return [...]string{"job 1", "job 2", "job 3", "the service"}[who] }

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	who, a := names[m.Actor], m.Arg
	switch m.Kind {
	case kUp:
		return "The service is up again."
	case kFail:
		return fmt.Sprintf("%s calls, and the service is down (try %d)%s", who, a[0], waitText(a[1]))
	case kRefuse:
		return fmt.Sprintf("%s calls, and is refused: the service is busy (try %d)%s", who, a[0], waitText(a[1]))
	case kServe:
		return fmt.Sprintf("%s calls, and the service does the work (try %d).", who, a[0])
	}
	return fmt.Sprintf("%s has called %s in vain and is set aside.", who, times(a[0]))
}

func waitText(wait int64) string {
	if wait == 0 {
		return "."
	}
	return fmt.Sprintf(". It will call again in %v.", sim.Millis(wait))
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch s.State {
	case sWaits:
		return fmt.Sprintf("waits, %v", sim.Millis(s.Arg[0]))
	case sDown:
		return "down"
	}
	return "up"
}
