package ordering

import (
	"fmt"
	"strings"

	"fencepost/sim"
)

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	h := readTrace(t)
	switch j.Verdict {
	case vUnsafe:
		d := h.newer
		return fmt.Sprintf("%s, though %s had seen %s when it wrote %s: %s. %s",
			d.told(t), whose[d.lost], names[d.kept], names[d.lost], h.because(t, d), h.outcome())
	case vDiffer:
		return h.outcome() + " Everything has arrived, so nothing will bring them together."
	case vDropped:
		return fmt.Sprintf("%s: %s. Neither writer had seen the other’s, so that does not make it the newer. %s",
			h.unseen.told(t), h.because(t, h.unseen), h.outcome())
	}
	if held := h.holds[actorA]; held != only(held.first()) {
		return h.outcome() + " Neither writer had seen the other’s, and the readers are told that there are two."
	}
	return h.outcome() + " " + h.margin(unpacked(t.Marks[0].Arg[0]).rule)
}

// told is what was dropped, where and when.
func (d drop) told(t *sim.Trace) string {
	m := &t.Marks[d.entry]
	return fmt.Sprintf("At %v %s dropped %s for %s (step %d)", m.At, whose[m.Actor], names[d.lost], names[d.kept], d.entry+1)
}

// because is why a drop was made, with the readings.
func (h *history) because(t *sim.Trace, d drop) string {
	p := unpacked(t.Marks[d.entry].Arg[0])
	why, kept, lost := p.because(d.kept, d.lost), &h.stamps[d.kept], &h.stamps[d.lost]
	switch {
	case p.tie:
	case p.rule == byWall:
		return fmt.Sprintf("%s, %s against %s", why, clock(kept.wall), clock(lost.wall))
	case p.rule == byLamport:
		return fmt.Sprintf("%s, %d against %d", why, kept.lamport, lost.lamport)
	}
	return why
}

// outcome says what the replicas hold in the end.
func (h *history) outcome() string {
	if h.agree() {
		return fmt.Sprintf("All three replicas end with %s.", h.holds[actorA].list())
	}
	var out []string
	for p := range processes {
		out = append(out, fmt.Sprintf("%s with %s", whose[p], h.holds[p].list()))
	}
	return "In the end they differ: " + strings.Join(out, ", ") + "."
}

// margin says by how much the right write won.
func (h *history) margin(rule int) string {
	a, b := &h.stamps[actorA], &h.stamps[actorB]
	switch {
	case !h.holds[actorA].has(int(actorB)):
		return "Its writer had seen every other write."
	case rule == byArrival:
		return "At each of them it happened to arrive last."
	case rule == byWall && a.wall == b.wall:
		return fmt.Sprintf("Both times were %s, and the tie happened to go the right way.", clock(a.wall))
	case rule == byWall:
		return fmt.Sprintf("The clocks put it after a, by %v.", b.wall-a.wall)
	case rule == byLamport:
		return fmt.Sprintf("Its Lamport number is %d and that of a %d.", b.lamport, a.lamport)
	}
	return fmt.Sprintf("Its vector %v says that B had seen a, %v.", b.vector, a.vector)
}
