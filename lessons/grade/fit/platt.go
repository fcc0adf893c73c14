package fit

// Platt turns log odds into calibrated ones: Scale*z + Shift (Platt 1999).
type Platt struct{ Scale, Shift float64 }

// Probability is the calibrated probability of log odds z.
func (p Platt) Probability(z float64) float64 {
	return Sigmoid(float64(p.Scale*z) + p.Shift)
}

// Calibrate fits a Platt scaling to held-out log odds. It believes at first
// that they need none, so that few examples change little.
func Calibrate(z []float64, label []bool) Platt {
	examples := make([]Example, len(z))
	for i := range z {
		examples[i] = Example{Features: []Feature{{0, z[i]}}, Label: label[i], Weight: 1}
	}
	m := Logistic(examples, Prior{0, 0.25}, []Prior{{0.9, 0.05}}, nil)
	return Platt{Scale: max(m.Weights[0], 0.1), Shift: m.Bias}
}
