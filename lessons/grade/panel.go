package grade

import (
	"slices"

	"fencepost/lessons/grade/fit"
)

// panel holds the settled weights of several models side by side: one pass over
// a text's features gives the log odds by all of them.
type panel struct {
	bias    []float64 // by model
	weights []float32 // by feature, then by model; grains below 4096 are exact in 24 bits
}

func newPanel(models []*fit.Model) *panel {
	p := &panel{}
	for _, m := range models {
		p.bias = append(p.bias, m.Bias)
	}
	if len(models) == 0 {
		return p
	}
	p.weights = make([]float32, 0, len(models)*len(models[0].Weights))
	for i := range models[0].Weights {
		for _, m := range models {
			p.weights = append(p.weights, float32(m.Weights[i]))
		}
	}
	return p
}

// of are a feature's weights by model.
func (p *panel) of(feature int) []float32 {
	n := len(p.bias)
	return p.weights[feature*n : feature*n+n]
}

// add adds the weights of features of value one to each model's log odds, in
// the order in which Model.Logit does it, for the same last bits.
func (p *panel) add(ones []int32, z []float64) {
	for _, i := range ones {
		row := p.of(int(i))
		z := z[:len(row)]
		for k, w := range row {
			z[k] += float64(w)
		}
	}
}

// dense is the log odds by model k for a few features alone.
func (p *panel) dense(k int, features [fDense]fit.Feature) float64 {
	z := p.bias[k]
	for _, f := range features {
		z += float64(float64(p.of(f.Index)[k]) * f.Value)
	}
	return z
}

// plus is log odds z by model k with those of features of value one added.
func (p *panel) plus(k int, ones []int32, z float64) float64 {
	for _, i := range ones {
		z += float64(p.of(int(i))[k])
	}
	return z
}

// windowed are the log odds by model that each window says it, in the memory
// of out.
func (p *panel) windowed(windows passages, out *table) {
	out.size(len(p.bias), len(windows))
	z := make([]float64, len(p.bias))
	for at, ones := range windows {
		copy(z, p.bias)
		p.add(ones, z)
		for k := range z {
			out.of(k)[at] = z[k]
		}
	}
}

// model is one of the models.
func (p *panel) model(k int) *fit.Model {
	n := len(p.bias)
	m := &fit.Model{Bias: p.bias[k]}
	for i := k; i < len(p.weights); i += n {
		m.Weights = append(m.Weights, float64(p.weights[i]))
	}
	return m
}

// table is figures by target, by window.
type table struct {
	flat    []float64
	windows int
}

func (t *table) size(targets, windows int) {
	t.flat, t.windows = sized(t.flat, targets*windows), windows
}

// of are a target's figures.
func (t *table) of(target int) []float64 {
	return t.flat[target*t.windows : (target+1)*t.windows]
}

// sized is a slice of n elements, in the memory of s where that is enough.
func sized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
