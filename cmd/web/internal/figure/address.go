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
	tape   []int         // what happens at each choice
	step   int           // from 1; not yet held to the run's length
	kept   []views.Field // what other figures of the page want
	notes  []string

	deciding bool // the reader decides: the run waits where the tape says no more
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
	if texts := query[s.prefix+tapeKey]; len(texts) > 0 {
		a.readTape(texts[len(texts)-1])
	}
	a.step = 1
	if a.deciding {
		a.step = newest
	}
	if texts := query[s.prefix+"step"]; len(texts) > 0 {
		a.readStep(texts[len(texts)-1])
	}
	a.kept = s.keep(query)
	return a
}

// newest stands for the last step of a run whose length is not known yet.
const newest = 1 << 30

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
	if held != a.step && a.step != newest {
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
func (s *Stage) query(a asked) string {
	var b strings.Builder
	add := func(key, text string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(key + "=" + url.QueryEscape(text))
	}
	for _, i := range s.main {
		add(s.keys[i], s.scenario.Params[i].Text(a.values.At(i)))
	}
	for _, i := range s.more {
		if s.telling(i, a.values) {
			add(s.keys[i], s.scenario.Params[i].Text(a.values.At(i)))
		}
	}
	if a.deciding {
		add(s.prefix+tapeKey, tapeText(a.tape))
	}
	return b.String()
}

// stepAddress is that of a run at a step, beside what other figures show.
func (s *Stage) stepAddress(a asked, step int) string {
	return s.page + "?" + s.query(a) + "&" + s.prefix + "step=" + strconv.Itoa(step) + keptQuery(a.kept) + "#" + s.id
}

// address is that of a run without choices of the reader's.
func (s *Stage) address(v sim.Values, step int, kept []views.Field) string {
	return s.stepAddress(asked{values: v, kept: kept}, step)
}

func keptQuery(kept []views.Field) string {
	var b strings.Builder
	for _, k := range kept {
		b.WriteString("&" + k.Name + "=" + url.QueryEscape(k.Value))
	}
	return b.String()
}
