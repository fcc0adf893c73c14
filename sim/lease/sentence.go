package lease

import (
	"fmt"

	"fencepost/sim"
)

// sentence explains a judgement with the numbers of its trace. Entries are
// counted from 1, as a reader counts the list.
func sentence(t *sim.Trace, j sim.Judgement) string {
	r := read(t)
	switch j.Verdict {
	case vUnsafe:
		return unsafeSentence(t, &r)
	case vLucky:
		return luckySentence(t, &r)
	case vStuck:
		return stuckSentence(t, &r)
	case vSplit:
		return splitSentence(t, &r)
	case vNeedless:
		return needlessSentence(t, &r)
	}
	return safeSentence(t, &r)
}

// at is when an entry stands.
func at(t *sim.Trace, entry int) sim.Millis { return t.Marks[entry].At }

func unsafeSentence(t *sim.Trace, r *reading) string {
	m := &t.Marks[r.lastAccept]
	s := fmt.Sprintf("At %v storage took A’s write with token %d (step %d), %v after the lease had gone to B with token %d.",
		m.At, m.Arg[0], r.lastAccept+1, m.At-at(t, r.handover), r.top)
	if r.storedByB < 0 {
		return s
	}
	return fmt.Sprintf("%s B’s result of %v is lost, and nobody is told.", s, at(t, r.storedByB))
}

func luckySentence(t *sim.Trace, r *reading) string {
	m := &t.Marks[r.stale]
	return fmt.Sprintf("At %v storage took A’s write with token %d (step %d), though the lease was B’s since %v. "+
		"B’s own write at %v happened to replace it; a little later it would have been the other way round.",
		m.At, m.Arg[0], r.stale+1, at(t, r.handover), at(t, r.lastAccept))
}

func stuckSentence(t *sim.Trace, r *reading) string {
	s := fmt.Sprintf("At %v, when the job had to be done, nothing was stored (step %d).", at(t, r.deadline), r.deadline+1)
	switch {
	case r.stored >= 0 && r.handover >= 0:
		return fmt.Sprintf("%s B got the lease at %v and had its result stored at %v.", s, at(t, r.handover), at(t, r.stored))
	case r.stored >= 0:
		return fmt.Sprintf("%s A’s result was stored only at %v.", s, at(t, r.stored))
	}
	return s
}

func splitSentence(t *sim.Trace, r *reading) string {
	s := fmt.Sprintf("From %v on A and B both took themselves for the owner, and at %v A wrote (step %d).",
		at(t, r.handover), at(t, r.lateWrite), r.lateWrite+1)
	if r.refused < 0 {
		return s
	}
	m := &t.Marks[r.refused]
	return fmt.Sprintf("%s Storage knew token %d and refused %d (step %d): B’s result is safe.", s, m.Arg[2], m.Arg[0], r.refused+1)
}

func needlessSentence(t *sim.Trace, r *reading) string {
	s := fmt.Sprintf("At %v the lease went from A to B (step %d), though A was at work.", at(t, r.handover), r.handover+1)
	if !r.running {
		s = fmt.Sprintf("At %v the lease went from A to B (step %d), and A was back at %v, before B had stored anything.",
			at(t, r.handover), r.handover+1, at(t, r.back))
	}
	if r.stored < 0 {
		return s
	}
	return fmt.Sprintf("%s Nothing was lost but time: the result came at %v.", s, at(t, r.stored))
}

func safeSentence(t *sim.Trace, r *reading) string {
	switch {
	case r.stored < 0:
		return "Nothing was stored, and nothing was lost."
	case r.handover < 0:
		return fmt.Sprintf("A kept the lease, and its result was stored at %v. B was never needed.", at(t, r.stored))
	case r.crashed:
		return fmt.Sprintf("A crashed at %v and its lease went to B at %v, whose result was stored at %v: %v after the crash.",
			at(t, r.fell), at(t, r.handover), at(t, r.stored), at(t, r.stored)-at(t, r.fell))
	case r.stop >= 0:
		return fmt.Sprintf("The lease went to B at %v, whose result was stored at %v. A learnt at %v that it was too late, and wrote nothing.",
			at(t, r.handover), at(t, r.stored), at(t, r.stop))
	}
	return fmt.Sprintf("The lease went to B at %v, and B’s result was stored at %v.", at(t, r.handover), at(t, r.lastAccept))
}
