package match

// possible says whether every step has a hit of any polarity: most patterns
// fail this, and it costs nothing.
func (p *Pattern) possible(h *Hits) bool {
	for _, c := range p.needs {
		if h.ends[c] == h.ends[c+1] {
			return false
		}
	}
	for _, c := range p.chains {
		for _, s := range c {
			if !s.atom.anywhere(h) {
				return false
			}
		}
	}
	return true
}

// sole lists the concepts of steps without an alternative.
func (p *Pattern) sole() []int32 {
	var out []int32
	for _, c := range p.chains {
		for _, s := range c {
			if len(s.atom) == 1 {
				out = append(out, int32(s.atom[0].concept))
			}
		}
	}
	return out
}

func (a atom) anywhere(h *Hits) bool {
	for _, alt := range a {
		if h.ends[alt.concept] < h.ends[alt.concept+1] {
			return true
		}
	}
	return false
}
