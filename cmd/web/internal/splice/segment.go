// Package splice joins bodies out of parts that were compressed before.
//
// A deflate stream (RFC 1951) may be joined from streams that were compressed
// apart, if each ends on a whole byte and looks back at nothing before it that
// may be otherwise. What is the same for many answers is compressed once and
// well, as a Segment. What is of one answer alone, and short, goes between as it
// is, in a stored block.
// The checksum of the whole, which a gzip file (RFC 1952) ends with, is computed
// from those of the parts, so that their bytes are not gone over again.
//
// A Template is a text with holes, cut into segments. What fills a hole may be
// another template.
package splice

import (
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
)

// Segment is a text that is the same in many bodies, compressed once. It is
// never changed.
type Segment struct {
	text     []byte
	deflated []byte // of text, up to a whole byte; empty for an empty text
	sum      uint32 // CRC-32 of text
	advance  uint32 // moves a sum on over text
}

// Text is the segment's, not to be changed.
func (s *Segment) Text() []byte { return s.text }

// Size is about how many bytes of memory the segment takes.
func (s *Segment) Size() int { return len(s.text) + len(s.deflated) }

// Press makes segments, as small as they get. The zero Press is ready. It is
// large (0.8 MB) once it was used, and not for two at once.
type Press struct {
	compressor
	out bytes.Buffer // of what was pressed last
}

// Segment compresses a text, which must not be changed from then on.
func (p *Press) Segment(text []byte) (*Segment, error) {
	p.forget()
	return p.segment(text)
}

// forget begins where anything may stand before.
func (p *Press) forget() { p.begin(&p.out, flate.BestCompression) }

// pass goes over a text that stands here in every body, so that what follows may
// look back at it. flate.NewWriterDict would do so too, with a new compressor for
// each text.
func (p *Press) pass(text []byte) error {
	p.out.Reset()
	return p.add(text)
}

// segment makes one that may look back at what was gone over since forget.
func (p *Press) segment(text []byte) (*Segment, error) {
	s := &Segment{text: text, sum: crc32.ChecksumIEEE(text), advance: advance(len(text))}
	if len(text) == 0 {
		return s, nil
	}
	err := p.pass(text)
	s.deflated = bytes.Clone(p.out.Bytes())
	return s, err
}

// compressor is used again and again, always at one level.
type compressor struct{ w *flate.Writer }

// begin begins a stream that goes to out.
func (c *compressor) begin(out *bytes.Buffer, level int) {
	if c.w == nil {
		c.w, _ = flate.NewWriter(nil, level) // the level is a valid one
	}
	c.w.Reset(out)
}

// add compresses a text up to a whole byte.
func (c *compressor) add(text []byte) error {
	if _, err := c.w.Write(text); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	if err := c.w.Flush(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
