package fit

import "math"

// WilsonLow is the lower bound of the Wilson score interval for a share of
// right of n (Wilson 1927); z is the normal quantile of the confidence wanted.
func WilsonLow(right, n, z float64) float64 {
	if n == 0 {
		return 0
	}
	p := right / n
	zz := float64(z * z)
	middle := p + zz/(2*n)
	spread := float64(z * math.Sqrt(float64(p*(1-p))/n+zz/(4*float64(n*n))))
	return (middle - spread) / (1 + zz/n)
}
