package backoff

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one run of the lesson's first setting and its judgement.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v := sim.NewMachine(s), s.Params.Defaults()
	m.Run(v, nil)
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, nil)
	}
	b.ReportMetric(float64(len(m.Report().Entries)), "entries")
}
