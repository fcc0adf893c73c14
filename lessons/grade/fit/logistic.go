package fit

// Feature is one non-zero value of an example.
type Feature struct {
	Index int
	Value float64
}

// Example is a labelled example. Features are sorted by Index.
type Example struct {
	Features []Feature
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

// Logit is the model's log odds for an example.
func (m *Model) Logit(features []Feature) float64 {
	z := m.Bias
	for _, f := range features {
		z += float64(m.Weights[f.Index] * f.Value)
	}
	return z
}

// Logistic fits a model by maximum a posteriori. bias is the prior of the
// intercept, priors that of each weight. The result depends on the order of
// examples only by rounding: callers sort them.
func Logistic(examples []Example, bias Prior, priors []Prior) *Model {
	p := &posterior{examples: examples, bias: bias, priors: priors}
	x := make([]float64, len(priors)+1)
	x[len(priors)] = bias.Mean
	for i, prior := range priors {
		x[i] = prior.Mean
	}
	x = minimise(p.value, x)
	return &Model{Bias: x[len(priors)], Weights: x[:len(priors)]}
}

// posterior is the negative log posterior of the weights; the last is the bias.
type posterior struct {
	examples []Example
	bias     Prior
	priors   []Prior
}

// value returns the negative log posterior at x and writes its gradient.
func (p *posterior) value(x, grad []float64) float64 {
	sum := 0.0
	for i := range x {
		prior := p.prior(i)
		d := x[i] - prior.Mean
		grad[i] = d / prior.Var
		sum += float64(d*grad[i]) / 2
	}
	for i := range p.examples {
		sum += p.example(&p.examples[i], x, grad)
	}
	return sum
}

func (p *posterior) prior(i int) Prior {
	if i == len(p.priors) {
		return p.bias
	}
	return p.priors[i]
}

// example adds one example's loss to the gradient and returns it.
func (p *posterior) example(e *Example, x, grad []float64) float64 {
	last := len(x) - 1
	z := x[last]
	for _, f := range e.Features {
		z += float64(x[f.Index] * f.Value)
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
	return float64(loss * e.Weight)
}
