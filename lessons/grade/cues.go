package grade

import (
	"strings"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/text"
)

// copyCues are the shares of a text's words that stand, in runs of four and in
// long ones, on the page or in samples labelled as copied, which may be copies
// of what the page said before.
func (g *gates) copyCues(d *text.Doc) cueSet {
	b := borrowedFrom(d, g.page, g.copies)
	return cueSet{b.share, b.long}
}

// otherCopies are the cues of a sample, which must not be compared with itself.
func (g *gates) otherCopies(d *text.Doc, copied bool) cueSet {
	if !copied {
		return g.copyCues(d)
	}
	g.copies.add(d, -1)
	defer g.copies.add(d, 1)
	return g.copyCues(d)
}

// gameCues say how far what is to the subject is a list of keywords, a
// repetition or words in no order, and how far the full text speaks to whoever
// grades it, each in [0,1]; disorderCue is the last.
func (g *gates) gameCues(d, full *text.Doc) cueSet {
	return cueSet{listing(d), repetition(d), addressing(full), g.disorder(d)}
}

// disorderCue is where gameCues has the disorder.
const disorderCue = 3

// disorder is how far a text's words lack the order of honest ones: honest
// texts have a fluency of 0.4 to 1.2, shuffled ones of 0.4 at most.
func (g *gates) disorder(d *text.Doc) float64 {
	return clamp((0.62 - g.order.fluency(d)) / 0.5)
}

// vagueCues say how far a text makes any point at all: its best point, the
// mean of its points, its clearest misconception, the share of its content
// words that no sample uses, the share of empty praise, whether it speaks of
// what the rubric's concept "elsewhere" lists, and how far it is both strange
// and without a point.
func (s *Scorer) vagueCues(r *reading, alone []float64) cueSet {
	best, sum, n, wrong := 0.0, 0.0, 0.0, 0.0
	for k, t := range s.targets {
		p := fit.Sigmoid(alone[k])
		if t.wrong {
			wrong = max(wrong, p)
		} else {
			best, sum, n = max(best, p), sum+p, n+1
		}
	}
	strange := s.strange(r.full)
	alien := float64(strange * (1 - max(best, wrong)))
	return cueSet{best, sum / max(n, 1), wrong, strange, empty(r.full), s.elsewhere(r), alien}
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

// empty is the share of content words that praise or announce, tenfold.
func empty(d *text.Doc) float64 {
	words := content(d)
	n := 0.0
	for _, w := range words {
		n += float64(truth(praise[w]))
	}
	return min(4*n/max(float64(len(words)), 1), 1)
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

// strange is the share of content words that are not in the samples.
func (s *Scorer) strange(d *text.Doc) float64 {
	words := content(d)
	n := 0.0
	for _, w := range words {
		if _, known := s.index.ids[w]; !known {
			n++
		}
	}
	return n / max(float64(len(words)), 1)
}

// listing is how far a text strings terms together instead of saying something
// of them: an honest text has a function word in three, a list hardly any.
func listing(d *text.Doc) float64 {
	words, small, symbols := 0.0, 0.0, 0.0
	for i := range d.Tokens {
		t := &d.Tokens[i]
		switch {
		case t.Kind == text.Symbol:
			symbols++
		case t.Kind == text.Word && (stop[t.Stem] || t.Neg || t.Norm == "not" || t.Norm == "no"):
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
func repetition(d *text.Doc) float64 {
	n := float64(len(d.Tokens))
	if n < 8 {
		return 0
	}
	distinct := make(map[string]int32, len(d.Tokens)) // stems, numbered
	seen, runs, again := make(map[[3]int32]bool, len(d.Tokens)), 0.0, 0.0
	var run [3]int32
	for i := range d.Tokens {
		stem := d.Tokens[i].Stem
		no, known := distinct[stem]
		if !known {
			no = int32(len(distinct))
			distinct[stem] = no
		}
		if run = [3]int32{run[1], run[2], no}; i < 2 {
			continue
		}
		runs++
		again += float64(truth(seen[run]))
		seen[run] = true
	}
	poor := clamp((0.47 - float64(len(distinct))/min(n, 80)) / 0.2)
	return max(clamp((again/runs-0.1)/0.3), poor)
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
