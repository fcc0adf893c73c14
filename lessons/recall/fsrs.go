package recall

import "math"

// Rating is how a review went.
type Rating int

// The ratings. The zero Rating is none.
const (
	Again Rating = 1 + iota // not recalled
	Hard                    // recalled with trouble
	Good                    // recalled
	Easy                    // recalled without any effort
)

// Valid says whether r is one of the four ratings.
func (r Rating) Valid() bool { return r >= Again && r <= Easy }

const (
	leastStability = 0.001
	mostStability  = 36500
	leastInitial   = 0.1 // stability after a first review
)

// weights are the default parameters of FSRS-6, fitted by its authors to some
// hundred million reviews of many people.
var weights = [...]float64{
	0.212, 1.2931, 2.3065, 8.2956, // stability after a first review, by rating
	6.4133, 0.8334, // difficulty after a first review
	3.0194, 0.001, // how difficulty moves, and drifts back
	1.8722, 0.1666, 0.796, // stability after recall
	1.4835, 0.0614, 0.2629, 1.6483, // stability after forgetting
	0.6014, 1.8729, // what Hard and Easy do to stability
	0.5425, 0.0912, 0.0658, // reviews within a day, which are not used here
	0.1542, // how the curve bends
}

// memory is stability in days, and difficulty.
type memory struct{ s, d float64 }

// to8 rounds to eight decimals and halves upwards, as the reference does after
// each formula.
func to8(x float64) float64 {
	x *= 1e8
	whole := math.Floor(x)
	if x-whole >= 0.5 {
		whole++
	}
	return whole / 1e8
}

func clamp(x, low, high float64) float64 { return math.Min(math.Max(x, low), high) }

// decayFactor makes the curve pass 0.9 after S days: 0.9^(1/decay) - 1.
func decayFactor(decay float64) float64 { return to8(math.Exp(math.Log(0.9)/decay) - 1) }

// decay is the exponent of the forgetting curve.
func decay() float64 { return -weights[20] }

// retrievability is R after so many days at stability s: (1 + factor t / s)^decay.
func retrievability(days, s float64) float64 {
	return to8(math.Pow(1+decayFactor(decay())*days/s, decay()))
}

// modifier is the interval, as a multiple of stability, after which R has sunk
// to the wanted retention.
func modifier(retention float64) float64 {
	return to8((math.Pow(retention, 1/decay()) - 1) / decayFactor(decay()))
}

func initialDifficulty(r Rating) float64 {
	return to8(weights[4] - math.Exp(float64(r-1)*weights[5]) + 1)
}

// first is the memory after a first review.
func first(r Rating) memory {
	return memory{s: math.Max(weights[r-1], leastInitial), d: clamp(initialDifficulty(r), 1, 10)}
}

// after is the memory after a review at retrievability r.
func (m memory) after(g Rating, r float64) memory {
	if g == Again {
		return memory{s: m.forgotten(r), d: m.difficulty(g)}
	}
	return memory{s: m.recalled(g, r), d: m.difficulty(g)}
}

// difficulty moves less the nearer it is to ten, and drifts towards what an
// easy first review gives.
func (m memory) difficulty(g Rating) float64 {
	delta := -weights[6] * float64(g-3)
	next := m.d + to8(delta*(10-m.d)/9)
	back := to8(float64(weights[7]*initialDifficulty(Easy)) + float64((1-weights[7])*next))
	return clamp(back, 1, 10)
}

// recalled is stability after recall: the lower D, S and R were, the more it grows.
func (m memory) recalled(g Rating, r float64) float64 {
	grown := math.Exp(weights[8]) * (11 - m.d) * math.Pow(m.s, -weights[9]) * (math.Exp((1-r)*weights[10]) - 1)
	switch g {
	case Hard:
		grown *= weights[15]
	case Easy:
		grown *= weights[16]
	}
	return to8(clamp(m.s*(1+grown), leastStability, mostStability))
}

// forgotten is stability after forgetting, never more than it was.
func (m memory) forgotten(r float64) float64 {
	s := weights[11] * math.Pow(m.d, -weights[12]) * (math.Pow(m.s+1, weights[13]) - 1) * math.Exp((1-r)*weights[14])
	return clamp(to8(m.s), leastStability, to8(clamp(s, leastStability, mostStability)))
}
