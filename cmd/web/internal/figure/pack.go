package figure

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"sync"

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
		if !accepts(p.coding) {
			continue
		}
		if body := p.body(); body != nil {
			return body, p.coding
		}
	}
	return nil, ""
}

// brotliLevel is the one after which compressing takes five times as long and
// saves a tenth.
const brotliLevel = 6

// packed is a body in one coding, compressed when somebody first asks for it:
// most figures of a site are looked at by browsers that all take the same one.
type packed struct {
	coding string
	body   func() []byte // nil where it could not be compressed
}

// pack readies the codings of what is sent often, the smallest first.
func pack(body []byte) []packed {
	coded := func(to func(io.Writer) io.WriteCloser) func() []byte {
		return sync.OnceValue(func() []byte { return compressed(body, to) })
	}
	return []packed{
		{"br", coded(func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) })},
		{"gzip", coded(bestGzip)},
	}
}

// compressed is a body as a coding writes it, or nil.
func compressed(body []byte, to func(io.Writer) io.WriteCloser) []byte {
	var b bytes.Buffer
	z := to(&b)
	_, err := z.Write(body)
	if errors.Join(err, z.Close()) != nil {
		return nil
	}
	return bytes.Clone(b.Bytes())
}

func bestGzip(w io.Writer) io.WriteCloser {
	z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // the level is a valid one
	return z
}
