package grade

import "fencepost/lessons/grade/fit"

// panel holds the weights of several models side by side: one pass over a
// text's features gives the log odds by all of them.
type panel struct {
	bias    []float64 // by model
	weights []float64 // by feature, then by model
}

func newPanel(models []*fit.Model) *panel {
	p := &panel{}
	for _, m := range models {
		p.bias = append(p.bias, m.Bias)
	}
	if len(models) == 0 {
		return p
	}
	for i := range models[0].Weights {
		for _, m := range models {
			p.weights = append(p.weights, m.Weights[i])
		}
	}
	return p
}

// logits writes each model's log odds for features of value one. They are
// added up in the order in which Model.Logit does it, for the same last bits.
func (p *panel) logits(ones []int32, z []float64) {
	n := len(p.bias)
	copy(z, p.bias)
	z = z[:n]
	for _, i := range ones {
		for k, w := range p.weights[int(i)*n : int(i)*n+n] {
			z[k] += w
		}
	}
}

// windowed are the log odds by target that each window says it.
func (p *panel) windowed(windows passages) [][]float64 {
	n, z := len(p.bias), make([]float64, len(p.bias))
	flat := make([]float64, n*len(windows))
	out := make([][]float64, n)
	for k := range out {
		out[k] = flat[k*len(windows) : (k+1)*len(windows)]
	}
	for at, ones := range windows {
		p.logits(ones, z)
		for k := range out {
			out[k][at] = z[k]
		}
	}
	return out
}
