package partitioning

import "fencepost/sim"

// node is one node as the trace tells of it.
type node struct {
	before, after     int64 // keys
	requests, top     int64 // after
	received          int64
	wasThere, isThere bool
	entry             int // of what it holds after
	requestsBefore    int64
}

// reading is what the judge gathers while it reads a trace once.
type reading struct {
	nodes      [maxNodes + 1]node
	keys       int64
	live       int64 // nodes after the change
	joined     bool
	capacity   int64
	moved      int64
	needless   int64
	needlessAt int // entry of the first needless move, -1 for none
	last       int
}

func readTrace(t *sim.Trace) reading {
	r := reading{needlessAt: -1, last: len(t.Marks) - 1}
	for i := range t.Marks {
		r.entry(i, &t.Marks[i])
	}
	return r
}

func (r *reading) entry(i int, m *sim.Mark) {
	n := &r.nodes[min(int(m.Actor), maxNodes-1)+1]
	switch m.Kind {
	case kHold:
		n.wasThere, n.before, n.requestsBefore = true, m.Arg[0]&keysMask, m.Arg[1]
	case kJoin, kDie:
		r.joined, r.live, r.keys = m.Kind == kJoin, m.Arg[0], m.Arg[1]
	case kMove, kFetch:
		r.moved += m.Arg[0]
		r.needless += m.Arg[1]
		if m.Arg[1] > 0 && r.needlessAt < 0 {
			r.needlessAt = i
		}
	case kNow:
		n.isThere, n.after, n.received, n.entry = true, m.Arg[0]&keysMask, m.Arg[0]>>32, i
		n.requests, n.top = m.Arg[1], m.Arg[2]
		r.capacity = m.Arg[3]
	}
}

// keysMask takes the keys out of a number that holds what was received too.
const keysMask = 1<<32 - 1

// fullest is the node that holds the most keys after the change, and busiest
// the one that is asked for most; of equals the first.
func (r *reading) fullest() int {
	return r.most(func(n *node) int64 { return n.after })
}

func (r *reading) busiest() int {
	return r.most(func(n *node) int64 { return n.requests })
}

func (r *reading) most(of func(*node) int64) int {
	best := 0
	for i := range r.nodes {
		if n := &r.nodes[i]; n.isThere && (best == 0 || of(n) > of(&r.nodes[best])) {
			best = i
		}
	}
	return best
}

// tooMany reports whether a node holds more than one and a half times its fair
// share.
func (r *reading) tooMany(n *node) bool { return 2*n.after*r.live > 3*r.keys }

func judge(t *sim.Trace) sim.Judgement {
	r, j := readTrace(t), sim.AllHold()
	j.Entry = int32(r.last)
	if f := &r.nodes[r.fullest()]; f.isThere && r.tooMany(f) {
		j.Break(fairShare, f.entry)
		j.Verdict, j.Entry = vUneven, int32(f.entry)
	}
	if r.needlessAt >= 0 {
		j.Break(noNeedlessMove, r.needlessAt)
		j.Verdict, j.Entry = vNeedless, int32(r.needlessAt)
	}
	if b := &r.nodes[r.busiest()]; b.isThere && b.requests > r.capacity {
		j.Break(withinCapacity, b.entry)
		j.Verdict, j.Entry = vOverloaded, int32(b.entry)
	}
	return j
}
