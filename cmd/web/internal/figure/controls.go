package figure

import (
	"strconv"
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// controls makes the controls of some parameters.
func (s *Stage) controls(of []int, v sim.Values) []views.Control {
	var out []views.Control
	for _, i := range of {
		out = append(out, s.control(i, v.At(i)))
	}
	return out
}

func (s *Stage) control(i int, value int64) views.Control {
	p := &s.scenario.Params[i]
	c := views.Control{
		Key: p.Name, Name: s.keys[i], ID: s.id + "-" + p.Name, Label: p.Label, Help: p.Help,
		Shown: p.Spoken(value), Spoken: spoken(p, value),
	}
	switch p.Type {
	case sim.Duration, sim.Integer:
		c.Kind, c.Range = "range", slider(p, value)
	case sim.Bool:
		c.Kind = "switch"
		c.Options = []views.ControlValue{{Value: p.Text(0), Label: "off"}, {Value: p.Text(1), Label: "on"}}
		c.Options[value&1].Chosen = true
	default:
		c.Kind = "select"
		for k, o := range p.Options {
			c.Options = append(c.Options, views.ControlValue{Value: o.Name, Label: o.Label, Chosen: int64(k) == value})
		}
	}
	return c
}

// slider is a ranged parameter in the unit that is shown: seconds, or what it
// counts.
func slider(p *sim.Param, value int64) views.Range {
	low, high, step := p.Bounds()
	r := views.Range{
		Min: plain(p, low), Max: plain(p, high), Step: plain(p, step), Value: plain(p, value),
		Low: p.Spoken(low), High: p.Spoken(high), Posts: posts(low, high, step),
	}
	if p.Type == sim.Duration {
		r.Suffix, r.Unit, r.Units, r.Short = "s", "second", "seconds", "s"
	} else {
		r.Unit, r.Units, r.Short = p.UnitOf(1), p.Unit, p.Unit
	}
	return r
}

// plain is a value as a bare number.
func plain(p *sim.Param, v int64) string {
	if p.Type == sim.Duration {
		return strings.TrimSuffix(sim.Millis(v).Text(), "s")
	}
	return strconv.FormatInt(v, 10)
}

// spoken is a value as it is read out: "12 seconds".
func spoken(p *sim.Param, v int64) string {
	if p.Type != sim.Duration {
		return p.Spoken(v)
	}
	if v == 1000 {
		return "1" + sim.NoBreak + "second"
	}
	return plain(p, v) + sim.NoBreak + "seconds"
}

// maxPosts is how many posts a slider's fence has at most, but one.
const maxPosts = 16

// posts are the places of a slider's posts: one a step, or as many as divide
// it evenly.
func posts(low, high, step int64) []views.Pct {
	intervals := (high - low) / step
	if intervals < 1 {
		return nil
	}
	n := intervals
	for d := int64(1); n > maxPosts && d <= intervals; d++ {
		if intervals%d == 0 {
			n = intervals / d
		}
	}
	var out []views.Pct
	for k := int64(0); k <= n; k++ {
		out = append(out, views.Pct(int64(full)*k/n))
	}
	return out
}
