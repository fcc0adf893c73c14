package sim

import "fmt"

// Count is how many runs ended in a verdict.
type Count struct {
	Kind string
	N    int
}

// Counterexample is the run that breaks an invariant with the least: the
// shortest tape, and among those the first in the order of the tapes.
type Counterexample struct {
	Invariant string
	Tape      []int // without trailing zeros, which change nothing
	Entry     int   // where it breaks
	N         int   // how many runs break it
}

// Exploration is what all tapes of one setting lead to.
type Exploration struct {
	Runs     int
	Complete bool // every tape was run; otherwise the bound was met
	Counts   []Count
	Broken   []Counterexample // one for each invariant that some run breaks
}

// Explore runs every choice tape, depth first, up to a bound on the number of
// runs (at least 1).
func (s *Scenario) Explore(v Values, bound int) Exploration {
	m := NewMachine(s)
	c := newCounter(s)
	best := make([]Counterexample, len(s.Invariants))
	tape := make([]int, 0, MaxTape)
	out := Exploration{}
	for more := true; more && out.Runs < max(bound, 1); {
		j := m.Run(v, tape)
		out.Runs++
		c.add(m, j)
		m.keepShortest(best, j)
		tape, more = m.NextTape(tape)
		out.Complete = !more
	}
	out.Counts = c.counts()
	for i, b := range best {
		if b.N > 0 {
			b.Invariant = s.Invariants[i].Name
			out.Broken = append(out.Broken, b)
		}
	}
	return out
}

// keepShortest notes for each invariant that the last run broke whether its
// tape is the shortest so far.
func (m *Machine) keepShortest(best []Counterexample, j Judgement) {
	for i := range best {
		if j.Broken[i] == Holds {
			continue
		}
		b := &best[i]
		b.N++
		n := m.significant()
		if b.N > 1 && n >= len(b.Tape) {
			continue
		}
		b.Entry = int(j.Broken[i])
		b.Tape = b.Tape[:0]
		for _, c := range m.w.choices[:n] {
			b.Tape = append(b.Tape, int(c.picked))
		}
	}
}

// significant is the length of the last run's tape without trailing zeros.
func (m *Machine) significant() int {
	n := len(m.w.choices)
	for n > 0 && m.w.choices[n-1].picked == 0 {
		n--
	}
	return n
}

// NextTape is the tape that follows that of the last run in the order in which
// Explore tries them, written into buf: its last choice that has an option left
// takes it, and what followed is forgotten. False where that run was the last.
func (m *Machine) NextTape(buf []int) ([]int, bool) {
	n := len(m.w.choices)
	for n > 0 {
		c := &m.w.choices[n-1]
		if c.picked+1 < c.to-c.from {
			break
		}
		n--
	}
	if n == 0 {
		return buf[:0], false
	}
	buf = buf[:0]
	for _, c := range m.w.choices[:n] {
		buf = append(buf, int(c.picked))
	}
	buf[n-1]++
	return buf, true
}

// counter counts verdicts by their place; the last place is for cut runs.
type counter struct {
	scenario *Scenario
	n        []int
}

func newCounter(s *Scenario) *counter {
	return &counter{s, make([]int, len(s.Verdicts)+1)}
}

func (c *counter) add(m *Machine, j Judgement) uint8 {
	k := j.Verdict
	if m.Cut() {
		k = uint8(len(c.scenario.Verdicts))
	}
	c.n[k]++
	return k
}

// counts are the verdicts that occurred, in the scenario's order.
func (c *counter) counts() []Count {
	var out []Count
	for i, n := range c.n {
		switch {
		case n == 0:
		case i < len(c.scenario.Verdicts):
			out = append(out, Count{c.scenario.Verdicts[i].Kind, n})
		default:
			out = append(out, Count{"cut", n})
		}
	}
	return out
}

// Grid is the outcome of every combination of one or two parameters.
type Grid struct {
	X, Y   *Param  // Y is nil for a grid over one parameter
	XS, YS []int64 // the values, ascending; YS has one entry where Y is nil
	Cells  []uint8 // row by row, a row for each of YS: index into Kinds
	Kinds  []string
	Counts []Count
}

// At is the verdict kind at column x and row y.
func (g *Grid) At(x, y int) string { return g.Kinds[g.Cells[y*len(g.XS)+x]] }

// MaxGrid is how many runs a grid can have.
const MaxGrid = 20_000

// Grid runs every value of parameter x against every value of y, the others
// as in v; y may be "".
func (s *Scenario) Grid(v Values, tape []int, x, y string) (*Grid, error) {
	ix, iy := s.Params.Index(x), s.Params.Index(y)
	if ix < 0 || iy < 0 && y != "" || ix == iy {
		return nil, fmt.Errorf("grid over %q and %q: need one or two different parameters of %s", shorten(x), shorten(y), s.Name)
	}
	g := &Grid{X: &s.Params[ix], XS: s.Params[ix].all(), YS: []int64{0}}
	if iy >= 0 {
		g.Y, g.YS = &s.Params[iy], s.Params[iy].all()
	}
	if len(g.XS)*len(g.YS) > MaxGrid {
		return nil, fmt.Errorf("grid over %q and %q: %d runs are more than %d", x, y, len(g.XS)*len(g.YS), MaxGrid)
	}
	s.fill(g, v, tape, ix, iy)
	return g, nil
}

func (s *Scenario) fill(g *Grid, v Values, tape []int, ix, iy int) {
	m, c := NewMachine(s), newCounter(s)
	g.Cells = make([]uint8, 0, len(g.XS)*len(g.YS))
	for _, y := range g.YS {
		if iy >= 0 {
			v = v.With(iy, y)
		}
		for _, x := range g.XS {
			g.Cells = append(g.Cells, c.add(m, m.Run(v.With(ix, x), tape)))
		}
	}
	for _, w := range s.Verdicts {
		g.Kinds = append(g.Kinds, w.Kind)
	}
	g.Kinds, g.Counts = append(g.Kinds, "cut"), c.counts()
}

// all are the parameter's values, ascending; of a parameter with more than
// MaxGrid values, those in range of it.
func (p *Param) all() []int64 {
	low, high, step := p.Bounds()
	var out []int64
	for v := low; len(out) <= MaxGrid; v += step {
		out = append(out, v)
		if uint64(high)-uint64(v) < uint64(step) {
			break
		}
	}
	return out
}
