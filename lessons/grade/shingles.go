package grade

import (
	"iter"
	"slices"

	"fencepost/lessons/grade/text"
)

// shingles are the runs of runWords stems of some texts, stop words and all, and
// how often each is there: whoever writes of the same subject shares its terms,
// but hardly ever four words in a row that someone else wrote.
type shingles map[run]int32

// run is a run of stems by their numbers.
type run [runWords]int32

// stemNumbers are the numbers of the stems of shingles.
type stemNumbers map[string]int32

const (
	runWords = 4
	// longRun is how many words in a row are no chance any more.
	longRun = 6
	// A copy has longestRun words in a row and at least leastBorrowed in all: a
	// sentence of one's own can be as good as the same as one of the page.
	longestRun    = 8
	leastBorrowed = 16
)

// of lists the numbers of a text's stems by form, none where they have none.
func (n stemNumbers) of(d *text.Doc) []int32 {
	out := make([]int32, len(d.Forms))
	for i := range d.Forms {
		out[i] = none
		if no, known := n[d.Forms[i].Stem]; known {
			out[i] = no
		}
	}
	return out
}

// number is the number of a stem, a new one where it had none.
func (n stemNumbers) number(stem string) int32 {
	no, known := n[stem]
	if !known {
		no = int32(len(n))
		n[stem] = no
	}
	return no
}

// names are the stems by their numbers.
func (n stemNumbers) names() []string {
	out := make([]string, len(n))
	for stem, no := range n {
		out[no] = stem
	}
	return out
}

// runs are a text's runs in order, given the numbers of its forms.
func runs(d *text.Doc, numbers []int32) iter.Seq[run] {
	return func(yield func(run) bool) {
		var r run
		for i := range d.Tokens {
			r = run{r[1], r[2], r[3], numbers[d.Tokens[i].Form]}
			if i+1 >= runWords && !yield(r) {
				return
			}
		}
	}
}

// count counts each run of a text so many times more.
func (n stemNumbers) count(s shingles, d *text.Doc, by int32) {
	for i := range d.Forms {
		n.number(d.Forms[i].Stem)
	}
	for r := range runs(d, n.of(d)) {
		s[r] += by
	}
}

// forget takes a text's runs away altogether.
func (n stemNumbers) forget(s shingles, d *text.Doc) {
	for r := range runs(d, n.of(d)) {
		delete(s, r)
	}
}

// borrowed says how much of a text others wrote.
type borrowed struct {
	share float64 // of its words, in runs of four or more, in [0,1]
	long  float64 // of its words, in long runs
}

// borrowed compares a text with the page and the copies, of which a run may join
// the words.
func (g *gates) borrowed(d *text.Doc) borrowed {
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
	for r := range runs(d, g.stems.of(d)) {
		if g.knows(r) {
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

// knows says whether a run stands on the page or in a copy.
func (g *gates) knows(r run) bool {
	return !slices.Contains(r[:], none) && (g.page[r] > 0 || g.copies[r] > 0)
}
