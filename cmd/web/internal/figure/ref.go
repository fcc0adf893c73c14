package figure

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fencepost/sim"
)

// Ref names one step of one run of a figure.
type Ref struct {
	stage *Stage
	asked asked
}

// At is the run that the query of the page's address asks of the figure.
func (s *Stage) At(query url.Values) Ref { return Ref{s, s.read(query)} }

// Of is a run of the figure at a step, counted from 1. A nil tape lets the run
// go by itself.
func (s *Stage) Of(v sim.Values, tape []int, step int) Ref {
	return Ref{s, asked{values: v, tape: tape, deciding: tape != nil, step: step}}
}

// N is the number that the figure has on its page.
func (s *Stage) N() int { return s.n }

// Asks says whether a query names anything of the figure.
func (s *Stage) Asks(query url.Values) bool {
	return slices.ContainsFunc(s.keys, func(k string) bool { return query.Has(k) })
}

// Query is what an address has to say for the figure to show some parameters
// otherwise than at first.
func (s *Stage) Query(set map[string]string) url.Values {
	q := url.Values{}
	for name, text := range set {
		q.Set(s.prefix+name, text)
	}
	return q
}

// ErrRef is the error of a text that names no step of any run.
var ErrRef = errors.New("no such run")

// maxRef is the most that a reference may hold, bytes.
const maxRef = 1 << 11

// ParseRef reads what Ref.String wrote, or the whole address of a run as it is
// copied from the page. It fails with ErrRef for a figure, a parameter, a
// value, an order of events or a step that does not exist.
func ParseRef(stages []*Stage, text string) (Ref, error) {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	if err != nil || len(text) > maxRef {
		return Ref{}, ErrRef
	}
	id, whole := u.Path, false
	if u.Fragment != "" {
		id, whole = u.Fragment, true
	}
	for _, s := range stages {
		if s.id == id && (!whole || s.pathIs(u.Path)) {
			return s.parse(u.Query(), whole)
		}
	}
	return Ref{}, ErrRef
}

// pathIs says whether an address leads to the figure's page.
func (s *Stage) pathIs(path string) bool { return path == s.page }

// parse reads a query that must be right in every part. In the address of a
// page the keys of other figures may stand beside the figure's own.
func (s *Stage) parse(q url.Values, whole bool) (Ref, error) {
	if !whole {
		own := url.Values{}
		for k, v := range q {
			if !slices.Contains(s.keys, s.prefix+k) {
				return Ref{}, ErrRef
			}
			own[s.prefix+k] = v
		}
		q = own
	}
	a := s.read(q)
	run := s.perform(a)
	a.hold(len(run.Entries))
	if len(a.notes) > 0 || len(run.Entries) == 0 {
		return Ref{}, ErrRef
	}
	a.kept = nil
	return Ref{s, a}, nil
}

// String is the reference as it is kept: the figure's id and, after a question
// mark, everything that the run follows from, and the step.
func (r Ref) String() string {
	q := r.stage.query(r.asked) + "&" + r.stage.prefix + "step=" + strconv.Itoa(r.asked.step)
	return r.stage.id + "?" + strings.ReplaceAll("&"+q, "&"+r.stage.prefix, "&")[1:]
}

// Address opens the run at its step.
func (r Ref) Address() string { return r.stage.stepAddress(r.asked, r.asked.step) }

// Quote is the address of the lesson's explanation with the run taken along.
func (r Ref) Quote() string {
	return r.stage.page + "?run=" + url.QueryEscape(r.String()) + "#explain"
}

// Run is the run.
func (r Ref) Run() sim.Run { return r.stage.perform(r.asked) }

// Values are the run's parameters.
func (r Ref) Values() sim.Values { return r.asked.values }

// Tape is what the reader decided; nil where the run goes by itself.
func (r Ref) Tape() []int {
	if !r.asked.deciding {
		return nil
	}
	return append([]int{}, r.asked.tape...)
}

// Step is the step, from 1.
func (r Ref) Step() int { return r.asked.step }

// Figure is the number of the figure on its page.
func (r Ref) Figure() int { return r.stage.n }

// Said is the run in words: its main settings, and those that are not as the
// simulator has them of itself.
func (r Ref) Said() string {
	var out []string
	for i := range r.stage.scenario.Params {
		p := &r.stage.scenario.Params[i]
		if slices.Contains(r.stage.main, i) || r.asked.values.At(i) != p.Default {
			out = append(out, Setting(p, r.asked.values.At(i)))
		}
	}
	if r.asked.deciding {
		out = append(out, "order of events "+tapeText(r.asked.tape))
	}
	return strings.Join(out, "; ")
}

// Setting is a parameter with its value, in words.
func Setting(p *sim.Param, v int64) string {
	if p.Type == sim.Duration || p.Type == sim.Integer {
		return fmt.Sprintf("%s %s", p.Label, p.Spoken(v))
	}
	return fmt.Sprintf("%s: %s", p.Label, p.Spoken(v))
}

// Face is how the verdict of a run looks.
func Face(run *sim.Run) (swatch, glyph string) {
	v := verdict(run)
	return v.Swatch, v.Glyph
}
