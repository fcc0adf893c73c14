package splice

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
)

// Body is what an answer consists of, joined from its first byte to its last:
// plain, or as a gzip file. Begin it, add parts, and take it with End.
type Body struct {
	out     bytes.Buffer
	fresh   compressor
	pressed bool
	sum     uint32
	size    uint32
}

// The frame of a gzip file: its head, without name or time, and the empty last
// block that ends the deflate stream.
const (
	gzipHead = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	gzipLast = "\x01\x00\x00\xff\xff"
)

// mostStored is how many bytes a stored block has room for.
const mostStored = 1<<16 - 1

// Begin empties the body, whose memory is used again, and says whether it is to
// be compressed.
func (b *Body) Begin(pressed bool) {
	b.out.Reset()
	b.pressed, b.sum, b.size = pressed, 0, 0
	if pressed {
		b.out.WriteString(gzipHead)
	}
}

// Segment adds one.
func (b *Body) Segment(s *Segment) {
	if !b.pressed {
		b.out.Write(s.text)
		return
	}
	b.out.Write(s.deflated)
	b.sum = product(s.advance, b.sum) ^ s.sum
	b.size += uint32(len(s.text))
}

// Stored adds a text as it is: for few bytes, of which compressing would save
// none.
func (b *Body) Stored(text string) {
	if !b.pressed {
		b.out.WriteString(text)
		return
	}
	b.size += uint32(len(text))
	for len(text) > 0 {
		n := min(len(text), mostStored)
		head := [5]byte{0: 0} // a stored block, not the last
		binary.LittleEndian.PutUint16(head[1:], uint16(n))
		binary.LittleEndian.PutUint16(head[3:], ^uint16(n))
		b.out.Write(head[:])
		b.out.WriteString(text[:n])
		written := b.out.Bytes()[b.out.Len()-n:] // text itself would be copied
		b.sum = crc32.Update(b.sum, crc32.IEEETable, written)
		text = text[n:]
	}
}

// Fresh adds a text that is compressed now, quickly.
func (b *Body) Fresh(text []byte) error {
	if !b.pressed || len(text) == 0 {
		b.out.Write(text)
		return nil
	}
	b.sum = crc32.Update(b.sum, crc32.IEEETable, text)
	b.size += uint32(len(text))
	b.fresh.begin(&b.out, flate.BestSpeed)
	return b.fresh.add(text)
}

// length is how many bytes of text the body has.
func (b *Body) length() int {
	if b.pressed {
		return int(b.size)
	}
	return b.out.Len()
}

// End closes the body. What it answers is good until the body is begun again.
func (b *Body) End() []byte {
	if b.pressed {
		b.out.WriteString(gzipLast)
		var tail [8]byte
		binary.LittleEndian.PutUint32(tail[:], b.sum)
		binary.LittleEndian.PutUint32(tail[4:], b.size)
		b.out.Write(tail[:])
	}
	return b.out.Bytes()
}
