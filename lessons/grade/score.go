package grade

import (
	"math"
	"slices"

	"fencepost/lessons/grade/match"
)

// Reasons for an unsure verdict, as Finding.Why gives them.
const (
	whyDoubt    = "doubt"    // the probability lies where the scorer is not trusted
	whyGate     = "gate"     // a gate fired
	whyConflict = "conflict" // a misconception that denies the point fires too
	whyNegation = "negation" // the point is said and taken back
	whyAsked    = "asked"    // it stands in questions only
)

// Score says what a text covers. It is a pure function of the scorer and the
// text and never fails: bytes that are not UTF-8 are read as separators.
func (s *Scorer) Score(src string) Result {
	r, _ := s.readings.Get().(*reading)
	if r == nil {
		r = &reading{}
	}
	s.read(r, src)
	out := s.judge(r)
	if len(r.full.Tokens) <= longText {
		s.readings.Put(r)
	}
	return out
}

// longText is the number of words from which on a text's memory is not used
// again: explanations are much shorter, and would hold on to it.
const longText = 2000

// judge is the result of a text that was read.
func (s *Scorer) judge(r *reading) Result {
	s.clues(r)
	points := len(s.rubric.Points)
	findings := make([]Finding, len(s.targets))
	for k := range findings {
		findings[k] = s.decide(k, r)
	}
	out := Result{Rubric: s.rubric.Version, Scorer: s.version}
	out.Points, out.Misconceptions = findings[:points:points], findings[points:]
	s.reconsider(&out, r)
	s.contradict(&out, r)
	cues := s.gates.gameCues(r.doc, r.full, r.lore)
	out.Flags = s.flags(r, cues, out.covers())
	withhold(&out, disowned(r.full), cues[disorderCue] >= disorderly)
	return out
}

// clues collects what is known of a text, target by target.
func (s *Scorer) clues(r *reading) {
	r.clues.clear()
	words := s.said(r)
	for k, m := range s.models {
		alone := words[k] + float64(m.belief*s.evidence(k, r))
		r.clues.add(alone, pooled(r.said.of(k), s.windows.bias[k]), s.neighbours.vote(k, r.like))
	}
}

// said is what a text's words say of each target. What was learned from phrases
// alone, which are short, is asked of single windows: over a whole text it
// would add up to anything.
func (s *Scorer) said(r *reading) []float64 {
	r.sums = sized(r.sums, len(s.targets))
	for k := range r.sums {
		r.sums[k] = s.words.dense(k, r.near[k].similar())
	}
	if s.subject != nil || len(r.passages) == 0 {
		s.words.add(r.features, r.sums)
		return r.sums
	}
	var said table
	s.words.windowed(r.passages, &said)
	for k := range r.sums {
		r.sums[k] = s.words.plus(k, r.passages[greatest(said.of(k))], r.sums[k])
	}
	return r.sums
}

// decide is the verdict on one target in the light of the others.
func (s *Scorer) decide(k int, r *reading) Finding {
	m := s.models[k]
	r.facts = r.clues.features(r.facts[:0], s.targets, k)
	p := fixed(m.scale.Probability(s.context[k].Logit(r.facts, nil)))
	f := Finding{ID: s.targets[k].id, Probability: p, Verdict: Missing}
	switch {
	case p >= m.high:
		f.Verdict = Covered
		if s.targets[k].wrong {
			f.Verdict = Present
		}
	case p > m.low:
		f.Verdict, f.Why = Unsure, whyDoubt
	}
	if f.Verdict != Missing {
		f.Evidence = s.quote(k, r)
	}
	if f.Why == "" && r.onlyAsked(f.Evidence) {
		f.Verdict, f.Why = Unsure, whyAsked
	}
	return f
}

