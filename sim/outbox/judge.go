package outbox

import (
	"fmt"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	commit, answer int // entries, -1 for none
	first, again   int // entries of the first invoice and of the second
	ghost          int // entry of the first invoice without an order
	crash          int // entry of the last crash
	last           int
	sent           int64
	skipped        int64
}

func read(t *sim.Trace) reading {
	r := reading{commit: -1, answer: -1, first: -1, again: -1, ghost: -1, crash: -1, last: len(t.Marks) - 1}
	for i := range t.Marks {
		r.entry(i, &t.Marks[i])
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	switch m.Kind {
	case kCommit:
		r.commit = i
	case kAnswer:
		r.answer = i
	case kCrash:
		r.crash = i
	case kSkip:
		r.skipped++
	case kSend:
		r.invoice(i, m)
	}
}

func (r *reading) invoice(i int, m *sim.Mark) {
	r.sent = m.Arg[0]
	switch {
	case r.first < 0:
		r.first = i
	case r.again < 0:
		r.again = i
	}
	if m.Arg[1] == 0 && r.ghost < 0 {
		r.ghost = i
	}
}

// undone is the entry after which nothing comes of the order any more.
func (r *reading) undone() int {
	if r.crash >= 0 {
		return r.crash
	}
	return r.last
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	j.Entry = int32(r.last)
	if r.again >= 0 {
		j.Break(sentOnce, r.again)
		j.Verdict, j.Entry = vTwice, int32(r.again)
	}
	if !t.Cut && r.first < 0 && r.commit >= 0 && r.answer < 0 {
		j.Break(nothingStuck, r.undone())
		j.Verdict, j.Entry = vStuck, int32(r.undone())
	}
	if r.ghost >= 0 {
		j.Break(noGhost, r.ghost)
		j.Verdict, j.Entry = vGhost, int32(r.ghost)
	}
	if !t.Cut && r.first < 0 && r.answer >= 0 {
		j.Break(nothingLost, r.undone())
		j.Verdict, j.Entry = vLost, int32(r.undone())
	}
	return j
}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	at := func(entry int) sim.Millis { return t.Marks[entry].At }
	switch j.Verdict {
	case vLost:
		return fmt.Sprintf("The customer was told yes at %v (step %d). At %v the API crashed (step %d), and with it went all that knew of the work.",
			at(r.answer), r.answer+1, at(r.undone()), r.undone()+1)
	case vGhost:
		return ghostSentence(t, &r)
	case vStuck:
		return fmt.Sprintf("The order stands in the database since %v, and the API crashed at %v before anyone else knew of the work (step %d). It will wait for ever.",
			at(r.commit), at(r.undone()), r.undone()+1)
	case vTwice:
		return fmt.Sprintf("The invoice was sent at %v and again at %v (step %d): a crash came between doing something and noting that it was done.",
			at(r.first), at(r.again), r.again+1)
	}
	return safeSentence(t, &r)
}

func ghostSentence(t *sim.Trace, r *reading) string {
	s := fmt.Sprintf("At %v an invoice was sent (step %d) for an order that is not in the database", t.Marks[r.ghost].At, r.ghost+1)
	if r.commit >= 0 {
		return fmt.Sprintf("%s yet: it was committed at %v.", s, t.Marks[r.commit].At)
	}
	return s + ", and never will be."
}

func safeSentence(t *sim.Trace, r *reading) string {
	switch {
	case r.commit < 0 && r.first < 0:
		return "The API crashed before it had written anything. The customer has no answer and can ask again."
	case r.first < 0:
		return "Nothing came of it."
	}
	s := fmt.Sprintf("The order was committed at %v and the invoice sent at %v", t.Marks[r.commit].At, t.Marks[r.first].At)
	if r.skipped > 0 {
		s += "; a second sending changed nothing"
	}
	if r.answer < 0 {
		return s + ". The customer never had an answer, and has to look."
	}
	return fmt.Sprintf("%s. The customer had an answer at %v.", s, t.Marks[r.answer].At)
}
