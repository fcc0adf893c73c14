// Package lint finds what an author got wrong that cannot be seen in one file
// alone: simulators and parameters that do not exist, patterns that do not
// compile, lessons that do not know of each other. What is wrong within a file
// is found by package lessons when it reads it.
package lint

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"fencepost/lessons"
)

// Rules are what content is held against beyond its own grammar. They are
// functions, because the simulators and the scorer are no part of lessons.
// A nil rule checks nothing.
type Rules struct {
	// Simulate says whether a scenario runs with these parameters, the others
	// at their defaults. Its errors are *Fault wherever the author can mend
	// them. With an empty set it says whether there is such a scenario.
	Simulate func(scenario string, set map[string]string) error
	// Compile compiles a lesson's rubric and returns what is wrong with it.
	// Problems without a file are put at the rubric's beginning.
	Compile func(l *lessons.Lesson) []lessons.Problem
	// Try runs what a prediction, a challenge or a check about a run's lines is
	// about and returns what is wrong with it. It is asked where figure and
	// parameters are right.
	Try func(l *lessons.Lesson, b lessons.Block) []lessons.Problem
	// Practise runs a lab's answers and returns what is wrong with it. It is
	// asked about labs whose own files had no problem, which Faulty names.
	Practise func(lab *lessons.Lab) []lessons.Problem
	// Faulty are problems that were found before: files named in it are not run.
	Faulty []lessons.Problem
}

// Part is the part of a figure that a Fault is about.
type Part int

// The parts.
const (
	Scenario  Part = iota // there is no such scenario
	Parameter             // the scenario has no such parameter
	Value                 // the parameter cannot have this value
)

// Fault is what is wrong with a figure, in words for its author.
type Fault struct {
	Part    Part
	Message string // "freeze=40s: is more than 30s"
	Mend    string // what to do about it
}

func (f *Fault) Error() string { return f.Message }

// Check holds a library against the rules. Problems come in reading order.
func Check(lib *lessons.Library, rules Rules) []lessons.Problem {
	c := checker{lib: lib, Rules: rules, faulty: map[string]bool{}}
	for _, p := range rules.Faulty {
		c.faulty[p.Pos.File] = true
	}
	for _, l := range lib.Lessons() {
		c.figures(l)
		c.runs(l)
		c.labs(l)
		c.links(l)
		c.related(l)
		c.treated(l)
		if l.Rubric != nil && rules.Compile != nil {
			c.rubric(l)
		}
	}
	lessons.SortProblems(c.list)
	return c.list
}

// checker collects problems.
type checker struct {
	Rules
	lib    *lessons.Library
	list   []lessons.Problem
	faulty map[string]bool
}

func (c *checker) add(pos lessons.Pos, mend, format string, args ...any) {
	c.list = append(c.list, lessons.Problem{Pos: pos, Message: fmt.Sprintf(format, args...), Mend: mend})
}

// treated reports misconceptions that name a step which the lesson does not have.
func (c *checker) treated(l *lessons.Lesson) {
	if l.Rubric == nil || l.Torn {
		return
	}
	var steps []string
	for _, s := range l.Steps {
		steps = append(steps, s.ID)
	}
	for _, m := range l.Rubric.Misconceptions {
		if m.Step != "" && !slices.Contains(steps, m.Step) {
			c.add(m.StepPos, "name one of: "+strings.Join(steps, ", "), "%q is treated in %q, which is no step of the lesson", m.ID, m.Step)
		}
	}
}

// rubric adds what compiling a rubric complains of.
func (c *checker) rubric(l *lessons.Lesson) {
	for _, p := range c.Compile(l) {
		if p.Pos.File == "" {
			p.Pos = l.Rubric.Pos
		}
		c.list = append(c.list, p)
	}
}

// related reports concepts that one lesson relates to another, but not the
// other way round, and names that differ from the lesson's title.
func (c *checker) related(l *lessons.Lesson) {
	for _, r := range l.Related {
		other, ok := c.lib.Lesson(r.Slug)
		switch {
		case !ok, other.Title == "": // still to come, or reported where it is missing
		case r.Name != other.Title:
			c.add(r.Pos, "call it "+other.Title, "the lesson %q is called %q here", r.Slug, r.Name)
		case !slices.ContainsFunc(other.Related, func(back lessons.Relation) bool { return back.Slug == l.Slug }):
			c.add(other.Pos, "add it to related, with a line of its own", "%s relates to this lesson and is not related back", l.Slug)
		}
	}
}

// figures checks the simulators of a lesson.
func (c *checker) figures(l *lessons.Lesson) {
	if c.Simulate == nil {
		return
	}
	for _, f := range l.Figures() {
		if err := c.Simulate(f.Scenario, nil); err != nil {
			c.fault(f.Pos, err)
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(f.Show)) {
			c.set(f.Scenario, name, f.Show[name], f.ShowPos[name])
		}
		for i, name := range f.Controls {
			c.control(f, name, i)
		}
	}
}

// set checks one parameter and its value.
func (c *checker) set(scenario, name, value string, pos lessons.Pos) {
	if err := c.Simulate(scenario, map[string]string{name: value}); err != nil {
		c.fault(pos, err)
	}
}

// control checks that a control is a parameter of the figure's scenario, and
// that it stands once.
func (c *checker) control(f *lessons.Figure, name string, i int) {
	pos := f.ControlPos[i]
	if slices.Contains(f.Controls[:i], name) {
		c.add(pos, "keep one of the two", "the control %q stands twice", name)
		return
	}
	err := c.Simulate(f.Scenario, map[string]string{name: ""})
	if fault, ok := err.(*Fault); ok && fault.Part == Parameter {
		c.fault(pos, err)
	}
}

// fault adds what the simulator said of a figure.
func (c *checker) fault(pos lessons.Pos, err error) {
	if f, ok := err.(*Fault); ok {
		c.add(pos, f.Mend, "%s", f.Message)
		return
	}
	c.add(pos, "mend the simulator", "the run fails: %v", err)
}

// links checks links that set a simulator's parameters: they must lead to a
// figure, which must know them.
func (c *checker) links(l *lessons.Lesson) {
	for _, link := range l.Links {
		u, err := url.Parse(link.To)
		if err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery == "" {
			continue
		}
		page := c.page(l, u)
		f := page.Figure(u.Fragment)
		if f == nil && page.Torn {
			continue
		}
		if f == nil {
			c.add(link.Pos, "let it end in # and the id of a figure", "the link %q has parameters and leads to no figure", link.To)
			continue
		}
		c.query(link, u, f)
	}
}

// tapes are orders of events as addresses write them: "0.2.1", "." for none.
var tapes = regexp.MustCompile(`^(\.|\d{1,3}(\.\d{1,3}){0,255})$`)

// query checks the parameters of a link. "step" and "tape" are the page's own.
func (c *checker) query(link lessons.Link, u *url.URL, f *lessons.Figure) {
	if c.Simulate == nil || c.Simulate(f.Scenario, nil) != nil {
		return // reported at the figure
	}
	q := u.Query()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		switch name {
		case "step":
		case "tape":
			if !tapes.MatchString(q.Get(name)) {
				c.add(link.Pos, "write the choices with dots: tape=0.2.1", "%q is no order of events", q.Get(name))
			}
		default:
			c.set(f.Scenario, name, q.Get(name), link.Pos)
		}
	}
}

// page is the lesson that an address within the site leads to, seen from l.
func (c *checker) page(l *lessons.Lesson, u *url.URL) *lessons.Lesson {
	for _, other := range c.lib.Lessons() {
		if u.Path == "/concepts/"+other.Slug {
			return other
		}
	}
	return l
}
