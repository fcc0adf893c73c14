package sim

// Event is something that will happen.
type Event struct {
	At      Millis
	N       int32  // the model's own
	Message int32  // the message whose arrival this is
	seq     uint32 // order within a rank
	Rank    uint8  // order within one millisecond
	Kind    uint8  // the model's own
	Actor   ActorID
}

// Ticket names a scheduled event.
type Ticket struct{ seq uint32 }

// queue holds the events to come, the next one last. Protocols of a lesson
// have few at a time, and new ones are mostly due soon, so that walking in from
// the end beats a heap.
type queue []Event

// before reports whether e happens before f.
func (e *Event) before(f *Event) bool {
	if e.At != f.At {
		return e.At < f.At
	}
	return uint64(e.Rank)<<32|uint64(e.seq) < uint64(f.Rank)<<32|uint64(f.seq)
}

func (q *queue) push(e Event) {
	s := append(*q, e)
	i := len(s) - 1
	for i > 0 && s[i-1].before(&e) {
		s[i] = s[i-1]
		i--
	}
	s[i] = e
	*q = s
}

func (q *queue) pop() Event {
	s := *q
	e := s[len(s)-1]
	*q = s[:len(s)-1]
	return e
}

func (q *queue) remove(seq uint32) bool {
	s := *q
	for i := range s {
		if s[i].seq == seq {
			*q = append(s[:i], s[i+1:]...)
			return true
		}
	}
	return false
}
