package ordering

import (
	"fmt"
	"strings"

	"fencepost/sim"
)

// table lays the three clocks of every entry side by side, and says which
// entries nothing links.
func table(t *sim.Trace) *sim.Table {
	out := &sim.Table{
		Title: "Three clocks, side by side",
		Head:  []string{"Event", "Time of day", "Lamport", "Vector [A B C]"},
		Note:  concurrency(t),
	}
	for i := range t.Marks {
		m := &t.Marks[i]
		p, what := unpacked(m.Arg[0]), "receives"
		if m.Kind == kWrite {
			what = "writes"
		}
		out.Rows = append(out.Rows, sim.TableRow{Entry: i, Bar: sim.NoBar, Cells: []string{
			fmt.Sprintf("%s %s %s", whose[m.Actor], what, names[p.write]),
			clock(sim.Millis(m.Arg[1])), fmt.Sprint(m.Arg[2]), unpack(m.Arg[3]).String(),
		}})
	}
	return out
}

// concurrency counts the pairs of entries that are concurrent and names the
// pairs of writes that are.
func concurrency(t *sim.Trace) string {
	n, pairs := 0, 0
	for i := range t.Marks {
		for j := range i {
			pairs++
			if !precedes(&t.Marks[j], &t.Marks[i]) && !precedes(&t.Marks[i], &t.Marks[j]) {
				n++
			}
		}
	}
	h := readTrace(t)
	var writes []string
	for w := range processes {
		for v := range w {
			if h.concurrent(v, w) {
				writes = append(writes, names[v]+" and "+names[w])
			}
		}
	}
	out := fmt.Sprintf("Of %d pairs of steps %d are concurrent: no chain of messages leads from either to the other.", pairs, n)
	if len(writes) == 0 {
		return out + " Of the writes none are."
	}
	return out + " Of the writes, so are " + strings.Join(writes, ", and ") + "."
}

// precedes reports by their vectors whether one entry came before another.
func precedes(e, f *sim.Mark) bool { return unpack(e.Arg[3]).before(unpack(f.Arg[3])) }
