package writeskew

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one schedule.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v, tape := sim.NewMachine(s), s.Params.Defaults(), []int{1}
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, tape)
	}
}

// BenchmarkDeadlock is a schedule in which a client begins again.
func BenchmarkDeadlock(b *testing.B) {
	s := Scenario()
	m, v, tape := sim.NewMachine(s), s.Params.Defaults().With(pGuard, bothLocks), []int{1}
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, tape)
	}
}

// BenchmarkExplore runs all 20 schedules.
func BenchmarkExplore(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults()
	b.ReportAllocs()
	for b.Loop() {
		s.Explore(v, 1000)
	}
}
