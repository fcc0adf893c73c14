package grade

import "fencepost/lessons/grade/text"

// shingles are runs of two and of three content stems; the third of a run of
// two is empty.
type shingles map[[3]string]int

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

// runs are a text's shingles of n stems.
func runs(words []string, n int) [][3]string {
	var out [][3]string
	for i := 0; i+n <= len(words); i++ {
		var r [3]string
		copy(r[:], words[i:i+n])
		out = append(out, r)
	}
	return out
}

// add counts each shingle of a text once more; by -1 takes it away.
func (s shingles) add(d *text.Doc, by int) {
	words := content(d)
	for _, n := range []int{2, 3} {
		for _, r := range runs(words, n) {
			s[r] += by
		}
	}
}

// share is the share of content words that lie in known shingles of n stems.
func (s shingles) share(words []string, n int) float64 {
	if len(words) < 6 {
		return 0
	}
	covered := make([]bool, len(words))
	for i, r := range runs(words, n) {
		if s[r] > 0 {
			for k := range n {
				covered[i+k] = true
			}
		}
	}
	sum := 0.0
	for _, c := range covered {
		sum += float64(truth(c))
	}
	return sum / float64(len(words))
}
