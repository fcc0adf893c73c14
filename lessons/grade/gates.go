package grade

import (
	"fencepost/lessons/grade/text"
)

// gates are what a text must pass for its points to count by themselves.
type gates struct {
	page   shingles // of the lesson
	copies shingles // of samples labelled as copied
}

// newGates learns the lesson's page and the samples that copied from it.
func newGates(s *Scorer, c *corpus, page string) *gates {
	g := &gates{page: shingles{}, copies: shingles{}}
	g.page.add(s.reader.Read(page))
	for i, sample := range c.samples {
		if sample.Copied == 1 {
			g.copies.add(c.readings[i].doc)
		}
	}
	return g
}

// flags lists the gates that a text fires.
func (g *gates) flags(r *reading, out *Result) []Flag {
	flags := []Flag{}
	if wordCount(r.doc) < minWords {
		flags = append(flags, TooShort)
	}
	if g.copied(r.doc) {
		flags = append(flags, Copied)
	}
	cheats := g.cheats(r)
	if flags = append(flags, cheats...); len(cheats) > 0 {
		flags = append(flags, Gaming)
	}
	return flags
}

// cheats lists the gates by which a text is no honest explanation.
func (g *gates) cheats(r *reading) []Flag {
	var flags []Flag
	if keywordList(r) {
		flags = append(flags, KeywordList)
	}
	if repetitive(r.doc) {
		flags = append(flags, Repetition)
	}
	if addressed(r.doc) {
		flags = append(flags, Addressed)
	}
	return flags
}

// minWords is how many words an explanation has at least.
const minWords = 5

func wordCount(d *text.Doc) int {
	n := 0
	for i := range d.Tokens {
		n += truth(d.Tokens[i].Kind == text.Word && len(d.Tokens[i].Norm) > 1)
	}
	return n
}
