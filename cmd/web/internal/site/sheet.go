package site

import (
	"bytes"
	"context"
	"io"

	"github.com/a-h/templ"
	templruntime "github.com/a-h/templ/runtime"

	"fencepost/cmd/web/internal/splice"
)

// A page is a sheet on which parts may be pasted: drawn and compressed once,
// when an edition first needed them. Only the rest is drawn and compressed for a
// request. This works with gzip, whose streams can be joined from parts; brotli
// has no such joint, so pages are not offered in it.

// drawing is a finished part of pages.
type drawing struct{ *splice.Segment }

// draw renders a component once and for all.
func draw(ctx context.Context, c templ.Component) (*drawing, error) {
	var html bytes.Buffer
	if err := c.Render(ctx, &html); err != nil {
		return nil, err
	}
	s, err := new(splice.Press).Segment(html.Bytes())
	return &drawing{s}, err
}

// Render pastes the drawing where the page is a sheet, and writes it out
// elsewhere.
func (d *drawing) Render(_ context.Context, w io.Writer) error {
	if buffer, ok := w.(*templruntime.Buffer); ok {
		if s, ok := buffer.Underlying.(*sheet); ok {
			err := buffer.Flush() // what was drawn before it
			s.pasted = append(s.pasted, pasted{s.fresh.Len(), d})
			return err
		}
	}
	_, err := w.Write(d.Text())
	return err
}

// sheet collects a page: what is drawn for this request, and what is pasted.
type sheet struct {
	fresh  bytes.Buffer
	pasted []pasted
}

// pasted is a drawing and where in the fresh text it belongs.
type pasted struct {
	at int
	*drawing
}

func (s *sheet) Write(p []byte) (int, error) { return s.fresh.Write(p) }

// size is how many bytes the page has uncompressed.
func (s *sheet) size() int {
	n := s.fresh.Len()
	for _, p := range s.pasted {
		n += len(p.Text())
	}
	return n
}

// join adds the page to a body. Pages hold no secret that a guess in the query
// could be matched against: requests are guarded by their origin, not by a token
// in the page.
func (s *sheet) join(b *splice.Body) error {
	from, all := 0, s.fresh.Bytes()
	for _, p := range s.pasted {
		if err := b.Fresh(all[from:p.at]); err != nil {
			return err
		}
		from = p.at
		b.Segment(p.Segment)
	}
	return b.Fresh(all[from:])
}
