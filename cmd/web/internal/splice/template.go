package splice

import (
	"bytes"
	"crypto/rand"
	"fmt"
)

// Marks are how holes stand in a text before it is cut. They are random: no text
// holds one by chance, nor by what somebody wrote into it.
type Marks struct{ token string }

// NewMarks makes marks that nothing holds yet.
func NewMarks() Marks { return Marks{rand.Text()} }

// markEnd ends a mark. Like the rest of it, it stays as it is in HTML.
const markEnd = ";"

// Hole is the mark of a hole of some name, which holds no semicolon and nothing
// that HTML writes otherwise.
func (m Marks) Hole(name string) string { return m.token + name + markEnd }

// Template is a text with holes. It is never changed and may be spliced by many
// at once.
type Template struct {
	Holes    []string   // their names, in order
	segments []*Segment // one more than holes; nil for an empty one
	size     int
	room     int
}

// Place is where a template goes in every body. The zero Place is anywhere.
type Place struct {
	Before []byte // the text that it follows at once
	Room   int    // bytes with which each of its holes is filled; 0: as many as may be
}

// filler stands, while a text is cut, for what fills a hole. No text that is UTF-8 holds
// it, so nothing looks back at it.
const filler = 0xff

// Cut makes a template of a text with marks, for a place.
func (p *Press) Cut(text []byte, m Marks, at Place) (*Template, error) {
	t := &Template{room: at.Room}
	if bytes.IndexByte(text, filler) >= 0 {
		at = Place{}
	}
	p.forget()
	if err := p.pass(at.Before); err != nil {
		return nil, err
	}
	for {
		before, rest, found := bytes.Cut(text, []byte(m.token))
		if err := t.add(p, before); err != nil || !found {
			return t, err
		}
		name, after, ended := bytes.Cut(rest, []byte(markEnd))
		if !ended {
			return nil, fmt.Errorf("cut: the mark %q does not end", rest[:min(len(rest), 40)])
		}
		t.Holes, text = append(t.Holes, string(name)), after
		if err := p.passHole(at.Room); err != nil {
			return nil, err
		}
	}
}

// passHole goes over what fills a hole of so many bytes; 0: of any number.
func (p *Press) passHole(room int) error {
	if room == 0 {
		p.forget()
		return nil
	}
	return p.pass(bytes.Repeat([]byte{filler}, room))
}

func (t *Template) add(p *Press, text []byte) error {
	if len(text) == 0 {
		t.segments = append(t.segments, nil)
		return nil
	}
	s, err := p.segment(bytes.Clone(text))
	if err != nil {
		return err
	}
	t.segments = append(t.segments, s)
	t.size += s.Size()
	return nil
}

// Before is the text between a hole and the one before it.
func (t *Template) Before(hole int) []byte {
	if s := t.segments[hole]; s != nil {
		return s.text
	}
	return nil
}

// Size is about how many bytes of memory the template takes.
func (t *Template) Size() int { return t.size }

// Splice adds the template to a body. fill adds what belongs into a hole, by its
// index in Holes.
func (t *Template) Splice(b *Body, fill func(b *Body, hole int) error) error {
	for i, s := range t.segments {
		if s != nil {
			b.Segment(s)
		}
		if i < len(t.Holes) {
			from := b.length()
			if err := fill(b, i); err != nil {
				return err
			}
			if n := b.length() - from; t.room > 0 && n != t.room {
				return fmt.Errorf("splice: %d bytes fill the hole %q, which has room for %d", n, t.Holes[i], t.room)
			}
		}
	}
	return nil
}
