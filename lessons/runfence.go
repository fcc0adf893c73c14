package lessons

import (
	"fmt"
	"slices"
)

// ask reads the question of a fence.
func (l *loader) ask(m *mapping) (html, plain string) {
	if ask := m.text("ask", "ask something"); ask != "" {
		return l.blocks(Phrase{ask, m.at(m.value["ask"])})
	}
	return "", ""
}

// claimQuestion takes the id of a check, a prediction or a challenge: all three
// stand in the page as check-NAME, and in the records as NAME.
func (l *loader) claimQuestion(f *fence, what string) {
	if l.claim(f.name, f.pos, what) {
		l.hidden = append(l.hidden, f.name)
		l.claim("check-"+f.name, f.pos, what) // the page calls it so
	}
}

// figureRun reads which figure a fence is about, and how it is set. key holds
// the parameters.
func (l *loader) figureRun(m *mapping, key string) FigureRun {
	r := FigureRun{Figure: m.text("figure", "name a figure of this lesson by its id"), FigurePos: m.at(m.node)}
	if m.has("figure") {
		r.FigurePos = m.at(m.value["figure"])
	}
	r.Set, r.SetPos = l.settings(m, key)
	if m.has("tape") {
		r.Tape, r.TapePos = m.maybe("tape"), m.at(m.value["tape"])
	}
	return r
}

// settings reads parameters as they are written.
func (l *loader) settings(m *mapping, key string) (set map[string]string, pos map[string]Pos) {
	set, pos = map[string]string{}, map[string]Pos{}
	if !m.has(key) {
		return set, pos
	}
	values, ok := m.mapping(m.value[key], `"`+key+`"`)
	if !ok {
		return set, pos
	}
	for _, name := range values.order {
		set[name], pos[name] = values.text(name, "give the parameter a value"), values.at(values.key[name])
	}
	return set, pos
}

// prediction reads a predict fence.
func (l *loader) prediction(f *fence) *Predict {
	p := &Predict{ID: f.name, Pos: f.pos}
	l.claimQuestion(f, "a prediction")
	l.pointing(f)
	root := f.root(f.body)
	if root == nil {
		return p
	}
	m, ok := f.mapping(root, "a prediction", "ask", "figure", "run", "tape", "meanwhile", "options")
	if !ok {
		return p
	}
	p.Ask, p.AskText = l.ask(m)
	p.Run = l.figureRun(m, "run")
	if m.has("meanwhile") {
		p.Meanwhile, p.MeanwhilePos = l.settings(m, "meanwhile")
	}
	if m.need("options", "offer at least two") {
		l.predictions(m, p)
	}
	return p
}

func (l *loader) predictions(m *mapping, p *Predict) {
	nodes := m.list("options")
	for _, n := range nodes {
		if o, ok := m.mapping(n, "an option", "id", "text", "verdict", "value", "feedback"); ok {
			p.Options = append(p.Options, l.expected(o))
		}
	}
	if len(nodes) < 2 || len(nodes) > maxOptions {
		l.add(m.at(m.key["options"]), fmt.Sprintf("offer 2 to %d", maxOptions), "this prediction offers %d", len(nodes))
	}
	var ids, texts, outcomes []place
	for _, o := range p.Options {
		ids, texts = append(ids, place{o.ID, o.Pos}), append(texts, place{o.Text, o.Pos})
		outcomes = append(outcomes, place{o.Outcome.String(), o.Pos})
	}
	l.differ(ids, "give each its own id", "two options of %q have the id %q", p.ID)
	l.differ(texts, "let each say something else", "two options of %q say %q", p.ID)
	l.differ(outcomes, "let each expect something else", "two options of %q expect %s", p.ID)
}

func (l *loader) expected(m *mapping) Prediction {
	o := Prediction{Pos: m.at(m.node), ID: m.text("id", "name the option for good")}
	if o.ID != "" && !isDashed(o.ID) {
		l.add(m.at(m.value["id"]), dashedMend, "%q cannot be the id of an option", o.ID)
	}
	if s := m.text("text", "write what the option says"); s != "" {
		o.HTML, o.Text = l.inline(Phrase{s, m.at(m.value["text"])})
	}
	o.Outcome = l.outcome(m, "verdict", "value")
	if s := m.maybe("feedback"); s != "" {
		o.Feedback, _ = l.blocks(Phrase{s, m.at(m.value["feedback"])})
	}
	return o
}

// outcome reads the one of some keys that names an outcome.
func (l *loader) outcome(m *mapping, keys ...string) Outcome {
	var o Outcome
	into := map[string]*string{"verdict": &o.Verdict, "value": &o.Value, "breaks": &o.Breaks}
	o.Pos = m.at(m.node)
	n := 0
	for _, k := range keys {
		if m.has(k) {
			*into[k], o.Pos = m.maybe(k), m.at(m.value[k])
			n++
		}
	}
	if n != 1 {
		l.add(m.at(m.node), "give it exactly one of "+list(keys), "%s names %s", m.name, outcomes(n))
	}
	return o
}

