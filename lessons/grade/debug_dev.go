package grade

import (
	"fencepost/lessons"
)

// DevHeldOut is for development only.
func (s *Scorer) DevHeldOut(samples []lessons.Sample) (ids []string, targets []string, prob [][]float64, low, high []float64) {
	for _, x := range trainable(samples) {
		ids = append(ids, x.ID)
	}
	for k, t := range s.targets {
		targets = append(targets, t.id)
		var p []float64
		for _, z := range s.models[k].heldOut {
			p = append(p, s.models[k].scale.Probability(z))
		}
		prob = append(prob, p)
		low, high = append(low, s.models[k].low), append(high, s.models[k].high)
	}
	return
}
