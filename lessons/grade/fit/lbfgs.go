package fit

// Limited-memory BFGS (Nocedal 1980; Nocedal and Wright, Numerical
// Optimization, algorithms 7.4 and 7.5) with backtracking.
const (
	memory     = 6
	iterations = 40
	// nearIterations are enough from a start near the minimum.
	nearIterations = 6
	precise        = 1e-2 // stop where the squared gradient's length is below this
)

// pair is a step and the change of the gradient along it.
type pair struct {
	s, y []float64
	rho  float64
}

// minimise returns a point near the minimum of a convex function.
func minimise(f func(x, grad []float64) float64, x []float64, steps int) []float64 {
	n := len(x)
	g, gNext, next := make([]float64, n), make([]float64, n), make([]float64, n)
	value := f(x, g)
	var past []pair
	for range steps {
		if dot(g, g) < precise {
			break
		}
		dir := direction(past, g)
		v, ok := backtrack(f, x, dir, next, gNext, value, dot(g, dir))
		if !ok {
			break
		}
		past = remember(past, x, next, g, gNext)
		x, next, g, gNext, value = next, x, gNext, g, v
	}
	return x
}

// backtrack halves the step until the value falls enough (Armijo).
func backtrack(f func(x, grad []float64) float64, x, dir, next, grad []float64, value, slope float64) (float64, bool) {
	step := 1.0
	for range 30 {
		for i := range x {
			next[i] = x[i] + float64(step*dir[i])
		}
		if v := f(next, grad); v <= value+float64(1e-4*float64(step*slope)) {
			return v, true
		}
		step /= 2
	}
	return value, false
}

// remember keeps the newest pairs of positive curvature.
func remember(past []pair, x, next, g, gNext []float64) []pair {
	p := pair{s: make([]float64, len(x)), y: make([]float64, len(x))}
	for i := range x {
		p.s[i], p.y[i] = next[i]-x[i], gNext[i]-g[i]
	}
	sy := dot(p.s, p.y)
	if sy <= 1e-12 {
		return past
	}
	p.rho = 1 / sy
	if len(past) == memory {
		past = past[1:]
	}
	return append(past, p)
}

// direction is the negative gradient times the inverse Hessian's estimate.
func direction(past []pair, g []float64) []float64 {
	d := make([]float64, len(g))
	for i := range g {
		d[i] = -g[i]
	}
	alpha := make([]float64, len(past))
	for i := len(past) - 1; i >= 0; i-- {
		alpha[i] = past[i].rho * dot(past[i].s, d)
		add(d, -alpha[i], past[i].y)
	}
	if n := len(past); n > 0 {
		scale(d, 1/(past[n-1].rho*dot(past[n-1].y, past[n-1].y)))
	}
	for i := range past {
		beta := float64(past[i].rho * dot(past[i].y, d))
		add(d, alpha[i]-beta, past[i].s)
	}
	return d
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

func add(a []float64, by float64, b []float64) {
	for i := range a {
		a[i] += float64(by * b[i])
	}
}

func scale(a []float64, by float64) {
	for i := range a {
		a[i] *= by
	}
}
