package idempotency

import (
	"fmt"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	booked int
	first  int // entry of the first booking, -1 for none
	second int // entry of the second
	told   int // entry at which the client was first told
	gaveUp int // entry at which it gave up
	tries  int64
	crash  int // entry of the last crash just before a booking
}

func read(t *sim.Trace) reading {
	r := reading{first: -1, second: -1, told: -1, gaveUp: -1, crash: -1}
	for i := range t.Marks {
		r.entry(i, &t.Marks[i])
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	switch m.Kind {
	case kSend:
		r.tries = m.Arg[2]
	case kBook, kCommit:
		if m.Kind == kCommit && m.Arg[1] != 0 || m.Kind == kBook && m.Arg[2] != 0 {
			return // it had no effect
		}
		r.booked++
		switch r.booked {
		case 1:
			r.first = i
		case 2:
			r.second = i
		}
	case kTold:
		if r.told < 0 && r.gaveUp < 0 {
			r.told = i
		}
	case kGiveUp:
		r.gaveUp = i
	case kCrash:
		if phase(m.Arg[0]) == toBook {
			r.crash = i
		}
	}
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	j.Entry = int32(max(r.told, 0))
	if r.gaveUp >= 0 {
		j.Break(clientLearns, r.gaveUp)
		j.Verdict, j.Entry = vUnknown, int32(r.gaveUp)
	}
	if r.told >= 0 && r.booked == 0 && !t.Cut {
		j.Break(toldIsTrue, r.told)
		j.Verdict, j.Entry = vLost, int32(r.told)
	}
	if r.second >= 0 {
		j.Break(atMostOnce, r.second)
		j.Verdict, j.Entry = vTwice, int32(r.second)
	}
	return j
}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vTwice:
		return fmt.Sprintf("At %v the payment was booked a second time (step %d). It had been booked at %v, and nothing that the server could see said so.",
			t.Marks[r.second].At, r.second+1, t.Marks[r.first].At)
	case vLost:
		return fmt.Sprintf("At %v the client was told that the payment is booked (step %d). The key was there; the booking was lost with the crash at %v.",
			t.Marks[r.told].At, r.told+1, t.Marks[r.crash].At)
	case vUnknown:
		return unknownSentence(t, &r)
	}
	s := fmt.Sprintf("The payment was booked at %v, once, and the client has known it since %v.", t.Marks[r.first].At, t.Marks[r.told].At)
	if r.tries > 1 {
		return fmt.Sprintf("%s It took %d tries.", s, r.tries)
	}
	return s
}

func unknownSentence(t *sim.Trace, r *reading) string {
	s := fmt.Sprintf("At %v the client gave up after %s (step %d). It cannot know whether the payment is booked:",
		t.Marks[r.gaveUp].At, times(r.tries), r.gaveUp+1)
	if r.booked == 0 {
		return s + " it is not."
	}
	return fmt.Sprintf("%s it is, since %v.", s, t.Marks[r.first].At)
}

func times(n int64) string {
	if n == 1 {
		return "one try"
	}
	return fmt.Sprintf("%d tries", n)
}
