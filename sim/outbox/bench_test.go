package outbox

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one run with an outbox and its judgement.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v, tape := sim.NewMachine(s), s.Params.Defaults().With(pHow, howOutbox), []int{0, 0, 0, 1}
	m.Run(v, tape)
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, tape)
	}
	b.ReportMetric(float64(len(m.Report().Entries)), "entries")
}

// BenchmarkExplore runs every place of two crashes.
func BenchmarkExplore(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults().With(pHow, howOutbox).With(pCrashes, 2)
	b.ReportAllocs()
	for b.Loop() {
		s.Explore(v, 10_000)
	}
}
