package ordering

import "fencepost/sim"

// history is what the judge gathers while it reads a trace once: who can have
// known of what. It looks at no clock.
type history struct {
	made   set
	stamps [processes]stamp
	seen   [processes]set // per process: the writes that it has received or made, and what came before them
	before [processes]set // per write: the writes that came before it
	holds  [processes]set
	newer  drop
	unseen drop
	last   int
}

// drop is a write that was dropped, at which entry, and for which other.
type drop struct{ entry, lost, kept int }

func readTrace(t *sim.Trace) history {
	h := history{newer: drop{entry: -1}, unseen: drop{entry: -1}, last: len(t.Marks) - 1}
	for i := range t.Marks {
		h.entry(i, &t.Marks[i])
	}
	return h
}

func (h *history) entry(i int, m *sim.Mark) {
	p, seen := unpacked(m.Arg[0]), &h.seen[m.Actor]
	if m.Kind == kWrite {
		h.before[p.write] = *seen
		h.made = h.made.and(p.write)
		h.stamps[p.write] = stamp{sim.Millis(m.Arg[1]), m.Arg[2], unpack(m.Arg[3])}
	}
	*seen |= only(p.write) | h.before[p.write]
	h.holds[m.Actor] = p.now
	h.drops(i, p)
}

// drops looks at what a replica let go of.
func (h *history) drops(i int, p packed) {
	gone := p.before.and(p.write) &^ p.now
	for w := range processes {
		if gone.has(w) {
			h.dropped(i, w, p.now)
		}
	}
}

// dropped judges one write that was let go of for those that are kept.
func (h *history) dropped(i, w int, kept set) {
	for k := range processes {
		if kept.has(k) && h.before[k].has(w) {
			return // whoever wrote k had seen w
		}
	}
	k := kept.first()
	d := &h.unseen
	if h.before[w].has(k) {
		d = &h.newer
	}
	if d.entry < 0 {
		*d = drop{i, w, k}
	}
}

// agree reports whether the replicas hold the same.
func (h *history) agree() bool {
	return h.holds[actorA] == h.holds[actorB] && h.holds[actorB] == h.holds[actorC]
}

// concurrent reports whether neither of two writes came before the other.
func (h *history) concurrent(v, w int) bool {
	return h.made.has(v) && h.made.has(w) && !h.before[v].has(w) && !h.before[w].has(v)
}

func judge(t *sim.Trace) sim.Judgement {
	h, j := readTrace(t), sim.AllHold()
	j.Entry = int32(h.last)
	if h.unseen.entry >= 0 {
		j.Break(noneDroppedUnseen, h.unseen.entry)
		j.Verdict, j.Entry = vDropped, int32(h.unseen.entry)
	}
	if !t.Cut && !h.agree() {
		j.Break(replicasAgree, h.last)
		j.Verdict, j.Entry = vDiffer, int32(h.last)
	}
	if h.newer.entry >= 0 {
		j.Break(noNewerLost, h.newer.entry)
		j.Verdict, j.Entry = vUnsafe, int32(h.newer.entry)
	}
	return j
}

// final is what the replicas hold in the end: "b", "bc" for both, "differ".
func final(t *sim.Trace) string {
	h := readTrace(t)
	if !h.agree() {
		return "differ"
	}
	out := ""
	for w := range processes {
		if h.holds[actorA].has(w) {
			out += names[w]
		}
	}
	return out
}
