// Package splice joins bodies out of parts that were compressed before.
//
// A deflate stream (RFC 1951) may be joined from streams that were compressed
// apart, if each ends on a whole byte and looks back at nothing before it that
// may be otherwise. What is the same for many answers is compressed once and well, as a Segment. What
// is of one answer alone, and short, goes between as it is, in a stored block.
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
// large (0.7 MB) once it was used, and not for two at once.
type Press struct{ compressor }

// Segment compresses a text, which must not be changed from then on.
func (p *Press) Segment(text []byte) (*Segment, error) { return p.segment(text, nil) }

// segment makes one that may look back at what stands before it in every body.
func (p *Press) segment(text, before []byte) (*Segment, error) {
	s := &Segment{text: text, sum: crc32.ChecksumIEEE(text), advance: advance(len(text))}
	if len(text) == 0 {
		return s, nil
	}
	var out bytes.Buffer
	c := &p.compressor
	if len(before) > 0 {
		w, err := flate.NewWriterDict(nil, flate.BestCompression, before)
		if err != nil {
			return nil, fmt.Errorf("compress: %w", err)
		}
		c = &compressor{w}
	}
	err := c.deflate(&out, text, flate.BestCompression)
	s.deflated = bytes.Clone(out.Bytes())
	return s, err
}

// compressor is used again and again, always at one level.
type compressor struct{ w *flate.Writer }

// deflate compresses text into out, on its own and up to a whole byte.
func (c *compressor) deflate(out *bytes.Buffer, text []byte, level int) error {
	if c.w == nil {
		c.w, _ = flate.NewWriter(nil, level) // the level is a valid one
	}
	c.w.Reset(out)
	if _, err := c.w.Write(text); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	if err := c.w.Flush(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
