package site

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/a-h/templ"

	"fencepost/cmd/web/internal/splice"
	"fencepost/lessons"
	"fencepost/views"
)

// plan is the page of one lesson as it is compiled: what is the same for
// everyone, drawn and compressed once, with holes for the parts that depend on
// who reads.
type plan struct {
	page  *splice.Template
	parts []part // what fills the holes, in their order
}

// part of a lesson's page depends on who reads.
type part struct {
	name string
	// state appends all that the part depends on, beside its lesson.
	state func(p *lessonPage, to []byte) []byte
	view  func(p *lessonPage) templ.Component
}

// compile draws the page of a lesson with its holes.
func compile(e *Edition, l *lessons.Lesson, to links) (*plan, error) {
	m := splice.NewMarks()
	ctx := views.WithHoles(views.WithBase(context.Background(), to.base), m.Hole)
	p := lessonPage{links: to, edition: e, lesson: l}
	var text bytes.Buffer
	if err := views.LessonPage(p.view()).Render(ctx, &text); err != nil {
		return nil, err
	}
	page, err := new(splice.Press).Cut(text.Bytes(), m, splice.Place{})
	if err != nil {
		return nil, err
	}
	out := &plan{page: page}
	for _, name := range page.Holes {
		filling, ok := partOf(e, l, name)
		if !ok {
			return nil, fmt.Errorf("nothing fills the part %q", name)
		}
		out.parts = append(out.parts, filling)
	}
	return out, nil
}

// join adds the page, as it is for its reader, to a body.
func (pl *plan) join(p *lessonPage, b *splice.Body) error {
	return pl.page.Splice(b, func(b *splice.Body, i int) error {
		return p.joinPart(&pl.parts[i], pl.page.Before(i), b)
	})
}

// part finds one by its name; a page without a plan has none.
func (pl *plan) part(name string) (*part, bool) {
	if pl == nil {
		return nil, false
	}
	i := slices.IndexFunc(pl.parts, func(f part) bool { return f.name == name })
	if i < 0 {
		return nil, false
	}
	return &pl.parts[i], true
}

// joinPart adds a part as it is in the page's state, drawn when that was first
// asked for, to a body in which it always stands behind the text before it.
func (p *lessonPage) joinPart(filling *part, before []byte, b *splice.Body) error {
	p.state = filling.state(p, appendText(appendText(p.state[:0], p.lesson.Slug), filling.name))
	t, ok := p.edition.pieces.find(p.state)
	if !ok {
		var err error
		if t, err = p.draw(filling, before); err != nil {
			return fmt.Errorf("draw %s: %w", filling.name, err)
		}
		p.edition.pieces.keep(string(p.state), t)
	}
	return t.Splice(b, freshKey)
}

// freshKey fills the only hole that is left in a part: the key of a form, by
// which what is sent twice is stored once.
func freshKey(b *splice.Body, _ int) error {
	b.Stored(newKey())
	return nil
}

// draw makes a part as it is in the page's state, with holes for keys, to stand
// behind the text before it.
func (p *lessonPage) draw(filling *part, before []byte) (*splice.Template, error) {
	m := splice.NewMarks()
	keyless := *p
	keyless.newKey = func() string { return m.Hole("key") }
	ctx := views.WithVisitor(views.WithBase(context.Background(), p.base), p.reader)
	var text bytes.Buffer
	if err := filling.view(&keyless).Render(ctx, &text); err != nil {
		return nil, err
	}
	return p.edition.pieces.cut(text.Bytes(), m, splice.Place{Before: before, Room: keyLength})
}
