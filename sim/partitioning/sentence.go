package partitioning

import (
	"fmt"

	"fencepost/sim"
)

// sentence explains a judgement with the numbers of its trace.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := readTrace(t)
	switch j.Verdict {
	case vOverloaded:
		return r.overloaded()
	case vNeedless:
		return fmt.Sprintf("%s %s of these were between nodes that were there before and after (step %d). %s",
			r.movedText(), sim.Digits(r.needless), r.needlessAt+1, r.necessary())
	case vUneven:
		n := r.fullest()
		return fmt.Sprintf("%s owns %s of %s, %s times its fair share (step %d). %s",
			nodeName(n), sim.Digits(r.nodes[n].after), keysOf(r.keys), r.share(n), r.nodes[n].entry+1, r.movedText())
	}
	b := r.busiest()
	return fmt.Sprintf("%s None moved needlessly. The busiest node, %s, is asked for %s of the %s\u00a0requests/s that it can serve.",
		r.movedText(), nodeName(b), sim.Digits(r.nodes[b].requests), sim.Digits(r.capacity))
}

func (r *reading) overloaded() string {
	b := r.busiest()
	n := &r.nodes[b]
	s := fmt.Sprintf("%s is asked for %s\u00a0requests/s and can serve %s (step %d).", nodeName(b), sim.Digits(n.requests), sim.Digits(r.capacity), n.entry+1)
	if n.top > r.capacity {
		return s + fmt.Sprintf(" One key alone brings %s of them, so that any node that owned it would be overloaded.", sim.Digits(n.top))
	}
	return s + fmt.Sprintf(" Its busiest key brings %s of them.", sim.Digits(n.top))
}

func (r *reading) movedText() string {
	return fmt.Sprintf("Of %s %s moved.", keysOf(r.keys), sim.Digits(r.moved))
}

// necessary says how many keys had to move.
func (r *reading) necessary() string {
	if r.joined {
		n := &r.nodes[r.live]
		return fmt.Sprintf("The newcomer, %s, received %s.", nodeName(int(r.live)), keysOf(n.received))
	}
	return fmt.Sprintf("Only the %s of %s had to.", sim.Digits(r.nodes[firstDie].before), nodeName(firstDie))
}

// share is how many times its fair share a node holds, to a tenth.
func (r *reading) share(n int) string {
	tenths := (r.nodes[n].after*r.live*20 + r.keys) / (2 * r.keys)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// final is how many keys moved.
func final(t *sim.Trace) string {
	r := readTrace(t)
	return fmt.Sprint(r.moved)
}

// table lists the nodes with what each holds, and a bar of what it is asked for.
func table(t *sim.Trace) *sim.Table {
	r := readTrace(t)
	out := &sim.Table{
		Title: "What each node holds",
		Head:  []string{"Node", "Keys before", "Keys after", "Of these new", "Requests/s after"},
	}
	longest := max(r.nodes[r.busiest()].requests, 1)
	for i := range r.nodes {
		if n := &r.nodes[i]; n.wasThere || n.isThere {
			out.Rows = append(out.Rows, n.row(i, longest))
		}
	}
	out.Note = fmt.Sprintf("%s A fair share is %s keys and %s\u00a0requests/s; a node can serve %s.",
		r.movedText(), tenth(r.keys, r.live), sim.Digits(total/max(r.live, 1)), sim.Digits(r.capacity))
	return out
}

// row is a node's row of the table.
func (n *node) row(number int, longest int64) sim.TableRow {
	row := sim.TableRow{Entry: -1, Bar: sim.NoBar, Cells: []string{nodeName(number), "none yet", "dead", "", ""}}
	if n.wasThere {
		row.Cells[1] = sim.Digits(n.before)
	}
	if n.isThere {
		row.Cells[2], row.Cells[3], row.Cells[4] = sim.Digits(n.after), sim.Digits(n.received), sim.Digits(n.requests)
		row.Bar = int(n.requests * 1000 / longest)
	}
	return row
}

// tenth is a/b to a tenth.
func tenth(a, b int64) string {
	b = max(b, 1)
	tenths := (a*20 + b) / (2 * b)
	if tenths%10 == 0 {
		return fmt.Sprint(tenths / 10)
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
