package static

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
)

var sample = strings.Repeat("export const word = 'lease';\n", 40)

func ask(t *testing.T, method, path string, header ...string) *http.Response {
	t.Helper()
	made := table(t, map[string]string{"js/a.js": sample, "fonts/f.woff2": sample})
	if name, ok := strings.CutPrefix(path, "hashed:"); ok {
		path = made.Path(name)
	}
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	made.ServeHTTP(w, r)
	return w.Result()
}

// plain undoes the coding of an answer.
func plain(t *testing.T, res *http.Response) string {
	t.Helper()
	var r io.Reader = res.Body
	switch res.Header.Get("Content-Encoding") {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheBestCodingIsChosen(t *testing.T) {
	for accept, want := range map[string]string{
		"":                       "",
		"identity":               "",
		"gzip":                   "gzip",
		"gzip, deflate, br":      "br",
		"br;q=0, gzip":           "gzip",
		"BR":                     "br",
		"gzip;q=0.000, br;q=0.0": "",
		"brotli":                 "",
	} {
		res := ask(t, http.MethodGet, "hashed:js/a.js", "Accept-Encoding", accept)
		if got := res.Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: coding %q, want %q", accept, got, want)
		}
		if got := plain(t, res); got != sample {
			t.Errorf("Accept-Encoding %q: the body is not the file", accept)
		}
		if got := res.Header.Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: Vary %q", accept, got)
		}
	}
}

func TestAFileIsKeptForEver(t *testing.T) {
	res := ask(t, http.MethodGet, "hashed:fonts/f.woff2", "Accept-Encoding", "br")
	got := map[string]string{}
	for _, h := range []string{"Cache-Control", "Content-Type", "Content-Encoding", "X-Content-Type-Options", "Content-Length"} {
		got[h] = res.Header.Get(h)
	}
	want := map[string]string{
		"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "font/woff2", "Content-Encoding": "",
		"X-Content-Type-Options": "nosniff", "Content-Length": "1160", // 40 lines of 29 bytes
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

func TestAFileThatIsKeptIsNotSentAgain(t *testing.T) {
	tag := ask(t, http.MethodGet, "hashed:js/a.js", "Accept-Encoding", "br").Header.Get("ETag")
	for header, want := range map[string]int{
		tag:                    304,
		"W/" + tag:             304,
		`"other", ` + tag:      304,
		"*":                    304,
		`"other"`:              200,
		strings.Trim(tag, `"`): 200,
	} {
		res := ask(t, http.MethodGet, "hashed:js/a.js", "Accept-Encoding", "br", "If-None-Match", header)
		if res.StatusCode != want {
			t.Errorf("If-None-Match %s: status %d, want %d", header, res.StatusCode, want)
		}
	}
	plain := ask(t, http.MethodGet, "hashed:js/a.js").Header.Get("ETag")
	if plain == tag {
		t.Error("two codings share one ETag")
	}
}

func TestNothingElseIsServed(t *testing.T) {
	for _, test := range []struct {
		method, path string
		want         int
	}{
		{http.MethodHead, "hashed:js/a.js", 200},
		{http.MethodPost, "hashed:js/a.js", 405},
		{http.MethodGet, "/static/js/a.js", 404},
		{http.MethodGet, "/static/js/a.000000000000.js", 404},
		{http.MethodGet, "/static/", 404},
		{http.MethodGet, "/static/../static.go", 404},
	} {
		if res := ask(t, test.method, test.path); res.StatusCode != test.want {
			t.Errorf("%s %s: status %d, want %d", test.method, test.path, res.StatusCode, test.want)
		}
	}
	res := ask(t, http.MethodHead, "hashed:js/a.js")
	if got := plain(t, res); got != "" {
		t.Errorf("HEAD answers with a body of %d bytes", len(got))
	}
}

// Every file of the program is served with its own type.
func TestEveryFileHasAType(t *testing.T) {
	for _, name := range assets().Names() {
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, Path(name), nil))
		if w.Code != 200 || w.Header().Get("Content-Type") == "" {
			t.Errorf("%s: status %d, type %q", name, w.Code, w.Header().Get("Content-Type"))
		}
	}
}
