package grade

import "math"

// packSamples lists what is kept of the samples: the pull of words and the
// samples as neighbours.
func (s *Scorer) packSamples(p *stored) {
	if s.subject != nil {
		for _, pull := range s.subject.pull {
			var grains []int32
			for _, v := range pull {
				grains = append(grains, int32(math.Round(v/grain)))
			}
			p.Subject = append(p.Subject, grains)
		}
	}
	for i, terms := range s.neighbours.terms {
		near := storedNear{Terms: make([]int, len(terms))}
		for k, id := range terms {
			near.Terms[k] = int(id)
		}
		for _, labels := range s.neighbours.labels {
			near.Labels = append(near.Labels, labels[i])
		}
		p.Near = append(p.Near, near)
	}
}

// unpackSamples is its inverse.
func (s *Scorer) unpackSamples(p *stored) {
	if p.Subject != nil {
		s.subject = &subject{}
	}
	for _, grains := range p.Subject {
		var pull []float64
		for _, v := range grains {
			pull = append(pull, float64(v)*grain)
		}
		s.subject.pull = append(s.subject.pull, pull)
	}
	n := newNeighbours(len(s.targets))
	for _, near := range p.Near {
		terms := make([]int32, len(near.Terms))
		for k, id := range near.Terms {
			terms[k] = int32(id)
		}
		n.add(s.index.normalise(terms), near.Labels)
	}
	s.neighbours = n
}
