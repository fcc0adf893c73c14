package figure

import (
	"net/url"
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// View is the figure for what the query of the page's address asks. What it
// asks amiss is clamped and noted in the view.
func (s *Stage) View(query url.Values) *views.Figure {
	a := s.read(query)
	run := s.perform(a)
	a.hold(len(run.Entries))
	f := s.draw(&run, s.span(&run))
	f.Step, f.Notes, f.Kept = a.step, a.notes, a.kept
	if a.deciding {
		f.Tape = tapeText(a.tape)
	}
	s.schedule(f, &run, a)
	s.controlled(f, a)
	s.addressed(f, a, len(run.Entries))
	f.Map = s.outcomes(a)
	return f
}

// span is how much time the plot of a run shows: as much as every run that the
// main controls reach, so that the axis does not jump under a moving slider.
func (s *Stage) span(run *sim.Run) sim.Millis { return max(s.horizon, run.Horizon) }

// draw is what a figure shows of a run at any step.
func (s *Stage) draw(run *sim.Run, horizon sim.Millis) *views.Figure {
	return &views.Figure{
		ID: s.id, Prefix: s.prefix, N: s.n, Caption: s.caption, Action: s.page,
		Meta:     s.meta(run.Params, horizon),
		Plot:     plot(run, horizon),
		Label:    sayRun(run),
		Events:   events(run),
		Verdict:  verdict(run),
		Findings: findings(run),
		Table:    measured(run.Table),
	}
}

// controlled adds the controls and where their runs come from.
func (s *Stage) controlled(f *views.Figure, a asked) {
	f.Controls, f.More = s.controls(s.main, a.values), s.controls(s.more, a.values)
	for _, i := range s.more {
		f.MoreOpen = f.MoreOpen || a.values.At(i) != s.show.At(i)
	}
	f.AtReset = a.values.String() == s.show.String() && !a.deciding
	f.Ask = s.page + "/figures/" + url.PathEscape(s.id) + "?v=" + s.version
	if s.runs != nil {
		f.Runs = f.Ask + "&all=1"
	}
}

// addressed adds the addresses of steps and of neighbouring runs.
func (s *Stage) addressed(f *views.Figure, a asked, steps int) {
	at := func(step int) string { return s.stepAddress(a, step) }
	if a.step > 1 {
		f.First, f.Back = at(1), at(a.step-1)
	}
	if a.step < steps {
		f.Next, f.Last = at(a.step+1), at(steps)
	}
	if s.quotable {
		f.Quote = Ref{s, a}.Quote()
	}
	f.Self, f.Reset = at(a.step), s.address(s.show, 1, a.kept)
	for i := range f.Events {
		f.Events[i].Href = at(i + 1)
	}
	for i, v := range f.Findings {
		if !v.Holds {
			f.Findings[i].Href = at(v.Step)
		}
	}
	for _, i := range s.switches() {
		to := 1 - a.values.At(i)
		b := a
		b.values = a.values.With(i, to)
		f.Others = append(f.Others, views.Link{Text: s.otherText(i, to), Href: s.stepAddress(b, a.step)})
	}
}

// switches are the main controls that are on or off.
func (s *Stage) switches() []int {
	var out []int
	for _, i := range s.main {
		if s.scenario.Params[i].Type == sim.Bool {
			out = append(out, i)
		}
	}
	return out
}

// otherText names the run with one switch the other way.
func (s *Stage) otherText(i int, to int64) string {
	return "The same run with “" + s.scenario.Params[i].Label + "” " + s.scenario.Params[i].Text(to)
}

// meta says what the controls in sight do not: the settings that are not as
// the scenario has them, the other axis of the map, and the time shown.
func (s *Stage) meta(v sim.Values, horizon sim.Millis) string {
	var out []string
	for _, i := range s.more {
		if i == s.axes.y || s.telling(i, v) {
			out = append(out, s.scenario.Params[i].Label+": "+s.scenario.Params[i].Spoken(v.At(i))+".")
		}
	}
	return strings.Join(append(out, "Time runs to "+horizon.String()+"."), " ")
}

func events(run *sim.Run) []views.Event {
	out := make([]views.Event, len(run.Entries))
	for i, e := range run.Entries {
		out[i] = views.Event{Time: e.At.String(), Text: e.Text}
	}
	return out
}

func findings(run *sim.Run) []views.Invariant {
	out := make([]views.Invariant, len(run.Findings))
	for i, f := range run.Findings {
		out[i] = views.Invariant{Statement: f.Statement, Holds: f.Holds, Open: f.Holds && run.Pending != nil}
		if !f.Holds {
			out[i].Step = f.At + 1
		}
	}
	return out
}

// measured is the table of a run; nil where it has none.
func measured(t *sim.Table) *views.RunTable {
	if t == nil {
		return nil
	}
	out := &views.RunTable{Title: t.Title, Head: t.Head, Note: t.Note}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, views.RunRow{Cells: r.Cells, Step: r.Entry + 1, Bar: r.Bar})
	}
	return out
}

// face is how a kind of verdict looks: its swatch, and the sign upon it.
type face struct{ swatch, glyph string }

// faces are the looks of verdicts. Colour, pattern and sign each say it alone.
var faces = map[string]face{
	"safe":     {"c-safe", "g-ok"},
	"unsafe":   {"c-unsafe", "g-no"},
	"lucky":    {"c-lucky", "g-unsure"},
	"split":    {"c-split", "g-ok"},
	"needless": {"c-needless", ""},
	"stuck":    {"c-stuck", ""},
	"cut":      {"c-cut", ""},
	"open":     {"c-cut", ""},
}

// faceOf is the face of a look.
func faceOf(look string) face {
	if f, ok := faces[look]; ok {
		return f
	}
	return faces["cut"]
}

func verdict(run *sim.Run) views.RunVerdict {
	v, look := run.Verdict, faceOf(run.Verdict.Look)
	if v.Look == "safe" && refused(run) {
		look.swatch = "c-fence"
	}
	return views.RunVerdict{
		Kind: v.Look, Word: v.Word, Sentence: v.Sentence,
		Swatch: look.swatch, Glyph: look.glyph, Step: v.Entry + 1,
	}
}

func refused(run *sim.Run) bool {
	for _, m := range run.Messages {
		if m.Fate == sim.Refused {
			return true
		}
	}
	return false
}
