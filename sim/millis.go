package sim

import (
	"math"
	"strconv"
)

// Millis is virtual time: whole milliseconds since the run began.
type Millis int64

// Never is the end of time: nothing can be scheduled after it.
const Never Millis = math.MaxInt64

// Second is a thousand milliseconds.
const Second Millis = 1000

// Add is m+d, held at the ends of int64 where the sum would pass them.
func (m Millis) Add(d Millis) Millis {
	sum := m + d
	switch {
	case d > 0 && sum < m:
		return math.MaxInt64
	case d < 0 && sum > m:
		return math.MinInt64
	}
	return sum
}

// Sub is m-d, held at the ends of int64 where the difference would pass them.
func (m Millis) Sub(d Millis) Millis {
	if d == math.MinInt64 {
		return m.Add(math.MaxInt64)
	}
	return m.Add(-d)
}

// String is how prose writes it: "12 s", "2.5 s", "-3 s", and "0 s" for none. A
// no-break space holds the two together.
func (m Millis) String() string {
	b := appendSeconds(make([]byte, 0, 24), m)
	return string(append(b, NoBreak+"s"...))
}

// Text is how a parameter writes it: "12s", "2.5s".
func (m Millis) Text() string {
	b := appendSeconds(make([]byte, 0, 24), m)
	return string(append(b, 's'))
}

// appendSeconds writes m in seconds with as many decimals as it needs.
func appendSeconds(b []byte, m Millis) []byte {
	whole, rest := int64(m)/1000, int64(m)%1000
	if m < 0 && whole == 0 {
		b = append(b, '-')
	}
	b = strconv.AppendInt(b, whole, 10)
	if rest == 0 {
		return b
	}
	if rest < 0 {
		rest = -rest
	}
	frac := strconv.FormatInt(1000+rest, 10)[1:]
	for frac[len(frac)-1] == '0' {
		frac = frac[:len(frac)-1]
	}
	return append(append(b, '.'), frac...)
}
