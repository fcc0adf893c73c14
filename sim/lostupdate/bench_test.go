package lostupdate

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one schedule of two clients.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v, tape := sim.NewMachine(s), s.Params.Defaults(), []int{1}
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, tape)
	}
}

// BenchmarkExplore runs all 1,680 schedules of three clients.
func BenchmarkExplore(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults().With(pClients, 3)
	b.ReportAllocs()
	for b.Loop() {
		s.Explore(v, 10_000)
	}
}
