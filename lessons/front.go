package lessons

import (
	"bytes"
	"net/url"
	"slices"

	"go.yaml.in/yaml/v4"
)

var fence3 = []byte("---")

// frontMatter reads the YAML between the two lines of dashes at the top. It
// returns the file's text with that part blanked out, so that every offset
// below it stays true.
func (l *loader) frontMatter() []byte {
	const mend = "begin the file with a line ---, the keys title, category, summary and order, and another line ---"
	end := l.frontEnd()
	switch {
	case end == 0 && l.dashes(1):
		l.add(l.lesson.Pos, "close it with another line ---", "the front matter never ends")
		l.lesson.Torn = true
		return l.text
	case end == 0:
		l.add(l.lesson.Pos, mend, "there is no front matter")
		return l.text
	}
	front := l.text[l.starts[1]:l.starts[end-1]]
	l.lesson.front(l.source, front)
	body := bytes.Clone(l.text)
	for i := range l.starts[end-1] + len(fence3) {
		if body[i] != '\n' {
			body[i] = ' '
		}
	}
	return body
}

// frontEnd is the line that closes the front matter, 0 for none.
func (l *loader) frontEnd() int {
	if !l.dashes(1) {
		return 0
	}
	for n := 2; n <= len(l.starts); n++ {
		if l.dashes(n) {
			return n
		}
	}
	return 0
}

// dashes says whether a line is one that begins or ends the front matter.
func (l *loader) dashes(n int) bool {
	return bytes.Equal(bytes.TrimRight(l.line(n), " \t"), fence3)
}

// front fills in what the front matter says.
func (l *Lesson) front(s *source, text []byte) {
	y := &yamlText{
		report: s.report, what: "the front matter", empty: l.Pos,
		place: func(line, col int) Pos { return Pos{s.file, line + 1, col} },
	}
	root := y.root(text)
	if root == nil {
		return
	}
	m, ok := y.mapping(root, "the front matter", "title", "category", "summary", "order", "emblem", "requires", "reading", "related")
	if !ok {
		return
	}
	l.Title = m.plain("title", "name the concept")
	l.Category = m.plain("category", "name the part of the catalogue that it belongs to")
	l.Summary = m.plain("summary", "say in one line what the reader will learn")
	l.Emblem = m.maybe("emblem")
	if m.need("order", "write a whole number: its place in the catalogue") {
		l.Order = m.whole("order", 0, 0, 1_000_000)
	}
	l.Requires = m.texts("requires")
	for _, n := range m.list("reading") {
		l.reading(y, n)
	}
	for _, n := range m.list("related") {
		l.related(y, n)
	}
}

// sourceKinds are the kinds of further reading.
func sourceKinds() []string {
	return []string{"post", "paper", "book", "documentation", "talk"}
}

// reading adds one line of further reading.
func (l *Lesson) reading(y *yamlText, n *yaml.Node) {
	m, ok := y.mapping(n, "a source", "title", "authors", "organisation", "kind", "date", "url", "why")
	if !ok {
		return
	}
	src := Source{
		Title:   m.plain("title", "write the title as it is printed"),
		Authors: m.maybe("authors"), Organisation: m.maybe("organisation"),
		Kind: m.text("kind", "write "+oneOf(sourceKinds())),
		Date: m.plain("date", "write the date as it is printed: Oct 2022, or 1989"),
		URL:  m.maybe("url"),
		Why:  m.plain("why", "say what a reader gets from it"),
	}
	if src.Kind != "" && !slices.Contains(sourceKinds(), src.Kind) {
		m.add(m.at(m.value["kind"]), didYouMean(src.Kind, sourceKinds()), "no source has the kind %q", src.Kind)
	}
	if src.Authors == "" && src.Organisation == "" {
		m.add(m.at(n), "write authors, organisation or both", "a source that nobody wrote")
	}
	if u, err := url.Parse(src.URL); src.URL != "" && (err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http")) {
		m.add(m.at(m.value["url"]), "write the whole address, beginning with https://", "%q is not a web address", src.URL)
	}
	l.Reading = append(l.Reading, src)
}

// related adds one related concept.
func (l *Lesson) related(y *yamlText, n *yaml.Node) {
	m, ok := y.mapping(n, "a related concept", "slug", "name", "line")
	if !ok {
		return
	}
	r := Relation{
		Slug: m.text("slug", "name the concept's folder"),
		Name: m.plain("name", "name the concept"),
		Line: m.plain("line", "say how the two belong together"),
		Pos:  y.at(n),
	}
	switch {
	case r.Slug == "":
		return
	case !isDashed(r.Slug):
		m.add(m.at(m.value["slug"]), dashedMend, "%q cannot be a concept's folder", r.Slug)
	case r.Slug == l.Slug:
		m.add(m.at(m.value["slug"]), "take it out", "the lesson is related to itself")
	}
	for _, other := range l.Related {
		if other.Slug == r.Slug {
			m.add(m.at(m.value["slug"]), "keep one of the two", "%q is related twice", r.Slug)
		}
	}
	l.Related = append(l.Related, r)
}
