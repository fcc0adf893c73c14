package backlog

import (
	"fmt"

	"fencepost/sim"
)

// names are how sentences call the actors.
var names = [...]string{actorQueue: "The queue", actorA: "A", actorB: "B", actorC: "C"}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	a := m.Arg
	switch m.Kind {
	case kCome:
		return comeText(a)
	case kTurn:
		return fmt.Sprintf("Message %d is turned away: %s already. Its sender is told.", a[0]+1, lowWait(a[2]))
	case kBurst:
		return burstText(a)
	case kTake:
		return fmt.Sprintf("%s has finished message %d and takes message %d, which has waited for %v: %s.",
			names[m.Actor], a[0]+1, a[1]+1, sim.Millis(a[2]), lowWait(a[3]))
	case kDone:
		return fmt.Sprintf("%s has finished message %d and is free.", names[m.Actor], a[0]+1)
	case kGiveUp:
		return fmt.Sprintf("Message %d has waited for %v and its sender gives up. The queue does not know.", a[0]+1, sim.Millis(a[1]))
	}
	return fmt.Sprintf("The %v are over: %s.", sim.Millis(end), lowWait(a[0]))
}

func comeText(a sim.Args) string {
	if taker := sim.ActorID(a[1]); taker != actorQueue {
		return fmt.Sprintf("Message %d comes, and %s takes it at once.", a[0]+1, names[taker])
	}
	return fmt.Sprintf("Message %d comes and has to wait: %s.", a[0]+1, lowWait(a[2]))
}

func burstText(a sim.Args) string {
	come := "come"
	if a[0] == 1 {
		come = "comes"
	}
	s := fmt.Sprintf("%s %s at once: %d taken, %d turned away, %s.", countMessages(a[0]), come, a[1], a[2], lowWait(a[3]))
	if a[2] == 0 {
		s = fmt.Sprintf("%s %s at once: %d taken, %s.", countMessages(a[0]), come, a[1], lowWait(a[3]))
	}
	return s
}

func countMessages(n int64) string {
	if n == 1 {
		return "1 message"
	}
	return fmt.Sprintf("%d messages", n)
}

// waitText is how many messages wait, as a sentence begins.
func waitText(n int64) string {
	if n == 1 {
		return "1 message waited"
	}
	return fmt.Sprintf("%d messages waited", n)
}

// lowWait is how many messages wait, within a sentence.
func lowWait(n int64) string {
	switch n {
	case 0:
		return "none wait"
	case 1:
		return "1 waits"
	}
	return fmt.Sprintf("%d wait", n)
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch {
	case s.State == sWaiting && s.Arg[0] == 0:
		return "empty"
	case s.State == sWaiting:
		return fmt.Sprintf("waiting, %d", s.Arg[0])
	}
	return fmt.Sprintf("no. %d", s.Arg[0]+1)
}
