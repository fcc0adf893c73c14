package grade

import (
	"slices"
	"strings"

	"fencepost/lessons/grade/text"
)

// copyCues are the shares of a text's words that stand, in runs of four and in
// long ones, on the page or in samples labelled as copied, which may be copies
// of what the page said before.
func (g *gates) copyCues(d *text.Doc) cueSet {
	b := g.borrowed(d)
	return cueSet{b.share, b.long}
}

// otherCopies are the cues of a sample, which must not be compared with itself.
func (g *gates) otherCopies(d *text.Doc, copied bool) cueSet {
	if !copied {
		return g.copyCues(d)
	}
	g.stems.count(g.copies, d, -1)
	defer g.stems.count(g.copies, d, 1)
	return g.copyCues(d)
}

// gameCues say how far what is to the subject is a list of keywords, a
// repetition or words in no order, and how far the full text speaks to whoever
// grades it, each in [0,1]; disorderCue is the last.
func (g *gates) gameCues(d, full *text.Doc, lore []lore) cueSet {
	return cueSet{listing(d, lore), repetition(d, lore), addressing(full), g.disorder(d, lore)}
}

// disorderCue is where gameCues has the disorder.
const disorderCue = 3

// disorder is how far a text's words lack the order of honest ones: honest
// texts have a fluency of 0.4 to 1.2, shuffled ones of 0.4 at most.
func (g *gates) disorder(d *text.Doc, lore []lore) float64 {
	return clamp((0.62 - g.order.fluency(d, lore)) / 0.5)
}

// vagueCues say how far a text makes any point at all: its best point, the
// mean of its points, its clearest misconception, the share of its content
// words that no sample uses, the share of empty praise, whether it speaks of
// what the rubric's concept "elsewhere" lists, and how far it is both strange
// and without a point.
func (s *Scorer) vagueCues(r *reading, known *clues) cueSet {
	best, sum, n, wrong := 0.0, 0.0, 0.0, 0.0
	for k, t := range s.targets {
		p := known.chance[k]
		if t.wrong {
			wrong = max(wrong, p)
		} else {
			best, sum, n = max(best, p), sum+p, n+1
		}
	}
	strange, praising := r.strangeness()
	alien := float64(strange * (1 - max(best, wrong)))
	return cueSet{best, sum / max(n, 1), wrong, strange, min(4*praising, 1), s.elsewhere(r), alien}
}

// elsewhere counts the different words of other subjects, three at most.
func (s *Scorer) elsewhere(r *reading) float64 {
	c := s.lexicon.Concept(elsewhereConcept)
	if c < 0 {
		return 0
	}
	seen := map[string]bool{}
	for _, hit := range r.hits.Of(c) {
		seen[r.doc.Tokens[hit.Start].Stem] = true
	}
	return min(float64(len(seen))/3, 1)
}

// elsewhereConcept is the concept in which a rubric lists the words of
// subjects that share its terms: a lease of a flat, a token of a login.
const elsewhereConcept = "elsewhere"

// strangeness is the share of a text's content words that are not in the
// samples, and the share of those that praise or announce.
func (r *reading) strangeness() (strange, praising float64) {
	words := 0.0
	for i := range r.full.Tokens {
		t := &r.full.Tokens[i]
		if w := &r.lore[t.Form]; t.Kind == text.Word && !w.stop {
			words++
			strange += float64(truth(w.term == none))
			praising += float64(truth(w.praise))
		}
	}
	words = max(words, 1)
	return strange / words, praising / words
}

// praise holds stems that fill an answer without saying anything of its
// subject.
var praise = stems(`important crucial critical vital essential useful helpful fundamental robust scalable reliable
	consistent efficient effective holistic best practice production modern cloud seamless leverage synergy
	resilient technique approach complement aspect field era domain governance guardrail interesting thank
	thanks enjoy liked opinion learned learn understand discuss depend requirement carefully consider team
	lesson page demo animation slider colour figure exercise journey truly great good nice clear topic study
	exam teacher course sorry english opinion recommend advantage disadvantage pros cons various many aspects
	together purpose overall conclusion conclude ensure role big companies company`)

func stems(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[text.Stem(w)] = true
	}
	return m
}

// listing is how far a text strings terms together instead of saying something
// of them: an honest text has a function word in three, a list hardly any.
func listing(d *text.Doc, lore []lore) float64 {
	words, small, symbols := 0.0, 0.0, 0.0
	for i := range d.Tokens {
		t := &d.Tokens[i]
		switch {
		case t.Kind == text.Symbol:
			symbols++
		case t.Kind == text.Word && (lore[t.Form].stop || t.Neg || t.Norm == "not" || t.Norm == "no"):
			small++
			words++
		case t.Kind == text.Word:
			words++
		}
	}
	if words < 8 || 10*symbols > words {
		return 0
	}
	return clamp((0.22 - small/words) / 0.14)
}

func clamp(v float64) float64 { return max(0, min(1, v)) }

// repetition is the share of a text's runs of three words that stood in it
// before, or the lack of different words.
func repetition(d *text.Doc, lore []lore) float64 {
	n := len(d.Tokens)
	if n < 8 {
		return 0
	}
	stems, runs := make([]uint64, n), make([]uint64, 0, n)
	for i := range d.Tokens {
		stems[i] = uint64(lore[d.Tokens[i].Form].root)
		if i >= 2 {
			runs = append(runs, stems[i-2]<<40|stems[i-1]<<20|stems[i]) // a text has less than 2^20 words
		}
	}
	again := float64(len(runs)-distinct(runs)) / float64(len(runs))
	poor := clamp((0.47 - float64(distinct(stems))/min(float64(n), 80)) / 0.2)
	return max(clamp((again-0.1)/0.3), poor)
}

// distinct counts different numbers, which it puts in order.
func distinct(list []uint64) int {
	slices.Sort(list)
	return len(slices.Compact(list))
}

// addressing is how far a text speaks to whoever grades it: two such phrases
// are enough.
func addressing(d *text.Doc) float64 { return min(float64(addresses.in(d))/2, 1) }

// addresses are phrases by which a text speaks to whoever grades it.
var addresses = sayingsOf(
	"grader", "full marks", "full mark", "full score", "full credit", "full points", "this answer", "10 10", "100",
	"ignore the previous", "ignore previous", "ignore all", "ignore the above", "rubric", "mark all", "all points",
	"all criteria", "key points", "give me", "score me", "award", "previous instructions", "instructions",
	"the student", "mark this", "mark as", "marks", "grade", "grade this", "grading", "examiner", "evaluator",
	"language model", "as an ai", "system prompt", "you are", "criteria", "be credited", "credited", "please give",
	"maximum score", "highest score", "top marks", "pass me", "every point", "each point", "model answer", "confidence high",
	"output", "have to pass", "need this course", "scorer", "marker", "assessor", "rated", "covers all", "dear", "rubric items", "covered true", "probability one", "do not flag", "flag this",
	"remaining checks", "ignore remaining", "all items", "misconception as absent", "key point as covered",
)
