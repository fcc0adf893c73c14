package trial

import (
	"slices"

	"fencepost/lessons"
	"fencepost/sim"
)

// mostValues is how many values of one parameter are tried.
const mostValues = 16

// Variation is a run like that of a prediction, with one parameter set
// otherwise.
type Variation struct {
	Setting
	Param string            // label of the parameter: "A is frozen for"
	Value string            // as a reader sees it: "8 s"
	Was   string            // in the prediction's own run
	Set   map[string]string // what differs from the figure's own run, as text
	Run   sim.Run
	Words []sim.VerdictWord // the verdicts to choose among
}

// Vary is the n-th variation of a prediction. Which verdicts come is spread
// evenly over n, so that none can be learnt as the usual one. ok is false where
// no parameter that readers are shown changes the verdict.
func Vary(l *lessons.Lesson, p *lessons.Predict, n int64) (v Variation, ok bool) {
	base, err := Of(l, p.Run)
	if err != nil {
		return v, false
	}
	list := variations(base, mainParams(l.Figure(p.Run.Figure), base.Scenario))
	byKind := map[string][]Variation{}
	for _, one := range list {
		byKind[one.Run.Verdict.Kind] = append(byKind[one.Run.Verdict.Kind], one)
	}
	words := slices.DeleteFunc(slices.Clone(base.Scenario.Verdicts), func(w sim.VerdictWord) bool { return len(byKind[w.Kind]) == 0 })
	if len(words) < 2 {
		return v, false
	}
	// Steps that share no factor with small numbers walk over all of them.
	kind := words[int(uint64(n)*7%uint64(len(words)))].Kind
	v = byKind[kind][int((uint64(n)/uint64(len(words))*11+uint64(n)*5)%uint64(len(byKind[kind])))]
	v.Words, v.Set = words, map[string]string{}
	for name, text := range p.Run.Set {
		v.Set[name] = text
	}
	for i := range base.Scenario.Params {
		if name := base.Scenario.Params[i].Name; v.Values.Text(name) != base.Values.Text(name) {
			v.Set[name] = v.Values.Text(name)
		}
	}
	return v, true
}

// mainParams are the parameters that a figure offers first.
func mainParams(f *lessons.Figure, s *sim.Scenario) []int {
	var out []int
	for i := range s.Params {
		name := s.Params[i].Name
		if f.Controls == nil && s.Params[i].Main || slices.Contains(f.Controls, name) {
			out = append(out, i)
		}
	}
	return out
}

// variations are the runs that differ from base in one of the parameters and
// come to an end without another choice.
func variations(base Setting, params []int) []Variation {
	var out []Variation
	for _, i := range params {
		p := &base.Scenario.Params[i]
		was, err := p.Parse(base.Values.Text(p.Name))
		if err != nil {
			continue // a value that has no text is none that readers can set
		}
		for _, x := range valuesOf(p) {
			if x == was {
				continue
			}
			s := base
			s.Values = base.Values.With(i, x)
			if run := s.Run(); run.Cut == "" && run.Pending == nil {
				out = append(out, Variation{Setting: s, Param: p.Label, Value: p.Spoken(x), Was: p.Spoken(was), Run: run})
			}
		}
	}
	return out
}

// valuesOf are the parameter's values, or as many of them, evenly spread.
func valuesOf(p *sim.Param) []int64 {
	low, high, step := p.Bounds()
	stride := step * max(1, (int64(p.Count())+mostValues-1)/mostValues)
	var out []int64
	for x := low; x <= high; x += stride {
		out = append(out, x)
	}
	return out
}
