package grade

import (
	"strings"

	"fencepost/lessons/grade/text"
)

// repetitive says whether a text repeats itself: most of its runs of three
// words occurred before, or it uses a few words only.
func repetitive(d *text.Doc) bool {
	seen, runs, again := map[[3]string]bool{}, 0, 0
	distinct := map[string]bool{}
	for i := range d.Tokens {
		distinct[d.Tokens[i].Stem] = true
		if i < 2 {
			continue
		}
		run := [3]string{d.Tokens[i-2].Stem, d.Tokens[i-1].Stem, d.Tokens[i].Stem}
		runs++
		again += truth(seen[run])
		seen[run] = true
	}
	n := len(d.Tokens)
	return n >= 12 && (2*again > runs || 5*len(distinct) < n && n < 200)
}

// keywordList says whether a text strings terms together instead of saying
// something of them: hardly any of its words are function words.
func keywordList(r *reading) bool {
	words, small := 0, 0
	for i := range r.doc.Tokens {
		t := &r.doc.Tokens[i]
		if t.Kind != text.Word {
			continue
		}
		words++
		small += truth(stop[t.Stem] || t.Norm == "not" || t.Norm == "no")
	}
	return words >= 8 && float64(small) < 0.13*float64(words)
}

// addressing are words by which a text speaks to whoever grades it.
var addressing = []string{
	"grader", "full marks", "full mark", "full score", "full credit", "this answer", "10 / 10", "100 %",
	"ignore the previous", "ignore previous", "ignore all", "rubric", "mark all", "all points as", "all criteria",
	"give me", "score me", "award", "instructions", "the student has", "the student covers", "mark this", "mark as",
	"grade this", "grading", "examiner", "language model", "as an ai", "system prompt",
}

// addressed says whether a text speaks to the grader.
func addressed(d *text.Doc) bool {
	var b strings.Builder
	for i := range d.Tokens {
		b.WriteByte(' ')
		b.WriteString(d.Tokens[i].Norm)
	}
	b.WriteByte(' ')
	all, n := b.String(), 0
	for _, a := range addressing {
		n += truth(strings.Contains(all, " "+a+" "))
	}
	return n >= 2
}
