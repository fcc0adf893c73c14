package figure

import (
	"fencepost/sim"
	"fencepost/views"
)

// Tell lays out a run that no scenario of the catalogue made, at one of its
// steps. address gives where a step is shown, steps from 1.
func Tell(run *sim.Run, step int, address func(step int) string) *views.Figure {
	step = min(max(step, 1), max(len(run.Entries), 1))
	f := &views.Figure{
		Plot: plot(run, run.Horizon), Label: sayRun(run), Events: events(run), Step: step,
		Verdict: verdict(run), Findings: findings(run),
	}
	for i := range f.Events {
		f.Events[i].Href = address(i + 1)
	}
	for i, v := range f.Findings {
		if !v.Holds {
			f.Findings[i].Href = address(v.Step)
		}
	}
	if step > 1 {
		f.First, f.Back = address(1), address(step-1)
	}
	if n := len(run.Entries); step < n {
		f.Next, f.Last = address(step+1), address(n)
	}
	return f
}
