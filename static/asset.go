package static

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// asset is one file, and its compressed forms from the first time that a
// browser asks for them.
type asset struct {
	route, hash, kind string
	body              []byte
	brotli, gzip      func() []byte
}

func newAsset(route, hash string, body []byte) *asset {
	a := &asset{route: route, hash: hash, kind: kind(route), body: body}
	a.brotli = sync.OnceValue(func() []byte { return squeeze(body, brotliTo) })
	a.gzip = sync.OnceValue(func() []byte { return squeeze(body, gzipTo) })
	return a
}

// kind is the media type by the name's ending. It does not ask the machine's
// own table, which may say otherwise or nothing.
func kind(name string) string {
	switch ext := path.Ext(name); ext {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	default:
		return mime.TypeByExtension(ext)
	}
}

func brotliTo(w *bytes.Buffer, body []byte) error {
	z := brotli.NewWriterLevel(w, brotli.BestCompression)
	if _, err := z.Write(body); err != nil {
		return err
	}
	return z.Close()
}

func gzipTo(w *bytes.Buffer, body []byte) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(body); err != nil {
		return err
	}
	return z.Close()
}

// squeeze compresses body, or gives nil where that fails or does not pay.
func squeeze(body []byte, into func(*bytes.Buffer, []byte) error) []byte {
	var w bytes.Buffer
	if err := into(&w, body); err != nil || w.Len() >= len(body) {
		return nil
	}
	return w.Bytes()
}

// ServeHTTP serves one file under its hashed name and nothing else.
func (t *Table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	a, ok := t.byRoute[strings.TrimPrefix(r.URL.Path, root)]
	if !ok {
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	a.serve(w, r, "public, max-age=31536000, immutable")
}

// serve answers with the form that the browser likes best, to be kept as said.
func (a *asset) serve(w http.ResponseWriter, r *http.Request, keep string) {
	body, encoding := a.pick(r.Header.Get("Accept-Encoding"))
	tag := `"` + a.hash + `"`
	h := w.Header()
	h.Set("Cache-Control", keep)
	h.Set("X-Content-Type-Options", "nosniff")
	if a.compresses() {
		h.Add("Vary", "Accept-Encoding")
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		tag = `"` + a.hash + "-" + encoding + `"`
	}
	h.Set("ETag", tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // the browser went away: nobody is left to tell
	}
}

// compresses says whether the file has compressed forms: fonts are compressed
// as they are.
func (a *asset) compresses() bool { return path.Ext(a.route) != ".woff2" }

// pick is the body to send and its encoding, "" for the file as it is.
func (a *asset) pick(accept string) (body []byte, encoding string) {
	if !a.compresses() {
		return a.body, ""
	}
	if accepts(accept, "br") {
		if b := a.brotli(); b != nil {
			return b, "br"
		}
	}
	if accepts(accept, "gzip") {
		if b := a.gzip(); b != nil {
			return b, "gzip"
		}
	}
	return a.body, ""
}

// accepts says whether an Accept-Encoding names the coding (RFC 9110, 12.5.3)
// and does not give it the weight 0.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q, ok := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			v, err := strconv.ParseFloat(q, 64)
			return !ok || err != nil || v > 0
		}
	}
	return false
}

// matches says whether an If-None-Match names the tag.
func matches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == tag || part == "*" {
			return true
		}
	}
	return false
}
