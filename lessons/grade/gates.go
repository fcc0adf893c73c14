package grade

import (
	"slices"

	"fencepost/lessons/grade/fit"
	"fencepost/lessons/grade/text"
)

// gates are what a text must pass for its points to count by themselves.
type gates struct {
	stems  stemNumbers
	page   shingles // of the lesson
	copies shingles // of the samples labelled as copied
	order  *wordOrder
	words  *panel        // what words say of each flag
	cues   [3]*fit.Model // what its cues say, the words' log odds among them
}

// The flags that are learned, as gates number them.
const (
	copiedFlag = iota
	gamingFlag
	vagueFlag
)

func newGates() *gates {
	return &gates{stems: stemNumbers{}, page: shingles{}, copies: shingles{}, order: newWordOrder()}
}

// fitGates learns the lesson's page and the samples that were labelled as
// copied, as a cheat or as off topic.
func (s *Scorer) fitGates(c *corpus, page string, list []clues) {
	g := newGates()
	s.gates = g
	s.readPage(page)
	for i, sample := range c.samples {
		if sample.Copied == 1 {
			g.stems.count(g.copies, c.readings[i].full, 1)
		}
		if sample.Gaming == 0 {
			g.order.add(c.readings[i].doc, c.readings[i].lore, 1)
		}
	}
	g.stems.forget(g.copies, s.reader.Read(s.rubric.Prompt))
	n := len(c.samples)
	copied, gaming, vague := make([]bool, n), make([]bool, n), make([]bool, n)
	var adversaries []cueSet
	copyCues, gamingCues, vagueCues := make([]cueSet, n), make([]cueSet, n), make([]cueSet, n)
	for i := range c.samples {
		x, r := &c.samples[i], c.readings[i]
		copied[i], gaming[i], vague[i] = x.Copied == 1, x.Gaming == 1, x.OffTopic == 1
		copyCues[i] = g.otherCopies(r.full, copied[i])
		if !gaming[i] {
			g.order.add(r.doc, r.lore, -1)
		}
		gamingCues[i] = g.gameCues(r.doc, r.full, r.lore)
		adversaries = append(adversaries, g.gameCues(scramble(r.doc, x.ID), r.full, r.lore), g.gameCues(keywords(r.doc), r.full, r.lore))
		if !gaming[i] {
			g.order.add(r.doc, r.lore, 1)
		}
		vagueCues[i] = s.vagueCues(r, &list[i])
	}
	var words [3]*fit.Model
	words[copiedFlag], g.cues[copiedFlag] = s.fitFlag(c, copied, copyCues, nil, copyBias, copiedPriors)
	words[gamingFlag], g.cues[gamingFlag] = s.fitFlag(c, gaming, gamingCues, adversaries, flagBias, gamingPriors)
	words[vagueFlag], g.cues[vagueFlag] = s.fitFlag(c, vague, vagueCues, nil, vagueBias, vaguePriors)
	settle(words[:]...)
	settle(g.cues[:]...)
	g.words = newPanel(words[:])
}

// readPage files what the page and the rubric say, but for the question, which may be quoted.
func (s *Scorer) readPage(page string) {
	g := s.gates
	g.stems.count(g.page, s.reader.Read(page), 1)
	for _, p := range s.rubric.Points {
		g.stems.count(g.page, s.reader.Read(p.Statement), 1)
	}
	g.stems.forget(g.page, s.reader.Read(s.rubric.Prompt))
}

// flags lists the gates that a text with these cues of a cheat fires. One that
// makes a point is on topic.
func (s *Scorer) flags(r *reading, cues cueSet, makesPoint bool) []Flag {
	g := s.gates
	words := append(r.sums[:0], g.words.bias...)
	g.words.add(r.features, words)
	flags := []Flag{}
	if fewWords(r.full) {
		flags = append(flags, TooShort)
	}
	if g.probability(copiedFlag, words, g.copyCues(r.full)) >= 0.5 {
		flags = append(flags, Copied)
	}
	switch {
	case g.probability(gamingFlag, words, cues) >= 0.5:
		flags = append(append(flags, cheats(cues)...), Gaming)
	case !makesPoint && g.probability(vagueFlag, words, s.vagueCues(r, &r.clues)) >= offTopic:
		flags = append(flags, OffTopic)
	}
	return flags
}

// cheats names what makes a text a cheat, from its cues.
func cheats(cues cueSet) []Flag {
	var flags []Flag
	for i, flag := range []Flag{KeywordList, Repetition, Addressed, Scrambled} {
		if cues[i] >= 0.5 {
			flags = append(flags, flag)
		}
	}
	return flags
}

// minWords is how many different words an explanation has at least.
const minWords = 5

// fewWords says whether a text has less than that of two letters or more.
func fewWords(d *text.Doc) bool {
	seen := make([]string, 0, minWords)
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Kind == text.Word && len(t.Norm) > 1 && !slices.Contains(seen, t.Stem) {
			if seen = append(seen, t.Stem); len(seen) == minWords {
				return false
			}
		}
	}
	return true
}

// offTopic is the probability from which on a text is flagged as off topic:
// overlooking one leaves a student without a word of help, a needless flag only
// sends the answer to a person.
const offTopic = 0.35
