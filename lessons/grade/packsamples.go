package grade

import (
	"math"

	"fencepost/lessons/grade/fit"
)

// packSamples lists what is kept of the samples: the pull of words and the
// samples as neighbours.
func (s *Scorer) packSamples(p *stored) {
	if s.subject != nil {
		for k := range s.targets {
			grains := make([]int32, fDense+s.vocab.size)
			for i, v := range s.subject.pull.model(k).Weights {
				grains[i] = int32(math.Round(v / grain))
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
		var pulls []*fit.Model
		for _, grains := range p.Subject {
			pulls = append(pulls, (&storedFit{Weights: grains[:s.vocab.runs()]}).model())
		}
		s.subject = s.vocab.subject(pulls)
	}
	var room termVecs
	n := newNeighbours(len(s.targets))
	for _, near := range p.Near {
		terms := make([]int32, len(near.Terms))
		for k, id := range near.Terms {
			terms[k] = int32(id)
		}
		room.clear()
		n.add(s.index.normalise(terms, &room), near.Labels)
	}
	s.neighbours = n
}
