package lessons

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// What rubric.yaml may ask.
const (
	maxPoints       = 30
	defaultMinChars = 60
	defaultMaxChars = 5000
	hardMaxChars    = 20_000
)

// rubricReader reads one rubric.yaml.
type rubricReader struct {
	*yamlText
	out *Rubric
	ids map[string]Pos
}

// parseRubric reads rubric.yaml; nil where nothing of it could be read.
func parseRubric(s *source) *Rubric {
	start := Pos{s.file, 1, 1}
	if !s.readable() {
		return nil
	}
	y := &yamlText{
		report: s.report, what: "the rubric", empty: start,
		place: func(line, col int) Pos { return Pos{s.file, line, col} },
	}
	root := y.root(s.text)
	if root == nil {
		return nil
	}
	r := &rubricReader{yamlText: y, ids: map[string]Pos{}, out: &Rubric{Pos: start}}
	if m, ok := y.mapping(root, "the rubric", "prompt", "min_chars", "max_chars", "concepts", "points", "misconceptions"); ok {
		r.read(m)
	}
	return r.out
}

func (r *rubricReader) read(m *mapping) {
	r.out.Prompt = m.plain("prompt", "ask for the explanation in a sentence or two")
	r.out.MaxChars = m.whole("max_chars", defaultMaxChars, 1, hardMaxChars)
	r.out.MinChars = m.whole("min_chars", defaultMinChars, 1, hardMaxChars)
	if r.out.MinChars >= r.out.MaxChars {
		at := m.node
		if m.has("min_chars") {
			at = m.value["min_chars"]
		}
		r.add(r.at(at), "ask for less or allow more", "min_chars %d is not below max_chars %d", r.out.MinChars, r.out.MaxChars)
	}
	r.concepts(m)
	if m.need("points", "write at least one key point") {
		for _, n := range m.list("points") {
			r.point(n)
		}
	}
	for _, n := range m.list("misconceptions") {
		r.misconception(n)
	}
	if len(r.out.Points) > maxPoints {
		r.add(r.out.Points[maxPoints].Pos, "ask for less", "more than %d key points", maxPoints)
	}
}

// concepts reads "name: [term, term]" lines.
func (r *rubricReader) concepts(m *mapping) {
	if !m.has("concepts") {
		return
	}
	set, ok := r.mapping(m.value["concepts"], `"concepts"`)
	if !ok {
		return
	}
	for _, name := range set.order {
		c := Concept{Name: name, Pos: r.at(set.key[name])}
		if !isSnake(name) {
			r.add(c.Pos, snakeMend+"; the @ is written only where the concept is used", "%q cannot be the name of a concept", name)
		}
		for _, t := range set.texts(name) {
			c.Terms = append(c.Terms, t.Text)
		}
		if len(c.Terms) == 0 {
			r.add(c.Pos, "list its words", "the concept %q has no words", name)
		}
		r.out.Concepts = append(r.out.Concepts, c)
	}
}

// claim takes the id of a key point or misconception.
func (r *rubricReader) claim(m *mapping) string {
	id := m.text("id", "name it for good: scores point at it")
	if id == "" {
		return ""
	}
	pos := r.at(m.value["id"])
	if !isSnake(id) {
		r.add(pos, snakeMend, "%q cannot be the id of %s", id, m.name)
	}
	if first, taken := r.ids[id]; taken {
		r.add(pos, "give each its own id", "the id %q is already taken on line %d", id, first.Line)
	}
	r.ids[id] = pos
	return id
}

func (r *rubricReader) point(n *yaml.Node) {
	m, ok := r.mapping(n, "a key point", "id", "name", "statement", "hint", "phrasings", "near_misses", "patterns")
	if !ok {
		return
	}
	p := KeyPoint{ID: r.claim(m), Pos: r.at(n)}
	p.Name = m.plain("name", "say the point in a short line")
	p.Statement = m.plain("statement", "say the point as a strong answer would")
	p.Hint = m.plain("hint", "ask a question that nudges without giving the point away")
	if p.Hint != "" && !strings.HasSuffix(p.Hint, "?") {
		r.add(r.at(m.value["hint"]), "put it as a question that does not give the point away", "the hint of %q is not a question", p.ID)
	}
	p.Phrasings, p.NearMiss, p.Patterns = r.phrases(m)
	r.out.Points = append(r.out.Points, p)
}

func (r *rubricReader) misconception(n *yaml.Node) {
	m, ok := r.mapping(n, "a misconception", "id", "name", "wrong", "contradicts", "step", "phrasings", "near_misses", "patterns")
	if !ok {
		return
	}
	c := Misconception{ID: r.claim(m), Pos: r.at(n)}
	c.Name = m.plain("name", "say the wrong idea in a short line")
	c.Wrong = m.plain("wrong", "tell the student what is wrong about it")
	for _, p := range m.texts("contradicts") {
		if !r.isPoint(p.Text) {
			r.add(p.Pos, didYouMean(p.Text, r.pointIDs()), "%q contradicts %q, which is no key point", c.ID, p.Text)
		}
		c.Contradicts = append(c.Contradicts, p.Text)
	}
	if m.has("step") {
		c.Step, c.StepPos = m.maybe("step"), r.at(m.value["step"])
	}
	c.Phrasings, c.NearMiss, c.Patterns = r.phrases(m)
	r.out.Misconceptions = append(r.out.Misconceptions, c)
}

func (r *rubricReader) isPoint(id string) bool { return slices.Contains(r.pointIDs(), id) }

func (r *rubricReader) pointIDs() []string {
	return idsOf(r.out.Points, func(p KeyPoint) string { return p.ID })
}

// phrases reads the three lists that teach the scorer, and reports a phrase
// that stands twice among phrasings and near misses: it cannot teach both.
func (r *rubricReader) phrases(m *mapping) (right, near, patterns []Phrase) {
	right, near, patterns = m.texts("phrasings"), m.texts("near_misses"), m.texts("patterns")
	seen := map[string]Pos{}
	for _, p := range append(append([]Phrase{}, right...), near...) {
		if first, twice := seen[p.Text]; twice {
			r.add(p.Pos, "keep one of the two", "this phrase already stands on line %d", first.Line)
			continue
		}
		seen[p.Text] = p.Pos
	}
	return right, near, patterns
}
