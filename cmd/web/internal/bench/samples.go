package main

import (
	"slices"
	"time"
)

// samples are what the rounds gave, by the name of what was measured: one value
// a round, in the order of the rounds.
type samples map[string][]float64

func (s samples) add(name string, v float64) { s[name] = append(s[name], v) }

// figure adds all of a figure under names that begin with name.
func (s samples) figure(name string, f figure) {
	s.add(name+" rate", f.perSecond)
	s.add(name+" cpu", micros(f.cpu))
	s.add(name+" p50", millis(f.p50))
	s.add(name+" p99", millis(f.p99))
	s.add(name+" bytes", f.bytes)
}

// ratios are a ÷ b, round by round: what else the machine did then touched both.
func (s samples) ratios(a, b string) []float64 {
	out := make([]float64, min(len(s[a]), len(s[b])))
	for i := range out {
		out[i] = s[a][i] / s[b][i]
	}
	return out
}

// spread is the median of some values with the least and the greatest of them.
type spread struct{ low, median, high float64 }

// spreadOf is that of a list, which must not be empty. Of an even number of values
// it is the lower of the two in the middle.
func spreadOf(list []float64) spread {
	list = slices.Sorted(slices.Values(list))
	return spread{list[0], list[(len(list)-1)/2], list[len(list)-1]}
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
func millis(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
