// Package fit trains logistic regressions with Gaussian priors, calibrates
// their probabilities and says how far they can be trusted. It uses neither
// fused multiplication nor a machine's own exponential: the same numbers in
// give the same numbers out on every architecture.
package fit

import "math"

// Exp is e to the x for x in [-700, 700], the same bits on every machine:
// math.Exp is written in assembly on some. The argument is reduced by
// multiples of ln 2 and the rest summed as a Taylor series by Horner's rule,
// whose terms leave an error of some units in the last place for
// |r| <= ln 2 / 2.
func Exp(x float64) float64 {
	x = max(-700, min(700, x))
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	r := x - float64(k*math.Ln2)
	sum := 1.0
	for _, c := range reciprocals {
		sum = 1 + float64(float64(sum*r)*c)
	}
	return math.Float64frombits(math.Float64bits(sum) + uint64(int64(k))<<52)
}

// reciprocals are 1/14 to 1/1, as Horner's rule takes them.
var reciprocals = [...]float64{
	1.0 / 14, 1.0 / 13, 1.0 / 12, 1.0 / 11, 1.0 / 10, 1.0 / 9, 1.0 / 8,
	1.0 / 7, 1.0 / 6, 1.0 / 5, 1.0 / 4, 1.0 / 3, 1.0 / 2, 1,
}

// Sigmoid is 1 / (1 + Exp(-z)).
func Sigmoid(z float64) float64 {
	if z >= 0 {
		return 1 / (1 + Exp(-z))
	}
	e := Exp(z)
	return e / (1 + e)
}

// softplus is log(1 + Exp(z)), by the series of atanh for the logarithm.
func softplus(z float64) float64 {
	if z > 0 {
		return z + log1p(Exp(-z))
	}
	return log1p(Exp(z))
}

// log1p is log(1 + y) for y in [0, 1]: 2 atanh(y / (2 + y)).
func log1p(y float64) float64 {
	s := y / (2 + y)
	sq := float64(s * s)
	sum, power := 0.0, s
	for i := 1; i < 40; i += 2 {
		sum += power / float64(i)
		power = float64(power * sq)
	}
	return 2 * sum
}

// Log is the natural logarithm of x > 0, the same bits on every machine: the
// exponent times ln 2, and the series of atanh for the rest.
func Log(x float64) float64 {
	m, e := math.Frexp(x) // x = m * 2^e, m in [1/2, 1)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	s := (m - 1) / (m + 1)
	sq := float64(s * s)
	sum, power := 0.0, s
	for i := 1; i < 30; i += 2 {
		sum += power / float64(i)
		power = float64(power * sq)
	}
	return 2*sum + float64(float64(e)*math.Ln2)
}
