package grade

import "fencepost/lessons/grade/text"

// shingles are runs of three content stems.
type shingles map[[3]string]bool

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

func (s shingles) add(d *text.Doc) {
	c := content(d)
	for i := 0; i+2 < len(c); i++ {
		s[[3]string{c[i], c[i+1], c[i+2]}] = true
	}
}

// share is the share of content words that lie in known shingles.
func (s shingles) share(d *text.Doc) float64 {
	c := content(d)
	if len(c) < 6 {
		return 0
	}
	covered := make([]bool, len(c))
	for i := 0; i+2 < len(c); i++ {
		if s[[3]string{c[i], c[i+1], c[i+2]}] {
			covered[i], covered[i+1], covered[i+2] = true, true, true
		}
	}
	n := 0
	for _, x := range covered {
		n += truth(x)
	}
	return float64(n) / float64(len(c))
}

// copyShare is the share from which on a text counts as copied.
const copyShare = 0.5

func (g *gates) copied(d *text.Doc) bool {
	return g.page.share(d) >= copyShare || g.copies.share(d) >= copyShare
}
