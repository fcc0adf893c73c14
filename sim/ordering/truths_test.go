package ordering

import (
	"slices"
	"testing"

	"fencepost/sim"
)

// axis is a parameter and the values that it takes.
type axis struct {
	param  int
	values []int64
}

// every is every value of a parameter.
func every(param int) axis {
	p := params()[param]
	low, high, step := p.Bounds()
	a := axis{param: param}
	for v := low; v <= high; v += step {
		a.values = append(a.values, v)
	}
	return a
}

func some(param int, values ...int64) axis { return axis{param, values} }

// each calls f with every combination of the values, the other parameters as
// in base.
func each(base sim.Values, axes []axis, f func(sim.Values)) {
	if len(axes) == 0 {
		f(base)
		return
	}
	for _, v := range axes[0].values {
		each(base.With(axes[0].param, v), axes[1:], f)
	}
}

// world is every value of what the map shows, and corners and middles of all
// else.
func world() []axis {
	return []axis{
		every(pSkew), every(pDelay), some(pThird, 0, 1),
		some(pThink, 0, 500, 5000), some(pSlow, 500, 4000, 10_000),
		some(pLink, 500, 1000, 5000), some(pCAt, 500, 2000, 3000, 10_000), some(pCSkew, -5000, 0, 5000),
	}
}

func broken(j sim.Judgement, invariant int) bool { return j.Broken[invariant] != sim.Holds }

// By wall clocks an answer is lost exactly if its writer's clock is behind by
// more than the time between the two writes.
func TestClocksAreSafeWhileTheSkewIsLessThanTheDelay(t *testing.T) {
	m := sim.NewMachine(Scenario())
	axes := []axis{every(pSkew), every(pDelay), every(pThink), some(pSlow, 500, 4000, 10_000), some(pLink, 500, 5000)}
	each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		want := v.Millis(pDelay)+v.Millis(pThink)+v.Millis(pSkew) < 0
		if got := broken(m.Run(v, nil), noNewerLost); got != want {
			t.Errorf("%v: the answer lost: %v, want %v", v, got, want)
		}
	})
}

// Logical clocks never drop an answer for what it answers; vectors never drop a
// write unseen; and any rule but arrival leaves all replicas with the same.
func TestWhatEachRulePromises(t *testing.T) {
	m := sim.NewMachine(Scenario())
	promises := map[int64][]int{
		byWall:    {replicasAgree},
		byLamport: {replicasAgree, noNewerLost},
		byVector:  {replicasAgree, noNewerLost, noneDroppedUnseen},
	}
	for rule := int64(byWall); rule <= byVector; rule++ {
		each(Scenario().Params.Defaults().With(pRule, rule), world(), func(v sim.Values) {
			j := m.Run(v, nil)
			for _, i := range promises[rule] {
				if broken(j, i) {
					t.Fatalf("%v: broke %s", v, Scenario().Invariants[i].Name)
				}
			}
		})
	}
}

// reachable is which entries lead to which, along lanes and messages and
// nothing else.
func reachable(r *sim.Run) [][]bool {
	n := len(r.Entries)
	to := make([][]bool, n)
	for i := range to {
		to[i] = make([]bool, n)
	}
	last := map[string]int{}
	link := func(from, i int) {
		to[from][i] = true
		for k := range n {
			to[k][i] = to[k][i] || to[k][from]
		}
	}
	for i, e := range r.Entries {
		if from, ok := last[e.Actor]; ok {
			link(from, i)
		}
		for _, msg := range r.Messages {
			if msg.CameEntry == i {
				link(msg.SentEntry, i)
			}
		}
		last[e.Actor] = i
	}
	return to
}

// The vectors say of every two entries exactly what the lanes and messages say.
// Lamport's numbers agree with that in one direction, and not in the other.
func TestVectorsAreCausalityAndLamportFollowsIt(t *testing.T) {
	m := sim.NewMachine(Scenario())
	smaller := 0 // pairs in which a smaller number means nothing
	axes := world()
	axes[0], axes[1] = some(pSkew, -3000), some(pDelay, 500, 1000, 2500, 4000)
	each(Scenario().Params.Defaults(), axes, func(v sim.Values) {
		m.Run(v, nil)
		r := m.Report()
		to := reachable(&r)
		for i := range r.Table.Rows {
			for k := range r.Table.Rows {
				e, f := clocksOf(&r, i), clocksOf(&r, k)
				if got := e.vector.before(f.vector); got != to[i][k] {
					t.Fatalf("%v: entry %d before %d by vectors: %v", v, i, k, got)
				}
				if to[i][k] && e.lamport >= f.lamport {
					t.Fatalf("%v: entry %d before %d, and its number is not less", v, i, k)
				}
				if e.lamport < f.lamport && !to[i][k] {
					smaller++
				}
			}
		}
	})
	if smaller == 0 {
		t.Error("no smaller number without cause was met: the test shows nothing")
	}
}

// clocksOf reads an entry's clocks off the table.
func clocksOf(r *sim.Run, i int) stamp {
	m := r.Table.Rows[i].Cells
	var s stamp
	for _, c := range m[2] {
		s.lamport = s.lamport*10 + int64(c-'0')
	}
	digits := slices.DeleteFunc([]byte(m[3]), func(c byte) bool { return c < '0' || c > '9' })
	for k := range s.vector {
		s.vector[k] = digits[k] - '0'
	}
	return s
}

// Whatever the other settings, only the order of arrival makes replicas differ.
func TestOnlyArrivalMakesReplicasDiffer(t *testing.T) {
	m := sim.NewMachine(Scenario())
	seen := 0
	each(Scenario().Params.Defaults().With(pRule, byArrival), world(), func(v sim.Values) {
		if broken(m.Run(v, nil), replicasAgree) {
			seen++
		}
	})
	if seen == 0 {
		t.Error("replicas never differ by arrival")
	}
}
