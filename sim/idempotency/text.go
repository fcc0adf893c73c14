package idempotency

import (
	"fmt"

	"fencepost/sim"
)

// text is the sentence of an entry.
func text(m sim.Mark) string {
	a := m.Arg
	switch m.Kind {
	case kSend:
		return sendText(a)
	case kLostRequest:
		return "The request is lost on its way."
	case kArrive:
		return fmt.Sprintf("The server receives the %s request%s.", ordinals[a[0]], withKey(a[1], a[2]))
	case kTurnedAway:
		return fmt.Sprintf("The %s request finds the server down, and is lost.", ordinals[a[0]])
	case kLook:
		return lookText(a)
	case kBook:
		return bookText(a)
	case kKey:
		return keyText(a)
	case kCommit:
		return commitText(a)
	case kAnswer:
		return fmt.Sprintf("The server answers the %s request: booked.", ordinals[a[0]])
	case kLostAnswer:
		return "The answer is lost on its way."
	case kTold:
		return toldText(a)
	case kCrash:
		return fmt.Sprintf("The server crashes, just before it would %s.", crashWords[a[0]])
	case kBack:
		if a[0] != 0 {
			return "The server is back. Its memory is empty."
		}
		return "The server is back."
	}
	return fmt.Sprintf("The client gives up after %s.", times(a[0]))
}

var (
	ordinals   = [slots]string{"first", "second", "third", "fourth", "fifth"}
	crashWords = [...]string{toBook: "book", toKey: "store the key", toCommit: "commit", toAnswer: "answer"}
)

func keyName(key int64) string { return fmt.Sprintf("K%d", key+1) }

// withKey is what a request carries, where the server looks at it.
func withKey(key, used int64) string {
	if used == 0 {
		return ""
	}
	return " with key " + keyName(key)
}

func sendText(a sim.Args) string {
	if a[2] == 1 && a[0] == 1 {
		return fmt.Sprintf("The client sends the same once more%s: a double click.", withKey(a[1], a[3]))
	}
	if a[2] > 1 {
		return fmt.Sprintf("No answer has come. The client sends its request again%s.", withKey(a[1], a[3]))
	}
	return fmt.Sprintf("The client asks for a payment%s.", withKey(a[1], a[3]))
}

func lookText(a sim.Args) string {
	where := "in the database"
	if a[2] != 0 {
		where = "in its memory"
	}
	if a[1] != 0 {
		return fmt.Sprintf("The server looks for %s %s and finds it.", keyName(a[0]), where)
	}
	return fmt.Sprintf("The server looks for %s %s: unknown.", keyName(a[0]), where)
}

func bookText(a sim.Args) string {
	switch {
	case a[1] != 0 && a[2] != 0:
		return "The database sets the order to paid. It was paid already, so nothing changes."
	case a[1] != 0:
		return "The database sets the order to paid."
	case a[0] > 1:
		return fmt.Sprintf("The database books the payment again: it is booked %d times now.", a[0])
	}
	return "The database books the payment."
}

func keyText(a sim.Args) string {
	switch {
	case a[2] == inMemory:
		return fmt.Sprintf("The server remembers %s.", keyName(a[0]))
	case a[1] != 0 && a[2] == keyBefore:
		return fmt.Sprintf("The database has %s already. The server takes the request for done.", keyName(a[0]))
	case a[1] != 0:
		return fmt.Sprintf("The database has %s already. It comes too late: both have booked.", keyName(a[0]))
	}
	return fmt.Sprintf("The database stores %s.", keyName(a[0]))
}

func commitText(a sim.Args) string {
	if a[1] != 0 {
		return fmt.Sprintf("The database has %s already and undoes the whole transaction: nothing is booked.", keyName(a[2]))
	}
	if a[0] > 1 {
		return fmt.Sprintf("The database stores %s and books the payment again, in one transaction: it is booked %d times now.", keyName(a[2]), a[0])
	}
	return fmt.Sprintf("The database stores %s and books the payment, in one transaction.", keyName(a[2]))
}

func toldText(a sim.Args) string {
	if a[1] != 0 {
		return "The client gets another answer: booked. It has stopped waiting for one."
	}
	return "The client gets the answer: booked."
}

// spanText is the label of a bar.
func spanText(s sim.SpanMark) string {
	switch s.State {
	case sWaits:
		return "waits"
	case sWorks:
		return "works"
	case sDown:
		return "down"
	}
	return shelfText(s.Arg[0], s.Arg[1])
}

// shelfText is what the database holds.
func shelfText(booked, keys int64) string {
	switch {
	case booked == 0 && keys == 0:
		return "nothing"
	case booked == 0:
		return "key, not booked"
	case keys == 0:
		return fmt.Sprintf("booked %s", count(booked))
	}
	return fmt.Sprintf("booked %s, key", count(booked))
}

func count(n int64) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// messageText is the label of an arrow.
func messageText(m sim.MessageMark) string {
	switch m.Kind {
	case msgRequest:
		return "asks"
	case msgAnswer:
		return "booked"
	}
	return ""
}
