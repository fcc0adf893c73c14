package queue

import (
	"fmt"

	"fencepost/sim"
)

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	twice    int // entry of the first second posting, -1 for none
	dead     int // entry of the first dead letter
	again    int // entry of the first second receive
	late     int // entry of the first posting after a later one of its account
	lost     int // entry of the last word of a payment that is gone and not posted
	fate     [3]fate
	postings int64
	lastPost int
}

// fate is what became of one payment.
type fate struct {
	posted, acked bool
	again         int // entry of its second receive, -1 for none
	post          int // entry of its first posting
	last          int // entry of its last crash or acknowledgement
}

func read(t *sim.Trace) reading {
	r := reading{twice: -1, dead: -1, again: -1, late: -1, lost: -1, lastPost: -1}
	for i := range r.fate {
		r.fate[i].again = -1
	}
	for i := range t.Marks {
		r.entry(i, &t.Marks[i])
	}
	for i := range r.fate {
		if f := &r.fate[i]; f.acked && !f.posted && !t.Cut && (r.lost < 0 || f.last < r.lost) {
			r.lost = f.last
		}
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	if m.Kind == kBack {
		return
	}
	f := &r.fate[m.Arg[0]]
	switch m.Kind {
	case kReceive:
		if m.Arg[2] > 1 {
			first(&r.again, i)
			first(&f.again, i)
		}
	case kPost:
		if !f.posted {
			f.posted, f.post = true, i
			if r.overtaken(m.Arg[0]) >= 0 {
				first(&r.late, i)
			}
		}
		r.lastPost = i
		r.postings++
		if m.Arg[2] > 1 {
			first(&r.twice, i)
		}
	case kAck:
		f.acked, f.last = true, i
	case kCrash, kFail:
		f.last = i
	case kDead:
		first(&r.dead, i)
	}
}

// overtaken is a later payment of the same account that is posted, -1 for none.
func (r *reading) overtaken(n int64) int {
	for i := int(n) + 1; i < len(r.fate); i++ {
		if r.fate[i].posted && accounts[i] == accounts[n] {
			return i
		}
	}
	return -1
}

// first keeps the earliest entry.
func first(at *int, i int) {
	if *at < 0 {
		*at = i
	}
}

// severity is the order in which broken invariants name the verdict: the worst
// first.
var severity = [...]struct {
	invariant int
	verdict   uint8
}{
	{nothingLost, vLost},
	{postedAtMostOnce, vTwice},
	{orderKept, vDisordered},
	{noDeadLetter, vDead},
	{workedOnce, vRepeated},
}

func judge(t *sim.Trace) sim.Judgement {
	r := read(t)
	j := sim.AllHold()
	found := [...]int{postedAtMostOnce: r.twice, nothingLost: r.lost, noDeadLetter: r.dead, workedOnce: r.again, orderKept: r.late}
	for i, at := range found {
		if at >= 0 {
			j.Break(i, at)
		}
	}
	j.Entry = int32(r.lastPost)
	for _, s := range severity {
		if at := j.Broken[s.invariant]; at != sim.Holds {
			j.Verdict, j.Entry = s.verdict, at
			break
		}
	}
	return j
}

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vTwice:
		m := &t.Marks[r.twice]
		return fmt.Sprintf("At %v %s posted payment %d a second time (step %d): it was received again at %v, because no acknowledgement had come in time.",
			m.At, names[m.Arg[1]], m.Arg[0]+1, r.twice+1, t.Marks[r.fate[m.Arg[0]].again].At)
	case vLost:
		m := &t.Marks[r.lost]
		what := "crashed"
		if m.Kind == kFail {
			what = "failed"
		}
		return fmt.Sprintf("Payment %d was acknowledged and never posted: at %v its consumer %s (step %d), and no one has it any more.",
			m.Arg[0]+1, m.At, what, r.lost+1)
	case vDead:
		return deadSentence(t, &r)
	case vDisordered:
		return disorderSentence(t, &r)
	case vRepeated:
		m := &t.Marks[r.again]
		return fmt.Sprintf("Payment %d was received again at %v (step %d), and posted only once: the work was done twice, and nothing else happened twice.",
			m.Arg[0]+1, m.At, r.again+1)
	}
	if r.postings == 1 {
		return fmt.Sprintf("The payment was received once and posted once, at %v.", t.Marks[r.lastPost].At)
	}
	return fmt.Sprintf("All %d payments were received once and posted once, the last at %v.", r.postings, t.Marks[r.lastPost].At)
}

func disorderSentence(t *sim.Trace, r *reading) string {
	m := &t.Marks[r.late]
	other := r.overtaken(m.Arg[0])
	return fmt.Sprintf("At %v %s posted payment %d (step %d); payment %d of the same account had been posted at %v.",
		m.At, names[m.Arg[1]], m.Arg[0]+1, r.late+1, other+1, t.Marks[r.fate[other].post].At)
}

func deadSentence(t *sim.Trace, r *reading) string {
	m := &t.Marks[r.dead]
	s := fmt.Sprintf("At %v payment %d went to the dead letters after %s (step %d)", m.At, m.Arg[0]+1, count(m.Arg[1], "receive"), r.dead+1)
	if f := &r.fate[m.Arg[0]]; f.posted {
		return fmt.Sprintf("%s; yet it was posted, at %v.", s, t.Marks[f.post].At)
	}
	return s + ", unposted: someone has to look at it."
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
