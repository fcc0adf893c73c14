package writeskew

import (
	"fmt"

	"fencepost/sim"
)

var names = [2]string{"A", "B"}

// state is a server's state in a word.
func state(up int64) string {
	if up != 0 {
		return "up"
	}
	return "down"
}

// text is the sentence of an entry. A client's own server is numbered as its
// row is.
func text(m sim.Mark) string {
	who, own, other, a := names[m.Actor], m.Actor+1, 2-m.Actor, m.Arg
	switch m.Kind {
	case kRead:
		return readText(who, own, a)
	case kLock:
		return fmt.Sprintf("%s locks row %d and reads that server %d is %s.", who, a[0]+1, a[0]+1, state(a[1]))
	case kWait:
		return fmt.Sprintf("%s asks for row %d and waits: %s has its lock.", who, a[0]+1, names[1-m.Actor])
	case kDecide:
		return fmt.Sprintf("%s decides to take server %d down, since server %d is up.", who, own, other)
	case kLeave:
		return fmt.Sprintf("%s leaves server %d up, since server %d is down.", who, own, other)
	case kWrite:
		if a[0] == 0 {
			return fmt.Sprintf("%s writes that server %d is down. So is server %d.", who, own, other)
		}
		return fmt.Sprintf("%s writes that server %d is down.", who, own)
	case kRefuse:
		return fmt.Sprintf("%s writes that server %d is down, and is refused: %s.", who, own, because(a[0]))
	case kCheck:
		return fmt.Sprintf("%s writes that server %d is down, and the check refuses it: no server would be up.", who, own)
	case kAbort:
		return fmt.Sprintf("%s asks for row %d and is turned away: the row was changed after its transaction began.", who, a[0]+1)
	}
	return fmt.Sprintf("%s asks for row %d, while %s waits for row %d: a deadlock. %s is made to begin again.",
		who, a[0]+1, names[1-m.Actor], a[1]+1, who)
}

func because(isolation int64) string {
	if isolation == repeatable {
		return "the count was changed after its transaction began"
	}
	return "what it read was changed after its transaction began"
}

func readText(who string, own sim.ActorID, a sim.Args) string {
	what := fmt.Sprintf("reads that server 1 is %s and server 2 is %s", state(a[0]), state(a[1]))
	if a[0] == a[1] {
		what = "reads that both servers are " + state(a[0])
	}
	if a[2] != 0 {
		return fmt.Sprintf("%s locks row %d, and %s.", who, own, what)
	}
	return fmt.Sprintf("%s %s.", who, what)
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch s.State {
	case sRow, sDown:
		return state(s.Arg[0])
	case sWaits:
		return fmt.Sprintf("waits for row %d", s.Arg[0]+1)
	case sLock:
		return "has the lock"
	}
	if s.Arg[0] == s.Arg[1] {
		return "read both " + state(s.Arg[0])
	}
	return "read one up"
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string {
	if m.Kind == msgRead {
		return "reads " + state(m.Arg[0])
	}
	return "down"
}
