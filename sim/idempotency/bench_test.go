package idempotency

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is a lost answer and a second try.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v, tape := sim.NewMachine(s), s.Params.Defaults().With(pLossy, 1), []int{0, 1}
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, tape)
	}
}

// BenchmarkExplore is every point of failure of three tries, 108 runs.
func BenchmarkExplore(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults().With(pKey, keyAfter).With(pLossy, 1).With(pCrash, 1)
	b.ReportAllocs()
	for b.Loop() {
		s.Explore(v, 1000)
	}
}
