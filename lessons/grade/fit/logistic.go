package fit

import (
	"math"
	"slices"
)

// Feature is one non-zero value of an example.
type Feature struct {
	Index int
	Value float64
}

// Example is a labelled example.
type Example struct {
	Features []Feature
	Ones     []int32 // indices of features whose value is one
	Label    bool
	Weight   float64
}

// Prior is what a weight is believed to be before any example.
type Prior struct{ Mean, Var float64 }

// Model is a fitted logistic regression.
type Model struct {
	Bias    float64
	Weights []float64
}

// Logit is the model's log odds for features, those of value one apart.
func (m *Model) Logit(features []Feature, ones []int32) float64 {
	z := m.Bias
	for _, f := range features {
		z += float64(m.Weights[f.Index] * f.Value)
	}
	for _, i := range ones {
		z += m.Weights[i]
	}
	return z
}

// Logistic fits a model by maximum a posteriori. bias is the prior of the
// intercept, priors that of each weight; start, which may be nil, is a model
// near the one sought. The result depends on the order of examples only by
// rounding: callers sort them.
func Logistic(examples []Example, bias Prior, priors []Prior, start *Model) *Model {
	p := newPosterior(examples, bias, priors)
	x := make([]float64, len(priors)+1)
	if start != nil {
		for i := range priors {
			x[i] = (start.Weights[i] - priors[i].Mean) / p.dev[i]
		}
		x[len(priors)] = (start.Bias - bias.Mean) / p.dev[len(priors)]
	}
	steps := iterations
	if start != nil {
		steps = nearIterations
	}
	x = minimise(p.value, x, steps)
	m := &Model{Weights: make([]float64, len(priors))}
	for i := range priors {
		m.Weights[i] = p.mean[i] + float64(p.dev[i]*x[i])
	}
	m.Bias = bias.Mean + float64(p.dev[len(priors)]*x[len(priors)])
	return m
}

// posterior is the negative log posterior of the weights, the bias last, each
// measured from its prior's mean in deviations of its prior: the search then
// starts round.
type posterior struct {
	examples []Example
	mean     []float64
	dev      []float64
	offset   []float64 // of each example's log odds at the priors' means
}

func newPosterior(examples []Example, bias Prior, priors []Prior) *posterior {
	p := &posterior{examples: examples, offset: make([]float64, len(examples))}
	for _, prior := range append(slices.Clone(priors), bias) {
		p.mean = append(p.mean, prior.Mean)
		p.dev = append(p.dev, math.Sqrt(prior.Var))
	}
	for i, e := range examples {
		p.offset[i] = bias.Mean
		for _, f := range e.Features {
			p.offset[i] += float64(p.mean[f.Index] * f.Value)
		}
		for _, k := range e.Ones {
			p.offset[i] += p.mean[k]
		}
	}
	return p
}

// value returns the negative log posterior at x and writes its gradient.
func (p *posterior) value(x, grad []float64) float64 {
	sum := 0.0
	scaled := make([]float64, len(x))
	for i := range x {
		scaled[i] = float64(x[i] * p.dev[i])
		grad[i] = 0
		sum += float64(float64(x[i]*x[i]) / 2) // a half is a product to the compiler
	}
	for i := range p.examples {
		sum += p.example(i, scaled, grad)
	}
	for i := range x {
		grad[i] = float64(grad[i]*p.dev[i]) + x[i]
	}
	return sum
}

// example adds one example's loss to the gradient and returns it.
func (p *posterior) example(i int, scaled, grad []float64) float64 {
	e := &p.examples[i]
	last := len(scaled) - 1
	z := p.offset[i] + scaled[last]
	for _, f := range e.Features {
		z += float64(scaled[f.Index] * f.Value)
	}
	for _, k := range e.Ones {
		z += scaled[k]
	}
	g, loss := Sigmoid(z), softplus(z)
	if e.Label {
		g, loss = g-1, loss-z
	}
	g = float64(g * e.Weight)
	grad[last] += g
	for _, f := range e.Features {
		grad[f.Index] += float64(g * f.Value)
	}
	for _, k := range e.Ones {
		grad[k] += g
	}
	return float64(loss * e.Weight)
}
