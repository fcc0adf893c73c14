package archive

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"unicode/utf8"
)

// Limits bound what an archive may ask of whoever reads it.
type Limits struct {
	Line  int64 // bytes of one line
	Ratio int64 // how many times its compressed size it may unpack to,
	Slack int64 // once it has unpacked to so many bytes
}

// Default holds rows of a rubric with all of its samples, and text that repeats
// itself as much as any real one: a class of web demo shrinks to a seventh.
func Default() Limits { return Limits{Line: 32 << 20, Ratio: 200, Slack: 64 << 20} }

// lineReader reads the lines of an archive within limits.
type lineReader struct {
	limits Limits
	packed *counter
	behind *bufio.Reader // over packed: what follows the archive
	buf    *bufio.Reader
	sum    hash.Hash
	n      int // number of the line read last
	bytes  int64
}

// counter counts the compressed bytes that were read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func newLineReader(r io.Reader, l Limits) (*lineReader, error) {
	packed := &counter{r: r}
	// From an io.ByteReader gzip takes no byte beyond its own end.
	behind := bufio.NewReader(packed)
	zip, err := gzip.NewReader(behind)
	if err != nil {
		return nil, fmt.Errorf("%w: it is not gzipped: %w", ErrRefused, err)
	}
	zip.Multistream(false)
	return &lineReader{limits: l, packed: packed, behind: behind, buf: bufio.NewReaderSize(zip, 64<<10), sum: sha256.New()}, nil
}

// next is the next line with its end, or io.EOF after the last one.
func (l *lineReader) next() (line []byte, err error) {
	l.n++
	for {
		part, err := l.buf.ReadSlice('\n')
		l.bytes += int64(len(part))
		line = append(line, part...)
		switch {
		case int64(len(line)) > l.limits.Line:
			return nil, l.refuse("it is longer than %d bytes", l.limits.Line)
		case l.bytes > l.limits.Slack && l.bytes > l.limits.Ratio*l.packed.n:
			return nil, l.refuse("the archive unpacks to more than %d times its size", l.limits.Ratio)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil, io.EOF
		case err != nil:
			return nil, l.refuse("the archive ends in the middle, or is damaged: %v", err)
		case !utf8.Valid(line):
			return nil, l.refuse("it is not UTF-8")
		}
		return line, nil
	}
}

// row is the next line that is summed, or the trailer with last set.
func (l *lineReader) row() (line []byte, last bool, err error) {
	line, err = l.next()
	if errors.Is(err, io.EOF) {
		return nil, false, l.refuse("the archive ends without its last line")
	}
	if err != nil {
		return nil, false, err
	}
	if bytes.HasPrefix(line, []byte("{")) && l.n > 1 {
		return line, true, nil
	}
	l.sum.Write(line)
	return line, false, nil
}

// finish sees to it that nothing follows, neither in the archive nor behind it.
func (l *lineReader) finish() error {
	_, err := l.next()
	switch {
	case err == nil:
		return l.refuse("something follows the last line")
	case !errors.Is(err, io.EOF):
		return err
	}
	if _, err := l.behind.ReadByte(); !errors.Is(err, io.EOF) {
		return l.refuse("something follows the archive")
	}
	return nil
}

// refuse is ErrRefused with the line and a reason.
func (l *lineReader) refuse(format string, args ...any) error {
	return fmt.Errorf("%w: line %d: %s", ErrRefused, l.n, fmt.Sprintf(format, args...))
}
