package partitioning

import (
	"testing"

	"fencepost/sim"
)

// BenchmarkRun is one run on a ring of 32 points a node.
func BenchmarkRun(b *testing.B) {
	s := Scenario()
	m, v := sim.NewMachine(s), s.Params.Defaults().With(pMethod, ring).With(pPoints, maxPoints)
	m.Run(v, nil)
	b.ReportAllocs()
	for b.Loop() {
		m.Run(v, nil)
	}
}

// BenchmarkGrid is the outcome map: points against nodes, 224 runs.
func BenchmarkGrid(b *testing.B) {
	s := Scenario()
	v := s.Params.Defaults().With(pMethod, ring)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Grid(v, nil, "points", "nodes"); err != nil {
			b.Fatal(err)
		}
	}
}
