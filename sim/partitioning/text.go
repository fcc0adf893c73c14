package partitioning

import (
	"fmt"

	"fencepost/sim"
)

func nodeName(n int) string { return fmt.Sprintf("n%d", n) }

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%s %s", sim.Digits(n), many)
}

func keysOf(n int64) string { return count(n, "key", "keys") }

// text is the sentence of an entry.
func text(m sim.Mark) string {
	who, a := nodeName(int(m.Actor)+1), m.Arg
	switch m.Kind {
	case kHold:
		return fmt.Sprintf("%s owns %s and is asked for %s\u00a0requests/s.", who, keysOf(a[0]&keysMask), sim.Digits(a[1]))
	case kJoin:
		return fmt.Sprintf("%s joins. The owner of each key is found anew among %d nodes.", who, a[0])
	case kDie:
		return fmt.Sprintf("%s dies. The owner of each key is found anew among %s.", who, count(a[0], "node", "nodes"))
	case kMove:
		return fmt.Sprintf("%s hands on %d of its %s%s.", who, a[0], keysOf(a[2]), needlessText(a[0], a[1]))
	case kFetch:
		return fmt.Sprintf("The %s of %s come from a backup.", keysOf(a[0]), nodeName(firstDie))
	}
	s := fmt.Sprintf("%s owns %s%s and is asked for %s\u00a0requests/s", who, keysOf(a[0]&keysMask), newText(a[0]>>32), sim.Digits(a[1]))
	if a[1] > a[3] {
		return s + fmt.Sprintf(", more than the %s it can serve.", sim.Digits(a[3]))
	}
	return s + "."
}

// newText says how many of a node's keys it has received.
func newText(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them new,", n)
}

// needlessText says how many of the keys that moved did so needlessly.
func needlessText(given, needless int64) string {
	switch {
	case needless == 0:
		return ""
	case needless == given:
		return ", all to nodes that were there already"
	}
	return fmt.Sprintf(", %d to nodes that were there already", needless)
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	if s.State == sDown {
		return "dead"
	}
	return fmt.Sprintf("%s, %s/s", keysOf(s.Arg[0]&keysMask), sim.Digits(s.Arg[0]>>32))
}

// level is how much of what a node can serve it is asked for, in per cent.
func level(s sim.SpanMark) int {
	if s.State == sDown {
		return 0
	}
	return int((s.Arg[0] >> 32) * 100 / s.Arg[1])
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string { return keysOf(m.Arg[0]) }
