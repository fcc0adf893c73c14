package site

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/a-h/templ"
	templruntime "github.com/a-h/templ/runtime"
)

// A page is a sheet on which most parts are pasted: drawn and compressed once,
// when the edition was made. Only what depends on who reads is drawn and
// compressed for a request. This works with gzip, since a deflate stream may
// be joined from parts that were compressed apart and end on a byte; brotli
// has no such joint, so pages are not offered in it.

// drawing is a finished part of pages.
type drawing struct{ html, deflated []byte }

// draw renders a component once and for all.
func draw(ctx context.Context, c templ.Component) (*drawing, error) {
	var html, deflated bytes.Buffer
	if err := c.Render(ctx, &html); err != nil {
		return nil, err
	}
	w, err := flate.NewWriter(&deflated, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := deflate(w, &deflated, html.Bytes()); err != nil {
		return nil, err
	}
	return &drawing{html.Bytes(), deflated.Bytes()}, nil
}

// deflate compresses text into out, on its own and up to a whole byte, so that
// other parts may stand before and after it.
func deflate(w *flate.Writer, out io.Writer, text []byte) error {
	w.Reset(out)
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Flush()
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
	_, err := w.Write(d.html)
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

// each calls text and ready for the parts in order.
func (s *sheet) each(text func([]byte) error, ready func(*drawing) error) error {
	from, all := 0, s.fresh.Bytes()
	for _, p := range s.pasted {
		if p.at > from {
			if err := text(all[from:p.at]); err != nil {
				return err
			}
			from = p.at
		}
		if err := ready(p.drawing); err != nil {
			return err
		}
	}
	if from < len(all) {
		return text(all[from:])
	}
	return nil
}

// size is how many bytes the page has uncompressed.
func (s *sheet) size() int {
	n := s.fresh.Len()
	for _, p := range s.pasted {
		n += len(p.html)
	}
	return n
}

// plain is the page uncompressed.
func (s *sheet) plain() []byte {
	out := bytes.NewBuffer(make([]byte, 0, s.size()))
	write := func(b []byte) error { _, err := out.Write(b); return err }
	_ = s.each(write, func(d *drawing) error { return write(d.html) }) // a buffer takes everything
	return out.Bytes()
}

// freshLevel compresses the fresh parts of a page: a higher level costs more
// time than the few bytes that it saves are worth.
const freshLevel = flate.BestSpeed

// press compresses sheets with writers that are used again. Pages hold no
// secret that a guess in the query could be matched against: requests are
// guarded by their origin, not by a token in the page.
type press struct{ writers sync.Pool }

// The frame of a gzip file (RFC 1952): its head, without name or time, and the
// empty last block that ends the deflate stream.
const (
	gzipHead = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	gzipLast = "\x01\x00\x00\xff\xff"
)

// gzip is the page as a gzip file.
func (p *press) gzip(s *sheet) ([]byte, error) {
	w, ok := p.writers.Get().(*flate.Writer)
	if !ok {
		w, _ = flate.NewWriter(nil, freshLevel) // the level is a valid one
	}
	defer p.writers.Put(w)
	var out bytes.Buffer
	var sum uint32
	out.WriteString(gzipHead)
	err := s.each(func(text []byte) error {
		sum = crc32.Update(sum, crc32.IEEETable, text)
		return deflate(w, &out, text)
	}, func(d *drawing) error {
		sum = crc32.Update(sum, crc32.IEEETable, d.html)
		_, err := out.Write(d.deflated)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	out.WriteString(gzipLast)
	return gzipTail(out.Bytes(), sum, uint32(s.size())), nil
}

// gzipTail appends the checksum and the size, least byte first.
func gzipTail(out []byte, sum, size uint32) []byte {
	for _, v := range []uint32{sum, size} {
		out = append(out, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return out
}
