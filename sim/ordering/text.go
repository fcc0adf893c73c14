package ordering

import (
	"fmt"
	"strings"

	"fencepost/sim"
)

var (
	names = [processes]string{"a", "b", "c"} // of the writes
	whose = [processes]string{"A", "B", "C"}
)

// clock is a reading as a clock shows it: the run begins at noon.
func clock(t sim.Millis) string {
	const noon = 12 * 3600 * sim.Second
	t += noon
	s := fmt.Sprintf("%d:%02d:%02d", t/3600/1000, t/60/1000%60, t/1000%60)
	if ms := t % 1000; ms != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return s
}

// String is a vector as it is written: its parts in the order of the processes.
func (v vector) String() string { return fmt.Sprintf("[%d %d %d]", v[0], v[1], v[2]) }

// list names the writes of a set: "b", "b and c".
func (s set) list() string {
	var out []string
	for w := range processes {
		if s.has(w) {
			out = append(out, names[w])
		}
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	p, who := unpacked(m.Arg[0]), whose[m.Actor]
	if m.Kind == kWrite {
		return fmt.Sprintf("%s writes %s. Its clock shows %s.%s", who, names[p.write], clock(sim.Millis(m.Arg[1])), p.own(who))
	}
	return fmt.Sprintf("%s receives %s and %s.", who, names[p.write], p.fate())
}

// own is what becomes of a write at its writer's own replica, where that is
// not what one would think.
func (p packed) own(who string) string {
	switch {
	case !p.now.has(p.write):
		return fmt.Sprintf(" Even %s’s own replica keeps %s: %s.", who, p.now.list(), p.because(p.now.first(), p.write))
	case p.now&p.before != 0:
		return fmt.Sprintf(" %s holds it beside %s.", who, (p.now & p.before).list())
	}
	return ""
}

// fate is what a replica does with an arrival.
func (p packed) fate() string {
	gone := p.before &^ p.now
	switch {
	case p.before == 0:
		return "holds it"
	case !p.now.has(p.write):
		return fmt.Sprintf("drops it for %s: %s", p.now.list(), p.because(p.now.first(), p.write))
	case p.now&p.before != 0 && gone == 0:
		return fmt.Sprintf("holds it beside %s: neither writer had seen the other’s", (p.now & p.before).list())
	case p.now&p.before != 0:
		return fmt.Sprintf("drops %s, which its writer had seen, and holds it beside %s", gone.list(), (p.now & p.before).list())
	}
	return fmt.Sprintf("drops %s for it: %s", gone.list(), p.because(p.write, gone.first()))
}

// because says why the rule puts one write after another.
func (p packed) because(kept, lost int) string {
	switch {
	case p.tie && p.rule == byWall:
		return "their times are equal, and the later name counts"
	case p.tie:
		return "their Lamport numbers are equal, and the later name counts"
	case p.rule == byArrival:
		return names[kept] + " arrived last"
	case p.rule == byWall:
		return names[kept] + " has the later time"
	case p.rule == byLamport:
		return names[kept] + " has the higher Lamport number"
	}
	return fmt.Sprintf("the writer of %s had seen %s", names[kept], names[lost])
}

// reading is what a process's two logical clocks show after an entry.
func reading(m sim.Mark) string { return fmt.Sprintf("%d %s", m.Arg[2], unpack(m.Arg[3])) }

// spanText is the label of a bar: what the replica holds.
func spanText(s sim.SpanMark) string { return set(s.Arg[0]).list() }

// messageText is the label of an arrow: the write, and the reading by which the
// rule compares.
func messageText(m sim.MessageMark) string {
	name := names[m.Arg[0]]
	switch m.Kind {
	case byWall:
		return name + ", " + clock(sim.Millis(m.Arg[1]))
	case byLamport:
		return fmt.Sprintf("%s, %d", name, m.Arg[1])
	case byVector:
		return name + ", " + unpack(m.Arg[1]).String()
	}
	return name
}
