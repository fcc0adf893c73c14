package match

import "fmt"

// Concepts lists the concepts that must be present, each once, as written.
func (p *Pattern) Concepts() []int {
	var out []int
	seen := map[int]bool{}
	for _, c := range p.chains {
		for _, s := range c {
			for _, a := range s.atom {
				if !seen[a.concept] {
					seen[a.concept] = true
					out = append(out, a.concept)
				}
			}
		}
	}
	return out
}

// Unreachable says why no text can match the pattern, or "" where one can.
func (p *Pattern) Unreachable() string {
	required := p.Concepts()
	for _, a := range p.absent {
		for _, alt := range a {
			if alt.want == either && p.alone(alt.concept) {
				return "it asks for something to be both there and absent"
			}
		}
	}
	if longest := p.longest() - 1; longest > p.span {
		return fmt.Sprintf("it asks for %d words within %d", longest+1, p.span)
	}
	if len(required) == 0 {
		return "nothing in it must be present"
	}
	return ""
}

// alone says whether some step can be filled by one concept only.
func (p *Pattern) alone(concept int) bool {
	for _, c := range p.chains {
		for _, s := range c {
			if len(s.atom) == 1 && s.atom[0].concept == concept {
				return true
			}
		}
	}
	return false
}

// longest is the number of steps of the longest chain.
func (p *Pattern) longest() int {
	n := 0
	for _, c := range p.chains {
		n = max(n, len(c))
	}
	return n
}