// onlyAsked says whether all that is quoted stands in questions.
func (r *reading) onlyAsked(quoted []Range) bool {
	for _, s := range r.full.Sents {
		start, end := r.full.Range(s.Start, s.End-1)
		within := func(q Range) bool { return q.Start < end && start < q.End }
		if slices.ContainsFunc(quoted, within) && !r.full.Asks(s) {
			return false
		}
	}
	return len(quoted) > 0
}

// fixed is a probability with four decimals: what is stored and compared.
func fixed(p float64) float64 { return math.Round(p*1e4) / 1e4 }

// reconsider leaves a misconception unsure where the author's patterns hear it
// denied and none hears it said: a wrong idea is refused in the words that
// assert it.
func (s *Scorer) reconsider(out *Result, r *reading) {
	for i := range out.Misconceptions {
		f, k := &out.Misconceptions[i], len(out.Points)+i
		t, found := s.targets[k], r.found[k]
		if f.Verdict == Present && found.count(t, match.Against) > 0 && found.count(t, match.Strong) == 0 {
			f.Verdict, f.Why = Unsure, whyNegation
		}
	}
}

// contradict turns a missing point into a contradicted one where the text
// asserts a misconception that denies it or denies the point's own patterns,
// and leaves a covered point unsure where it also asserts such a misconception.
func (s *Scorer) contradict(out *Result, r *reading) {
	n := len(out.Points)
	for i, m := range out.Misconceptions {
		if m.Probability < 0.5 {
			continue
		}
		for _, id := range s.targets[n+i].contradicts {
			for k := range out.Points {
				if out.Points[k].ID == id {
					out.Points[k].against(&out.Misconceptions[i])
				}
			}
		}
	}
	for k := range out.Points {
		s.deny(k, &out.Points[k], r)
	}
}

// against records that a misconception which the text probably asserts denies
// the point. Where both are said neither is decided.
func (f *Finding) against(wrong *Finding) {
	switch {
	case f.Verdict == Missing && wrong.Verdict == Present:
		f.Verdict, f.Evidence = Contradicted, wrong.Evidence
	case f.Verdict == Covered:
		f.Verdict, f.Why = Unsure, whyConflict
		wrong.Verdict, wrong.Why = Unsure, whyConflict
	}
}

// deny looks for the point's strong patterns with their verbs denied, where the
// text hardly says the point and no such pattern says that it does.
func (s *Scorer) deny(k int, f *Finding, r *reading) {
	found := r.found[k]
	doubtful := f.Verdict == Unsure && f.Probability < 0.5 && found.count(s.targets[k], match.Strong) == 0
	if f.Verdict != Missing && !doubtful {
		return
	}
	for i, p := range s.targets[k].patterns {
		if p.Kind == match.Strong && found[i].denied && !found[i].at.Attr {
			f.Verdict, f.Why = Contradicted, ""
			f.Evidence = merge(append(f.Evidence, r.quote(found[i].at)))
		}
	}
}

// covers says whether any point is decided as made.
func (r *Result) covers() bool {
	return slices.ContainsFunc(r.Points, func(f Finding) bool { return f.Verdict == Covered })
}

// disorderly is the disorder from which on points wait for a person, flag or no
// flag: one honest answer in a hundred reaches it, shuffled ones nearly all.
const disorderly = 0.45

// withhold leaves covered points unsure where a gate fired, the words lack an
// order or the text takes back what it says. Terms in a list or in no order
// state nothing, and nor does what is taken back: that makes the points
// improbable too.
func withhold(out *Result, taken, disordered bool) {
	why := whyGate
	if taken {
		why = whyNegation
	}
	empty := taken || slices.Contains(out.Flags, KeywordList) || slices.Contains(out.Flags, Scrambled)
	for i := range out.Points {
		f := &out.Points[i]
		if f.Verdict == Covered && (taken || disordered || len(out.Flags) > 0) {
			f.Verdict, f.Why = Unsure, why
		}
		if empty {
			f.Probability = fixed(f.Probability * 0.45)
		}
	}
}
