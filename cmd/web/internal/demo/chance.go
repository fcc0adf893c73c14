package demo

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// chance is where everything made up comes from: the same seed, the same story.
type chance struct{ *rand.Rand }

// of is the chance of one part of the story, which no other part disturbs.
func of(seed, part uint64) chance { return chance{rand.New(rand.NewPCG(seed, part))} }

// hits says yes with probability p, in [0,1].
func (c chance) hits(p float64) bool { return c.Float64() < p }

// between is a length of time from low on and below high.
func (c chance) between(low, high time.Duration) time.Duration {
	return low + time.Duration(c.Float64()*float64(high-low))
}

// near is a value around mean, in [0,1].
func (c chance) near(mean, spread float64) float64 {
	return math.Min(math.Max(mean+spread*c.NormFloat64(), 0), 1)
}

// id is a UUIDv7 (RFC 9562, section 5.7) of a moment.
func (c chance) id(at time.Time) string {
	var u uuid.UUID
	binary.BigEndian.PutUint64(u[:], uint64(at.UnixMilli())<<16|c.Uint64()&0x0fff|0x7000)
	binary.BigEndian.PutUint64(u[8:], c.Uint64()&(1<<62-1)|1<<63)
	return u.String()
}

// one is an element of a list that is not empty.
func one[T any](c chance, list []T) T { return list[c.IntN(len(list))] }
