package match

import (
	"cmp"
	"slices"
)

// Kind says what a pattern is evidence of.
type Kind uint8

// The kinds of pattern.
const (
	Strong  Kind = iota // the point is said
	Hint                // the point may be said: "maybe"
	Against             // the point is denied or missed: "against"
)

// defaultSpan is the widest that a match may be unless the pattern says
// otherwise, in words; a clause's end counts 2 and a sentence's end 6.
const defaultSpan = 14

// defaultGap is the widest gap that > allows, in the same measure.
const defaultGap = 8

// polarity is what a pattern asks of an item.
type polarity uint8

const (
	either   polarity = iota
	affirmed          // +
	denied            // ~
)

// atom is one item of a pattern: any of its alternatives.
type atom []alternative

// alternative is a concept with the polarity asked of it.
type alternative struct {
	concept int
	want    polarity
}

// step is an atom of a chain and how far it may be from the one before.
type step struct {
	atom atom
	gap  int
}

// Pattern is a compiled clause pattern.
type Pattern struct {
	Source string
	Kind   Kind
	chains [][]step // all must be found, within span
	absent []atom   // none may be found in the clauses of the match
	span   int
	firm   bool  // some item is affirmed: the pattern can be denied
	first  int32 // number of the first item that must be present, and
	last   int32 // of the one behind the last, in the lexicon
}

// Match is where a pattern was found: tokens Start to End, End included.
type Match struct {
	Start, End int
	Attr       bool // within someone's opinion, or a wish
}

// Find looks for the pattern. An asserted match is preferred to an attributed
// one, then the first.
func (p *Pattern) Find(h *Hits) (Match, bool) { return p.find(h, false) }

// FindDenied looks for the pattern with its affirmed items denied: the writer
// says the opposite. A pattern without affirmed items is never denied.
func (p *Pattern) FindDenied(h *Hits) (Match, bool) {
	if !p.firm {
		return Match{}, false
	}
	return p.find(h, true)
}

func (p *Pattern) affirms() bool {
	for _, c := range p.chains {
		for _, s := range c {
			for _, a := range s.atom {
				if a.want == affirmed {
					return true
				}
			}
		}
	}
	return false
}

func (p *Pattern) find(h *Hits, deny bool) (Match, bool) {
	if !p.possible(h) {
		return Match{}, false
	}
	h.room = h.room[:0]
	var few [4][]Hit // more chains are rare
	lists, least := few[:0], 0
	for i, c := range p.chains {
		lists = append(lists, h.chain(c, deny))
		if len(lists[i]) == 0 {
			return Match{}, false
		}
		if len(lists[i]) < len(lists[least]) {
			least = i
		}
	}
	return p.around(h, lists, least)
}

// around tries each hit of the rarest chain with the nearest hits of the
// others.
func (p *Pattern) around(h *Hits, lists [][]Hit, least int) (best Match, found bool) {
	var few [4]int
	next := append(few[:0], make([]int, len(lists))...)
	for _, anchor := range lists[least] {
		m := Match{anchor.Start, anchor.End, anchor.Attr}
		for i, list := range lists {
			if i != least {
				m.cover(nearest(h, list, &next[i], anchor))
			}
		}
		if h.Width(m) > p.span || p.spoilt(h, m) {
			continue
		}
		if !m.Attr {
			return m, true
		}
		if !found {
			best, found = m, true
		}
	}
	return best, found
}

// cover widens m over a hit.
func (m *Match) cover(hit Hit) {
	m.Start, m.End = min(m.Start, hit.Start), max(m.End, hit.End)
	m.Attr = m.Attr || hit.Attr
}

// nearest is the hit of list closest to the anchor. from moves on through the
// list as anchors do.
func nearest(h *Hits, list []Hit, from *int, anchor Hit) Hit {
	for *from+1 < len(list) && h.away(list[*from+1], anchor) <= h.away(list[*from], anchor) {
		*from++
	}
	return list[*from]
}

// away is how far two hits are apart.
func (h *Hits) away(a, b Hit) int {
	at := func(i int) int { return h.Doc.Tokens[i].At }
	return max(at(a.Start)-at(b.End), at(b.Start)-at(a.End), 0)
}

// Width is how many words a match covers.
func (h *Hits) Width(m Match) int {
	return h.Doc.Tokens[m.End].At - h.Doc.Tokens[m.Start].At
}

// spoilt says whether an item that must be absent stands in the clauses of m.
func (p *Pattern) spoilt(h *Hits, m Match) bool {
	first := h.Doc.Clauses[h.Doc.Tokens[m.Start].Clause].Start
	last := h.Doc.Clauses[h.Doc.Tokens[m.End].Clause].End
	for _, a := range p.absent {
		for _, alt := range a {
			for _, hit := range h.Of(alt.concept) {
				if hit.Start >= first && hit.Start < last && alt.admits(hit, false) {
					return true
				}
			}
		}
	}
	return false
}

// atom lists the hits of an atom in text order, with the polarities that it
// asks for; deny turns affirmed into denied.
func (h *Hits) atom(a atom, deny bool) []Hit {
	from, sorted := len(h.room), true
	for _, alt := range a {
		for _, hit := range h.Of(alt.concept) {
			if !alt.admits(hit, deny) {
				continue
			}
			if n := len(h.room); n > from && hit.before(&h.room[n-1]) {
				sorted = false
			}
			h.room = append(h.room, hit)
		}
	}
	out := h.room[from:len(h.room):len(h.room)]
	if !sorted {
		slices.SortStableFunc(out, compareHits)
	}
	return out
}

func (a alternative) admits(hit Hit, deny bool) bool {
	switch a.want {
	case affirmed:
		return hit.Neg == deny
	case denied:
		return hit.Neg
	}
	return true
}

func compareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// before says whether a hit starts before another or ends before one that
// starts with it.
func (a *Hit) before(b *Hit) bool {
	return a.Start < b.Start || a.Start == b.Start && a.End < b.End
}

// chain lists where the steps follow each other within their gaps. Each hit
// of a step is joined to the latest chain that ends before it.
func (h *Hits) chain(steps []step, deny bool) []Hit {
	have := h.atom(steps[0].atom, deny)
	for _, s := range steps[1:] {
		if len(have) == 0 {
			return nil
		}
		have = h.join(have, h.atom(s.atom, deny), s.gap)
	}
	return have
}

func (h *Hits) join(have, next []Hit, gap int) []Hit {
	if len(have) == 0 || len(next) == 0 {
		return nil
	}
	from, k := len(h.room), 0
	for _, hit := range next {
		for k+1 < len(have) && have[k+1].End < hit.Start {
			k++
		}
		if k >= len(have) || have[k].End >= hit.Start {
			continue
		}
		if h.Doc.Tokens[hit.Start].At-h.Doc.Tokens[have[k].End].At > gap {
			continue
		}
		h.room = append(h.room, Hit{have[k].Start, hit.End, hit.Neg, hit.Attr || have[k].Attr})
	}
	return h.room[from:len(h.room):len(h.room)]
}
