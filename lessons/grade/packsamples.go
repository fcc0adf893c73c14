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
	p.Near = make([]storedNear, s.neighbours.size)
	for id, have := range s.neighbours.filed {
		for _, i := range have.docs {
			p.Near[i].Terms = append(p.Near[i].Terms, id)
		}
	}
	for i := range p.Near {
		for _, labels := range s.neighbours.labels {
			p.Near[i].Labels = append(p.Near[i].Labels, labels[i])
		}
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
