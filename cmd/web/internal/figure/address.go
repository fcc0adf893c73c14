package figure

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"fencepost/sim"
	"fencepost/views"
)

// asked is what a page's address wants of a figure.
type asked struct {
	values sim.Values
	step   int           // from 1; not yet held to the run's length
	kept   []views.Field // what other figures of the page want
	notes  []string
}

// read takes from the query what is this figure's.
func (s *Stage) read(query url.Values) asked {
	own := url.Values{}
	for i, p := range s.scenario.Params {
		if texts, ok := query[s.keys[i]]; ok {
			own[p.Name] = texts
		}
	}
	var a asked
	var notes []sim.Note
	a.values, notes = sim.FromQuery(s.show, own)
	for _, n := range notes {
		a.notes = append(a.notes, n.Text)
	}
	a.step = 1
	if texts := query[s.prefix+"step"]; len(texts) > 0 {
		a.readStep(texts[len(texts)-1])
	}
	a.kept = s.keep(query)
	return a
}

func (a *asked) readStep(text string) {
	n, err := strconv.Atoi(text)
	if err != nil {
		a.notes = append(a.notes, "The step in the address is not a whole number. Step 1 is shown instead.")
		return
	}
	a.step = n
}

// hold brings the step within the run, and says so.
func (a *asked) hold(steps int) {
	held := min(max(a.step, 1), max(steps, 1))
	if held != a.step {
		a.notes = append(a.notes, fmt.Sprintf("This run has no step %d. Step %d is shown instead.", a.step, held))
	}
	a.step = held
}

// keptBytes bounds what is carried along for another figure.
const keptBytes = 64

// keep takes along what the query holds for other figures of the page.
func (s *Stage) keep(query url.Values) []views.Field {
	var out []views.Field
	for _, key := range s.others {
		texts := query[key]
		if len(texts) == 0 || len(texts[len(texts)-1]) > keptBytes {
			continue
		}
		out = append(out, views.Field{Name: key, Value: texts[len(texts)-1]})
	}
	return out
}

// telling says whether an address names the parameter: those in sight always,
// others where they are not as the scenario has them of itself, so that an
// address means the same run even after a lesson shows another one first.
func (s *Stage) telling(i int, v sim.Values) bool {
	d := s.scenario.Params[i].Default
	return v.At(i) != d || s.show.At(i) != d
}

// query is the part of an address that names a run.
func (s *Stage) query(v sim.Values) string {
	var b strings.Builder
	add := func(i int) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(s.keys[i] + "=" + url.QueryEscape(s.scenario.Params[i].Text(v.At(i))))
	}
	for _, i := range s.main {
		add(i)
	}
	for _, i := range s.more {
		if s.telling(i, v) {
			add(i)
		}
	}
	return b.String()
}

// address is that of a run at a step, beside what other figures show.
func (s *Stage) address(v sim.Values, step int, kept []views.Field) string {
	a := s.page + "?" + s.query(v) + "&" + s.prefix + "step=" + strconv.Itoa(step)
	for _, k := range kept {
		a += "&" + k.Name + "=" + url.QueryEscape(k.Value)
	}
	return a + "#" + s.id
}
