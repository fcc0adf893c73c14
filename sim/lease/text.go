package lease

import (
	"fmt"

	"fencepost/sim"
)

// name is how sentences call a worker.
func name(of sim.ActorID) string {
	return [...]string{"A", "B", "The lease service", "Storage"}[of]
}

// text is the sentence of an entry.
func text(m sim.Mark) string {
	who, a := name(m.Actor), m.Arg
	switch m.Kind {
	case kGrant:
		return grantText(who, a)
	case kStall:
		return who + " stalls just before it writes. Nothing tells anyone."
	case kCrash:
		return who + " crashes just before it writes. Nothing tells anyone."
	case kExpire:
		return expireText(a)
	case kRenew:
		return fmt.Sprintf("%s renews its lease, which now runs until %v.", who, sim.Millis(a[0]))
	case kLost:
		return fmt.Sprintf("%s’s renewal is refused, because the lease has gone on with token %d. %s stops.", who, a[0], who)
	case kUnheard:
		return fmt.Sprintf("%s sends a renewal, which is lost on the way. %s cannot tell.", who, who)
	case kCheck:
		return fmt.Sprintf("%s checks its lease: %v are left, so it will write.", who, sim.Millis(a[0]))
	case kStop:
		return stopText(who, a)
	case kWrite:
		return writeText(who, a)
	case kAccept:
		return acceptText(a)
	case kRefuse:
		return fmt.Sprintf("Storage refuses the write with token %d: it already knows %d.", a[0], a[2])
	default:
		return fmt.Sprintf("The job had to be done by now, %v, and nothing is stored.", sim.Millis(a[0]))
	}
}

func grantText(who string, a sim.Args) string {
	s := fmt.Sprintf("%s takes the lease for %v with token %d", who, sim.Millis(a[1]), a[0])
	if a[2] != 0 {
		return s + ", and the grant tells storage."
	}
	return s + "."
}

func expireText(a sim.Args) string {
	skew := sim.Millis(a[1])
	switch {
	case a[0] == 0:
		return "The lease service has seen no renewal in time: A’s lease expires."
	case skew > 0:
		return fmt.Sprintf("By B’s clock, which is %v ahead, A’s lease has expired.", skew)
	case skew < 0:
		return fmt.Sprintf("By B’s clock, which is %v behind, A’s lease has expired.", -skew)
	}
	return "By B’s clock A’s lease has expired."
}

func stopText(who string, a sim.Args) string {
	if a[0]&resumed != 0 {
		who += " resumes,"
	}
	if a[1] == 0 {
		return who + " checks its lease, sees that it ends at this very instant, and stops."
	}
	return fmt.Sprintf("%s checks its lease, sees that it ended %v ago, and stops.", who, sim.Millis(a[1]))
}

func writeText(who string, a sim.Args) string {
	left := sim.Millis(a[2])
	switch {
	case a[1]&checked != 0 && a[1]&resumed != 0:
		return fmt.Sprintf("%s resumes, checks that its lease has %v left, and writes with token %d.", who, left, a[0])
	case a[1]&checked != 0:
		return fmt.Sprintf("%s checks that its lease has %v left and writes with token %d.", who, left, a[0])
	case a[1]&resumed != 0 && a[1]&late != 0:
		return fmt.Sprintf("%s resumes, still sure that it owns the lease, and writes with token %d.", who, a[0])
	case a[1]&resumed != 0:
		return fmt.Sprintf("%s resumes with %v of its lease left and writes with token %d.", who, left, a[0])
	case a[1]&late != 0:
		return fmt.Sprintf("%s, still sure that it owns the lease, writes with token %d.", who, a[0])
	}
	return fmt.Sprintf("%s writes its result with token %d.", who, a[0])
}

func acceptText(a sim.Args) string {
	s := fmt.Sprintf("Storage accepts the write with token %d", a[0])
	switch {
	case a[2] > a[0]:
		return fmt.Sprintf("%s: %s’s result is overwritten.", s, name(sim.ActorID(a[3])))
	case a[2] != 0:
		return fmt.Sprintf("%s, which replaces %s’s.", s, name(sim.ActorID(a[3])))
	}
	return s + "."
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch s.State {
	case sOwner:
		return fmt.Sprintf("owner, token %d", s.Arg[0])
	case sBelieves:
		return "still sure it is the owner"
	case sFrozen:
		return fmt.Sprintf("frozen for %v", sim.Millis(s.Arg[0]))
	case sCrashed:
		return "crashed"
	case sHolds:
		return fmt.Sprint(s.Arg[0])
	}
	return registerText(s.Holder, s.Arg)
}

func registerText(writer sim.ActorID, a sim.Pair) string {
	switch {
	case a[0] != 0:
		return fmt.Sprintf("highest seen: %d", a[0])
	case a[1] != 0:
		return name(writer) + "’s result"
	}
	return "nothing stored"
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string {
	switch m.Kind {
	case msgGrant:
		return fmt.Sprintf("grants %d", m.Arg[0])
	case msgRenew:
		return "renews"
	}
	return fmt.Sprintf("writes, %d", m.Arg[0])
}
