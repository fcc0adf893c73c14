package lessons

import (
	"maps"
	"regexp"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// labFolder holds a concept's labs, a YAML file each.
const labFolder = "labs"

// What a lab may ask.
const (
	maxSlots, maxSchedules, maxLabSteps = 6, 16, 40
	maxLabStatements                    = 8
	labHints                            = 3
)

// labReader reads one labs/ID.yaml.
type labReader struct {
	*yamlText
	prose *loader // for the Markdown in values
	out   *Lab
}

// parseLab reads a lab's file.
func parseLab(id string, s *source, base string) *Lab {
	lab := &Lab{ID: id, Pos: Pos{s.file, 1, 1}}
	if !s.readable() {
		return lab
	}
	y := &yamlText{
		report: s.report, what: "the lab", empty: lab.Pos,
		place: func(line, col int) Pos { return Pos{s.file, line, col} },
	}
	prose := &loader{source: s, md: newMarkdown(), base: base, ids: map[string]Pos{}, lesson: &Lesson{}}
	r := &labReader{yamlText: y, prose: prose, out: lab}
	if root := y.root(s.text); root != nil {
		if m, ok := y.mapping(root, "the lab", "title", "line", "task", "tables", "values", "statements", "actors", "schedules", "rules", "hints", "solution", "why", "right", "wrong"); ok {
			r.read(m)
		}
	}
	return lab
}

func (r *labReader) read(m *mapping) {
	l := r.out
	l.Title = m.plain("title", "name the lab in a few words")
	l.Line = m.plain("line", "say in one sentence what there is to do, for the lesson's page")
	l.Task, _ = r.markdown(m, "task", "tell the reader what to do")
	l.Tables, l.TablesPos = m.text("tables", "write the SQL that makes the tables and their first rows"), m.at(m.node)
	if m.has("tables") {
		l.TablesPos = m.at(m.value["tables"])
	}
	r.values(m)
	each(m, "statements", "say what the reader is to write", r.slot)
	each(m, "actors", "name the workers and the tables that are drawn", r.actor)
	each(m, "schedules", "write at least one order of events", r.schedule)
	each(m, "rules", "write what must hold in the end", r.rule)
	for _, h := range m.texts("hints") {
		html, _ := r.prose.blocks(h)
		l.Hints = append(l.Hints, html)
	}
	if len(l.Hints) != labHints {
		r.add(m.at(m.node), "write three, each saying more than the one before", "the lab has %s", plural(len(l.Hints), "hint", "hints"))
	}
	l.Why, _ = r.markdown(m, "why", "say why the solution holds")
	r.answers(m)
	r.sizes(m)
}

// each reads the items of a list that must be there.
func each(m *mapping, key, mend string, read func(*yaml.Node)) {
	if m.need(key, mend) {
		for _, n := range m.list(key) {
			read(n)
		}
	}
}

// markdown is a value of several paragraphs.
func (r *labReader) markdown(m *mapping, key, mend string) (html, plain string) {
	if s := m.text(key, mend); s != "" {
		return r.prose.blocks(Phrase{s, m.at(m.value[key])})
	}
	return "", ""
}

// values reads the parameters and what they stand for.
func (r *labReader) values(m *mapping) {
	if !m.has("values") {
		return
	}
	set, ok := m.mapping(m.value["values"], `"values"`)
	if !ok {
		return
	}
	for _, name := range set.order {
		r.named(name, set.at(set.key[name]), "a value")
		r.out.Values = append(r.out.Values, LabValue{name, set.plain(name, "say what it stands for")})
	}
}

// word recognises the name of a parameter or a column.
var word = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func (r *labReader) named(name string, pos Pos, what string) {
	if !word.MatchString(name) {
		r.add(pos, "use lower-case letters, digits and underscores, beginning with a letter", "%q cannot be the name of %s", name, what)
	}
}

// id reads a permanent name.
func (r *labReader) id(m *mapping) string {
	id := m.text("id", "name it for good")
	if id != "" && !isDashed(id) {
		r.add(m.at(m.value["id"]), dashedMend, "%q cannot be the id of %s", id, m.name)
	}
	return id
}

func (r *labReader) slot(n *yaml.Node) {
	m, ok := r.mapping(n, "a statement", "id", "title", "ask", "uses", "returns", "most", "may", "starts")
	if !ok {
		return
	}
	s := LabSlot{ID: r.id(m), Title: m.plain("title", "name the box"), Most: m.whole("most", 1, 1, maxLabStatements), Starts: m.maybe("starts"), Pos: m.at(n)}
	s.Ask, _ = r.markdown(m, "ask", "say what the statement is to do")
	s.Uses, s.Returns = textsOf(m.texts("uses")), textsOf(m.texts("returns"))
	known := []string{MayTransaction, MayCreateTable, MayCreateIndex}
	for _, p := range m.texts("may") {
		if s.May = append(s.May, p.Text); !slices.Contains(known, p.Text) {
			r.add(p.Pos, didYouMean(p.Text, known), "%q is nothing that a statement may", p.Text)
		}
	}
	r.out.Slots = append(r.out.Slots, s)
}

func (r *labReader) actor(n *yaml.Node) {
	m, ok := r.mapping(n, "an actor", "id", "name", "shape", "values", "shows")
	if !ok {
		return
	}
	a := LabActor{ID: r.id(m), Name: m.plain("name", "name the lane"), Shape: m.text("shape", "write a, b, c, lease, queue or storage"), Shows: m.maybe("shows"), Pos: m.at(n)}
	shapes := []string{"a", "b", "c", "lease", "queue", "storage"}
	if a.Shape != "" && !slices.Contains(shapes, a.Shape) {
		r.add(m.at(m.value["shape"]), didYouMean(a.Shape, shapes), "%q is no shape", a.Shape)
	}
	a.Values, _ = r.prose.settings(m, "values")
	r.out.Actors = append(r.out.Actors, a)
}

func (r *labReader) schedule(n *yaml.Node) {
	m, ok := r.mapping(n, "a schedule", "id", "title", "with", "steps")
	if !ok {
		return
	}
	s := LabSchedule{ID: r.id(m), Title: m.plain("title", "say in a few words what happens in it"), Pos: m.at(n)}
	shared, _ := r.prose.settings(m, "with")
	each(m, "steps", "write what happens, in order", func(n *yaml.Node) {
		if step, ok := r.step(n); ok {
			own := maps.Clone(shared)
			maps.Copy(own, step.Values)
			step.Values = own
			s.Steps = append(s.Steps, step)
		}
	})
	r.out.Schedules = append(r.out.Schedules, s)
}

func (r *labReader) step(n *yaml.Node) (LabStep, bool) {
	m, ok := r.mapping(n, "a step", "at", "actor", "run", "sql", "frozen", "crash", "after", "unless", "now", "with", "note")
	if !ok {
		return LabStep{}, false
	}
	s := LabStep{
		At: r.seconds(m, "at", 0), Frozen: r.seconds(m, "frozen", 0), Now: r.seconds(m, "now", -1), Pos: m.at(n),
		Actor: m.text("actor", "say whose step it is"), Run: m.maybe("run"), SQL: m.maybe("sql"),
		Crash: m.maybe("crash"), After: m.maybe("after"), Unless: m.maybe("unless"), Note: m.maybe("note"),
	}
	m.need("at", "say when, as in 12s")
	s.Values, _ = r.prose.settings(m, "with")
	r.oneThing(m, s)
	return s, true
}

// oneThing reports a step that does nothing, or several things.
func (r *labReader) oneThing(m *mapping, s LabStep) {
	does := 0
	for _, yes := range []bool{s.Run != "", s.SQL != "", s.Frozen > 0, s.Crash != "" && s.Run == ""} {
		if yes {
			does++
		}
	}
	if does != 1 {
		r.add(m.at(m.node), "give it one of run, sql, frozen and crash", "a step does %d things", does)
	}
	_, err := strconv.Atoi(s.Crash)
	switch {
	case s.Crash == "", s.Run == "" && s.Crash == "now", s.Run != "" && (s.Crash == CrashEach || err == nil):
		return
	}
	r.add(m.at(m.value["crash"]), "write now, or with run how many statements come before, or each", "%q is no place to crash at", s.Crash)
}

// span recognises a number of seconds.
var span = regexp.MustCompile(`^(\d{1,5})s$`)

// seconds is a time or length in whole seconds; otherwise stands for none.
func (r *labReader) seconds(m *mapping, key string, otherwise int) int {
	s := m.maybe(key)
	if s == "" {
		return otherwise
	}
	digits := span.FindStringSubmatch(s)
	if digits == nil {
		r.add(m.at(m.value[key]), "write whole seconds, as in 12s", "%q is %q", key, s)
		return otherwise
	}
	n, _ := strconv.Atoi(digits[1])
	return n
}

func (r *labReader) rule(n *yaml.Node) {
	m, ok := r.mapping(n, "a rule", "id", "says", "breaks", "numbers", "broken", "held")
	if !ok {
		return
	}
	r.out.Rules = append(r.out.Rules, LabRule{
		ID: r.id(m), Says: m.plain("says", "say what must hold"), Breaks: m.text("breaks", "write a query for what breaks it"),
		Numbers: m.maybe("numbers"), Broken: m.plain("broken", "say what went wrong, with {column} for the numbers"), Held: m.maybe("held"), Pos: m.at(n),
	})
}

// plural is a number with its word: "1 hint", "3 hints".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
