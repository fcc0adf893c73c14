package fit

// Platt turns log odds into calibrated ones: Scale*z + Shift (Platt 1999).
type Platt struct{ Scale, Shift float64 }

// Probability is the calibrated probability of log odds z.
func (p Platt) Probability(z float64) float64 {
	return Sigmoid(float64(p.Scale*z) + p.Shift)
}

// leastSay is what an example far from one half still counts for.
const leastSay = 0.05

// Judged is a labelled example with the log odds that a model which did not
// see it gave it.
type Judged struct {
	Logit  float64
	Label  bool
	Weight float64
}

// Calibrate fits a Platt scaling to held-out log odds. It believes at first
// that they need none, so that few examples change little. A second pass
// weighs examples by their doubt: the many clear ones would otherwise bend the
// curve where verdicts are decided.
func Calibrate(judged []Judged) Platt {
	p := Platt{Scale: 1}
	for pass := range 2 {
		examples := make([]Example, len(judged))
		for i, j := range judged {
			examples[i] = Example{Features: []Feature{{0, j.Logit}}, Label: j.Label, Weight: j.Weight}
			if q := p.Probability(j.Logit); pass > 0 {
				examples[i].Weight = float64(j.Weight * (leastSay + float64(4*float64(q*(1-q)))))
			}
		}
		m := Logistic(examples, Prior{0, 1}, []Prior{{0.9, 0.05}}, nil)
		p = Platt{Scale: max(m.Weights[0], 0.1), Shift: m.Bias}
	}
	return p
}
