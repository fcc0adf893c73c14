package figure

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
)

// Packed is the answer to all=1 as small as it gets, for a client that takes
// one of the codings that accepts says yes to; "" and nil where there is none
// or it is not all runs that are asked for.
func (s *Stage) Packed(query map[string][]string, accepts func(coding string) bool) (body []byte, coding string) {
	if len(query["all"]) == 0 || s.runs == nil {
		return nil, ""
	}
	for _, p := range s.packed {
		if accepts(p.coding) {
			return p.body, p.coding
		}
	}
	return nil, ""
}

// brotliLevel is the one after which compressing takes five times as long and
// saves a tenth.
const brotliLevel = 6

// packed is a body in one coding.
type packed struct {
	coding string
	body   []byte
}

// pack compresses what is sent often and made once, the smallest first.
func pack(body []byte) ([]packed, error) {
	var out []packed
	for _, c := range []struct {
		coding string
		to     func(io.Writer) io.WriteCloser
	}{
		{"br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) }},
		{"gzip", bestGzip},
	} {
		var b bytes.Buffer
		z := c.to(&b)
		if _, err := z.Write(body); err != nil {
			return nil, fmt.Errorf("compress runs with %s: %w", c.coding, err)
		}
		if err := z.Close(); err != nil {
			return nil, fmt.Errorf("compress runs with %s: %w", c.coding, err)
		}
		out = append(out, packed{c.coding, b.Bytes()})
	}
	return out, nil
}

func bestGzip(w io.Writer) io.WriteCloser {
	z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is a valid one
	return z
}
