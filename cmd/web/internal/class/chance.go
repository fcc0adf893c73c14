package class

import (
	"math"
	"math/rand/v2"
	"time"
)

// chance decides what a student does. Of the same seed it decides the same.
type chance struct{ *rand.Rand }

func newChance(seed, n uint64) chance { return chance{rand.New(rand.NewPCG(seed, n))} }

// hits is true with probability p.
func (c chance) hits(p float64) bool { return c.Float64() < p }

// around is a lognormal time with this median.
func (c chance) around(median time.Duration, spread float64) time.Duration {
	return time.Duration(float64(median) * math.Exp(spread*c.NormFloat64()))
}

// from is a whole number from low to high.
func (c chance) from(low, high int) int { return low + c.IntN(high-low+1) }

func pick[T any](c chance, of []T) T { return of[c.IntN(len(of))] }

// The times of the model; package class says where they come from.
const (
	readingSpeed  = 200.0 // words a minute
	readingSpread = 0.25
	typingSpeed   = 19.0 // words a minute
	typingSpread  = 0.3

	checkTime      = 30 * time.Second
	predictTime    = 20 * time.Second
	challengeTime  = 40 * time.Second
	simulatorTime  = 6 * time.Second
	resultTime     = 45 * time.Second
	lookAroundTime = 10 * time.Second
	spread         = 0.5

	arrivalMean = 75 * time.Second
	arrivalMost = 5 * time.Minute
)

// arrival is when somebody arrives after the class began.
func (c chance) arrival() time.Duration {
	for {
		if at := time.Duration(c.ExpFloat64() * float64(arrivalMean)); at < arrivalMost {
			return at
		}
	}
}
