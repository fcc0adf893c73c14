package lease

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one run of the lesson's first setting and its judgement.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v := sim.NewMachine(s), s.Params.Defaults()
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, nil)
	}
}

// BenchmarkLongRun is a run of some twenty entries: A renews often and long.
func BenchmarkLongRun(b *testing.B) {
	s := Scenario()
	m := sim.NewMachine(s)
	v := s.Params.Defaults().With(pAt, 12_000).With(pRenew, 1000)
	m.Run(v, nil)
	b.ReportMetric(float64(len(m.Report().Entries)), "entries")
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, nil)
	}
}

// BenchmarkGrid is the outcome map: freeze against lease length, 3,477 runs.
func BenchmarkGrid(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Grid(v, nil, "freeze", "lease"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReport puts a run into words.
func BenchmarkReport(b *testing.B) {
	s := Scenario()
	m := sim.NewMachine(s)
	m.Run(s.Params.Defaults(), nil)
	b.ReportAllocs()
	for b.Loop() {
		m.Report()
	}
}

// BenchmarkJSON writes a run of some twenty entries as JSON.
func BenchmarkJSON(b *testing.B) {
	s := Scenario()
	m := sim.NewMachine(s)
	m.Run(s.Params.Defaults().With(pAt, 12_000).With(pRenew, 1000), nil)
	r := m.Report()
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = r.AppendJSON(out[:0])
	}
	b.ReportMetric(float64(len(out)), "bytes")
}
