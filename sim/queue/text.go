package queue

import (
	"fmt"

	"fencepost/sim"
)

// names are how sentences call the actors.
var names = [...]string{actorProducer: "The producer", actorBroker: "The broker", actorA: "A", actorB: "B", actorLedger: "The ledger"}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	who, n := names[m.Actor], m.Arg[0]+1
	switch m.Kind {
	case kSend:
		return sendText(m.Arg)
	case kReceive:
		return receiveText(who, m.Arg)
	case kPause:
		return fmt.Sprintf("%s pauses just before it posts payment %d. Nothing tells anyone.", who, n)
	case kExtend:
		return fmt.Sprintf("%s asks for more time: payment %d stays hidden until %v.", who, n, sim.Millis(m.Arg[1]))
	case kPost:
		return postText(m.Arg)
	case kSkip:
		return fmt.Sprintf("%s posts payment %d; the ledger has it already and changes nothing.", names[m.Arg[1]], n)
	case kFail:
		return failText(m.Arg)
	case kAck:
		return fmt.Sprintf("The broker has %s’s acknowledgement and forgets payment %d.", names[m.Arg[1]], n)
	case kLateAck:
		return lateAckText(m.Arg)
	case kLostAck:
		return fmt.Sprintf("%s acknowledges payment %d, and that is lost on the way. %s cannot tell.", who, n, who)
	case kVisible:
		return fmt.Sprintf("No acknowledgement has come in %v: payment %d is visible again.", sim.Millis(m.Arg[1]), n)
	case kDead:
		return fmt.Sprintf("Received %s and never acknowledged: payment %d goes to the dead letters.", times(m.Arg[1]), n)
	case kCrash:
		return crashText(who, m.Arg)
	}
	return who + " is back, and remembers nothing."
}

func failText(a sim.Args) string {
	s := fmt.Sprintf("%s cannot post payment %d: there is no such account.", names[a[1]], a[0]+1)
	if a[2] == ackAfter {
		s += " It acknowledges nothing."
	}
	return s
}

func sendText(a sim.Args) string {
	if a[1] == 1 {
		return "The producer sends payment 1."
	}
	return fmt.Sprintf("The producer sends payment %d, of account %c.", a[0]+1, accounts[a[0]])
}

func times(n int64) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func receiveText(who string, a sim.Args) string {
	s := fmt.Sprintf("%s receives payment %d", who, a[0]+1)
	if a[2] > 1 {
		s += fmt.Sprintf(", as its receiver number %d", a[2])
	}
	if a[3] == ackBefore {
		return s + ", and acknowledges it at once."
	}
	return s + fmt.Sprintf("; it is hidden for %v.", sim.Millis(a[1]))
}

func postText(a sim.Args) string {
	if a[2] > 1 {
		return fmt.Sprintf("%s posts payment %d: the ledger now has it %s.", names[a[1]], a[0]+1, times(a[2]))
	}
	return fmt.Sprintf("%s posts payment %d.", names[a[1]], a[0]+1)
}

func crashText(who string, a sim.Args) string {
	switch {
	case a[1] == 0:
		return fmt.Sprintf("%s crashes before it posts payment %d.", who, a[0]+1)
	case a[2] == ackBefore:
		return fmt.Sprintf("%s crashes, payment %d being posted.", who, a[0]+1)
	}
	return fmt.Sprintf("%s crashes, payment %d being posted and not acknowledged.", who, a[0]+1)
}

func lateAckText(a sim.Args) string {
	if a[2] != 0 {
		return fmt.Sprintf("The broker gets %s’s acknowledgement of payment %d, which is gone already.", names[a[1]], a[0]+1)
	}
	return fmt.Sprintf("The broker refuses %s’s acknowledgement of payment %d: its time is over.", names[a[1]], a[0]+1)
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch s.State {
	case sQueued:
		return queuedText(s.Arg)
	case sWorks:
		return fmt.Sprintf("payment %d", s.Arg[0]+1)
	case sPaused:
		return fmt.Sprintf("paused for %v", sim.Millis(s.Arg[0]))
	case sCrashed:
		return "crashed"
	}
	if s.Arg[0] == 0 {
		return "empty"
	}
	return count(s.Arg[0], "posting")
}

func queuedText(a sim.Pair) string {
	switch {
	case a[0] > 0 && a[1] > 0:
		return fmt.Sprintf("%d visible, %d hidden", a[0], a[1])
	case a[0] > 0:
		return fmt.Sprintf("%d visible", a[0])
	case a[1] > 0:
		return fmt.Sprintf("%d hidden", a[1])
	}
	return "empty"
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string {
	n := m.Arg[0] + 1
	switch m.Kind {
	case msgPost:
		return fmt.Sprintf("posts %d", n)
	case msgAck:
		return fmt.Sprintf("ack %d", n)
	}
	return fmt.Sprintf("payment %d", n)
}
