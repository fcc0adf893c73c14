package queue

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one run of three payments, one of which nobody can post, and
// its judgement.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v := sim.NewMachine(s), s.Params.Defaults().With(pPayments, 3).With(pPoison, 1)
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, nil)
	}
	b.ReportMetric(float64(len(m.Report().Entries)), "entries")
}

// BenchmarkExplore runs all that crashes and lost acknowledgements can do to
// one payment.
func BenchmarkExplore(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults().With(pPause, 0).With(pCrash, 1).With(pLossy, 1)
	b.ReportAllocs()
	for b.Loop() {
		s.Explore(v, 100_000)
	}
	b.ReportMetric(float64(s.Explore(v, 100_000).Runs), "runs")
}
