package match

// tally gives the items of a pattern that must be present numbers in a row,
// so that what a text has can be ticked off item by item.
func (l *Lexicon) tally(p *Pattern) {
	p.first = l.items
	for _, c := range p.chains {
		for _, s := range c {
			for _, alt := range s.atom {
				l.fills[alt.concept] = append(l.fills[alt.concept], l.items)
			}
			l.items++
		}
	}
	p.last = l.items
}

// possible says whether every item has a hit of any polarity: most patterns
// fail this, and it costs next to nothing.
func (p *Pattern) possible(h *Hits) bool {
	for _, filled := range h.filled[p.first:p.last] {
		if !filled {
			return false
		}
	}
	return true
}