func outcomes(n int) string {
	if n == 0 {
		return "no outcome"
	}
	return "several outcomes"
}

// String names the outcome in a message; "" for none.
func (o Outcome) String() string {
	switch {
	case o.Verdict != "":
		return "the verdict " + o.Verdict
	case o.Value != "":
		return "the value " + o.Value
	case o.Breaks != "":
		return "the broken invariant " + o.Breaks
	}
	return ""
}

// place is a word and where it stands.
type place struct {
	text string
	pos  Pos
}

// differ reports words that stand twice; the empty one may.
func (l *loader) differ(words []place, mend, format, id string) {
	seen := map[string]bool{"": true}
	for _, w := range words {
		if w.text != "" && seen[w.text] {
			l.add(w.pos, mend, format, id, w.text)
		}
		seen[w.text] = true
	}
}

// challenge reads a challenge fence.
func (l *loader) challenge(f *fence) *Challenge {
	c := &Challenge{ID: f.name, Pos: f.pos}
	l.claimQuestion(f, "a challenge")
	root := f.root(f.body)
	if root == nil {
		return c
	}
	m, ok := f.mapping(root, "a challenge", "ask", "figure", "fixed", "tape", "free", "goal", "minimise", "too_much", "solved")
	if !ok {
		return c
	}
	c.Ask, c.AskText = l.ask(m)
	c.Run = l.figureRun(m, "fixed")
	if m.need("free", "list the parameters that readers may set; tape is the order of events") {
		c.Free = m.texts("free")
	}
	if m.need("goal", "say what the run must come to: a verdict, a value or breaks") {
		if g, ok := m.mapping(m.value["goal"], `"goal"`, "verdict", "value", "breaks"); ok {
			c.Goal = l.outcome(g, "verdict", "value", "breaks")
		}
	}
	l.least(m, c)
	if s := m.text("solved", "say why it is so, to someone who has just found out"); s != "" {
		c.Solved, _ = l.blocks(Phrase{s, m.at(m.value["solved"])})
	}
	l.freeAndFixed(c)
	return c
}

// least reads what must be as small as the goal allows.
func (l *loader) least(m *mapping, c *Challenge) {
	if !m.has("minimise") {
		if m.has("too_much") {
			l.add(m.at(m.key["too_much"]), "name the parameter under minimise", "too_much is said of nothing")
		}
		return
	}
	c.Minimise, c.MinimisePos = m.maybe("minimise"), m.at(m.value["minimise"])
	if s := m.text("too_much", "say that less of it would do"); s != "" {
		c.TooMuch, _ = l.blocks(Phrase{s, m.at(m.value["too_much"])})
	}
	for _, f := range c.Free {
		if f.Text == c.Minimise && f.Text != FreeTape {
			return
		}
	}
	l.add(c.MinimisePos, "add it to free", "%q is to be as small as can be and cannot be set", c.Minimise)
}

// freeAndFixed reports parameters that may be set and must not.
func (l *loader) freeAndFixed(c *Challenge) {
	var names []place
	for i, f := range c.Free {
		names = append(names, place{f.Text, f.Pos})
		again := slices.Contains(textsOf(c.Free[:i]), f.Text)
		if at, fixed := c.Run.SetPos[f.Text]; fixed && !again {
			l.add(at, "keep it under one of the two", "%q is both free and fixed", f.Text)
		}
	}
	l.differ(names, "keep one of the two", "%q names %q twice under free", c.ID)
}

func textsOf(phrases []Phrase) []string {
	var out []string
	for _, p := range phrases {
		out = append(out, p.Text)
	}
	return out
}

// runsBelong reports fences about a figure that the lesson does not have.
func (l *loader) runsBelong() {
	for _, p := range l.lesson.Predicts() {
		l.figureOf(p.Run)
	}
	for _, c := range l.lesson.Challenges() {
		l.figureOf(c.Run)
	}
	for _, c := range l.lesson.Checks() {
		if k, ok := c.Body.(*Spotting); ok {
			l.figureOf(k.Run)
		}
	}
}

func (l *loader) figureOf(r FigureRun) {
	if r.Figure == "" || l.lesson.Torn || l.lesson.Figure(r.Figure) != nil {
		return
	}
	var known []string
	for _, f := range l.lesson.Figures() {
		known = append(known, f.ID)
	}
	if len(known) == 0 {
		l.add(r.FigurePos, "give the lesson a sim fence", "the lesson has no figure %q", r.Figure)
		return
	}
	l.add(r.FigurePos, didYouMean(r.Figure, known), "the lesson has no figure %q", r.Figure)
}
