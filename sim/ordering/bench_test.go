package ordering

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is the lesson's first setting with its judgement.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v := sim.NewMachine(s), s.Params.Defaults()
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, nil)
	}
}

// BenchmarkGrid is the outcome map: B's skew against the delay, 168 runs of
// three writes each.
func BenchmarkGrid(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults().With(pThird, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Grid(v, nil, "skew", "delay"); err != nil {
			b.Fatal(err)
		}
	}
}
