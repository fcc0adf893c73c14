package grade

import "slices"

// Heard is what the scorer says of a sentence about one key point.
type Heard struct {
	Verdict     Verdict
	Probability float64  // calibrated, [0,1], that the sentence makes the point
	Against     []string // misconceptions in it that deny the point
}

// Hear says whether a sentence or two make one key point; a point that the
// rubric does not have is missing. What is asked of a whole explanation, to be
// long enough and to stay with the subject, is not asked of a sentence: the
// other gates hold.
func (s *Scorer) Hear(point, src string) Heard {
	r := s.Score(src)
	i := slices.IndexFunc(r.Points, func(f Finding) bool { return f.ID == point })
	if i < 0 {
		return Heard{Verdict: Missing}
	}
	h := Heard{Verdict: r.Points[i].Verdict, Probability: r.Points[i].Probability}
	if f := &r.Points[i]; f.Why == whyGate && onlyWhole(r.Flags) {
		h.Verdict = Covered
	}
	for k, m := range r.Misconceptions {
		if m.Verdict == Present && slices.Contains(s.targets[len(r.Points)+k].contradicts, point) {
			h.Against = append(h.Against, m.ID)
		}
	}
	return h
}

// onlyWhole says whether there are flags and all are of whole explanations
// only.
func onlyWhole(flags []Flag) bool {
	for _, f := range flags {
		if f != TooShort && f != OffTopic {
			return false
		}
	}
	return len(flags) > 0
}
