package views

import "fmt"

// RunRef is the step of a run that somebody's words refer to.
type RunRef struct {
	Value   string // as forms and records hold it
	Figure  int    // "Figure 1"
	Said    string // its settings: "A is frozen for 12 s; Storage checks tokens: off"
	Step    int
	Time    string
	Text    string // of the entry at that step
	Verdict RunVerdict
	Href    string // opens it; "" where the figure has changed since and cannot show it any more
	Drop    string // address without it, where it has not been handed in yet
}

// where names the step: "Figure 1, step 8 at 14 s".
func (r *RunRef) where() string {
	return fmt.Sprintf("Figure %d, step %d at %s", r.Figure, r.Step, r.Time)
}
