package simtest

import "fencepost/sim"

// Axis is a parameter and the values that it takes.
type Axis struct {
	Param  int
	Values []int64
}

// Every is every value of a parameter.
func Every(schema sim.Schema, param int) Axis {
	low, high, step := schema[param].Bounds()
	a := Axis{Param: param}
	for v := low; v <= high; v += step {
		a.Values = append(a.Values, v)
	}
	return a
}

// Some are chosen values of a parameter.
func Some(param int, values ...int64) Axis { return Axis{param, values} }

// Each calls f with every combination of the values, the other parameters as
// in base, and returns how many there were.
func Each(base sim.Values, axes []Axis, f func(sim.Values)) int {
	if len(axes) == 0 {
		f(base)
		return 1
	}
	n := 0
	for _, v := range axes[0].Values {
		n += Each(base.With(axes[0].Param, v), axes[1:], f)
	}
	return n
}
