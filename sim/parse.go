package sim

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// errHuge says that a number is beyond int64; the value is then its end.
var errHuge = errors.New("is too large")

// parseInteger reads a whole number, holding it at the ends of int64.
func parseInteger(t string) (int64, error) {
	v, err := strconv.ParseInt(t, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return v, errHuge
	case err != nil:
		return 0, errors.New("must be a whole number")
	}
	return v, nil
}

var errDuration = errors.New("must be a time such as 12s, 2.5s or 500ms")

// parseDuration reads "12s", "2.5 s", "500ms", "1m30s", "-3s" or a bare number
// of seconds, which is what a range input without scripts sends.
func parseDuration(t string) (int64, error) {
	neg := strings.HasPrefix(t, "-")
	t = strings.TrimPrefix(strings.TrimPrefix(t, "-"), "+")
	if t == "" || len(t) > 64 {
		return 0, errDuration
	}
	var total float64
	for t != "" {
		part, rest, err := durationPart(t)
		if err != nil {
			return 0, err
		}
		total, t = total+part, rest
	}
	if neg {
		total = -total
	}
	return roundMillis(total)
}

// durationPart takes one number and its unit off the front; milliseconds.
func durationPart(t string) (ms float64, rest string, err error) {
	n := 0
	for n < len(t) && (t[n] >= '0' && t[n] <= '9' || t[n] == '.') {
		n++
	}
	v, err := strconv.ParseFloat(t[:n], 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, "", errDuration
	}
	t = strings.TrimLeft(t[n:], " ")
	for _, u := range durationUnits {
		if rest, ok := strings.CutPrefix(t, u.name); ok {
			return v * u.ms, strings.TrimLeft(rest, " "), nil
		}
	}
	if t == "" {
		return v * 1000, "", nil
	}
	return 0, "", errDuration
}

var durationUnits = []struct {
	name string
	ms   float64
}{{"ms", 1}, {"min", 60_000}, {"s", 1000}, {"m", 60_000}, {"h", 3_600_000}}

func roundMillis(ms float64) (int64, error) {
	switch {
	case ms >= math.MaxInt64:
		return math.MaxInt64, errHuge
	case ms <= math.MinInt64:
		return math.MinInt64, errHuge
	}
	return int64(math.Round(ms)), nil
}
