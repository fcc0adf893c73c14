package words

import (
	"cmp"
	"math/bits"
	"slices"

	"fencepost/lessons/grade/text"
)

// Speller mends misspelt words towards a vocabulary. It never changes a word
// that is English or in the vocabulary. It is safe for concurrent use.
type Speller struct {
	english *English
	vocab   map[string]struct{}
	// byFirst holds the vocabulary by its first letter, sorted: candidates.
	byFirst map[byte][]candidate
}

// candidate is a word of the vocabulary and its letters.
type candidate struct {
	word    string
	letters letters
}

// letters is the set of a word's letters, a bit each.
type letters uint32

func lettersOf(w string) letters {
	var set letters
	for i := 0; i < len(w); i++ {
		set |= 1 << (w[i] % 32)
	}
	return set
}

// least is how many edits it takes at least to turn a word with these letters
// into one with those: one changes the set by two at most.
func (l letters) least(those letters) int {
	return (bits.OnesCount32(uint32(l^those)) + 1) / 2
}

// NewSpeller makes a Speller towards vocab, whose words are folded.
func NewSpeller(e *English, vocab []string) *Speller {
	s := &Speller{english: e, vocab: map[string]struct{}{}, byFirst: map[byte][]candidate{}}
	for _, w := range append(append([]string(nil), vocab...), common...) {
		if _, ok := s.vocab[w]; ok || w == "" {
			continue
		}
		s.vocab[w] = struct{}{}
		s.byFirst[w[0]] = append(s.byFirst[w[0]], candidate{w, lettersOf(w)})
	}
	for _, list := range s.byFirst {
		slices.SortFunc(list, func(a, b candidate) int { return cmp.Compare(a.word, b.word) })
	}
	return s
}

// common are words whose misspelling would change what is denied or said.
var common = []string{
	"not", "doesnt", "dont", "didnt", "cant", "wont", "isnt", "without", "never", "nothing", "nobody",
	"because", "cannot", "wouldnt", "couldnt", "anything", "anymore", "believe", "until", "when", "than",
	"before", "after", "again", "still", "think", "know", "check", "enough", "always", "only", "every",
}

// Known says whether a folded word is English or in the vocabulary.
func (s *Speller) Known(w string) bool {
	if _, ok := s.vocab[w]; ok {
		return true
	}
	return s.english.Has(w)
}

// Fix returns the vocabulary word that w was meant to be, or w itself. Words
// of up to three letters are mended only by a swap, short ones by one edit,
// words of seven letters or more by two. Of words as near the one with the same
// first letter is meant, which people hardly ever get wrong; a tie that is left
// mends nothing, unless it is between forms of one word.
func (s *Speller) Fix(w string) string {
	if len(w) < 3 || len(w) > maxLen || s.Known(w) || !ascii(w) {
		return w
	}
	best, at, tie := w, allowed(w)+1, false
	has := lettersOf(w)
	for _, first := range []byte{w[0], w[1]} {
		for _, c := range s.byFirst[first] {
			if has.least(c.letters) > allowed(w) {
				continue
			}
			d := s.far(w, c.word)
			switch {
			case d < at:
				best, at, tie = c.word, d, false
			case d == at && at <= allowed(w) && rivals(best, c.word):
				tie = true
			}
		}
		if first == w[0] && w[0] == w[1] {
			break
		}
	}
	if tie {
		return w
	}
	return best
}

// rivals says whether a word may be meant as well as the one before it: forms of
// one word are not, nor is one with another first letter.
func rivals(before, w string) bool {
	return before[0] == w[0] && text.Stem(before) != text.Stem(w)
}

// far is the distance between a word and a candidate, or more than is allowed.
func (s *Speller) far(w, c string) int {
	limit := allowed(w)
	if len(c) < 4 && !swapped(w, c) || len(c) == 4 && len(w) != 4 && w[0] != c[0] {
		return limit + 1
	}
	d := distance(w, c, limit)
	if d <= limit && w[0] != c[0] && !(w[0] == c[1] && w[1] == c[0]) {
		return limit + 1
	}
	return d
}

// allowed is the number of edits that a word of this length may need.
func allowed(w string) int {
	if len(w) >= 7 {
		return 2
	}
	return 1
}

// swapped says whether two words differ by a swap of neighbours.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] == b[i+1] && a[i+1] == b[i] && a[:i] == b[:i] && a[i+2:] == b[i+2:] {
			return true
		}
	}
	return false
}

// ascii says whether w has only the letters a to z.
func ascii(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}
