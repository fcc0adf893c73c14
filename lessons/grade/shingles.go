package grade

import (
	"iter"

	"fencepost/lessons/grade/text"
)

// shingles are the runs of runWords stems of some texts, stop words and all:
// whoever writes of the same subject shares its terms, but hardly ever four
// words in a row that someone else wrote.
type shingles map[[runWords]string]int

const (
	runWords = 4
	// longRun is how many words in a row are no chance any more.
	longRun = 6
	// A copy has longestRun words in a row and at least leastBorrowed in all: a
	// sentence of one's own can be as good as the same as one of the page.
	longestRun    = 8
	leastBorrowed = 16
)

// content lists the stems of a text that are not stop words.
func content(d *text.Doc) []string {
	var out []string
	for i := range d.Tokens {
		if t := &d.Tokens[i]; t.Kind == text.Word && !stop[t.Stem] {
			out = append(out, t.Stem)
		}
	}
	return out
}

// runs are a text's shingles in order.
func runs(d *text.Doc) iter.Seq[[runWords]string] {
	return func(yield func([runWords]string) bool) {
		var r [runWords]string
		for i := range d.Tokens {
			copy(r[:], r[1:])
			r[runWords-1] = d.Tokens[i].Stem
			if i+1 >= runWords && !yield(r) {
				return
			}
		}
	}
}

// add counts each shingle of a text once more; by -1 takes it away.
func (s shingles) add(d *text.Doc, by int) {
	for r := range runs(d) {
		s[r] += by
	}
}

// forget takes a text's shingles away altogether.
func (s shingles) forget(d *text.Doc) {
	for r := range runs(d) {
		delete(s, r)
	}
}

// borrowed says how much of a text others wrote.
type borrowed struct {
	share float64 // of its words, in runs of four or more, in [0,1]
	long  float64 // of its words, in long runs
}

// borrowedFrom compares a text with several sources, of which a run may join the
// words.
func borrowedFrom(d *text.Doc, sources ...shingles) borrowed {
	run, some, long, longest := 0, 0, 0, 0
	end := func() {
		if run > 0 {
			words := run + runWords - 1
			some, longest = some+words, max(longest, words)
			if words >= longRun {
				long += words
			}
		}
		run = 0
	}
	for r := range runs(d) {
		if known(r, sources) {
			run++
		} else if run > 0 {
			end()
		}
	}
	end()
	if longest < longestRun || some < leastBorrowed {
		return borrowed{}
	}
	n := max(float64(len(d.Tokens)), 1)
	return borrowed{min(float64(some)/n, 1), min(float64(long)/n, 1)}
}

func known(r [runWords]string, sources []shingles) bool {
	for _, s := range sources {
		if s[r] > 0 {
			return true
		}
	}
	return false
}
