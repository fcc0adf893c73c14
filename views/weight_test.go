package views_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"fencepost/static"
	"fencepost/views"
)

// A lesson page without its figure's own drawing stays light: what is left of
// the 60 KB belongs to the simulator.
func TestALessonPageIsLight(t *testing.T) {
	doc := render(t, views.LessonPage(lesson()))
	sum := squeezed(t, doc)
	t.Logf("%6d HTML", sum)
	d := parse(t, doc)
	loaded := map[string]bool{} // a browser loads a file once
	for n := range d.elements("") {
		for _, key := range []string{"src", "href"} {
			path := attr(n, key)
			if !strings.HasPrefix(path, "/static/") || strings.HasSuffix(path, ".woff2") || loaded[path] {
				continue
			}
			loaded[path] = true
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Header.Set("Accept-Encoding", "br")
			w := httptest.NewRecorder()
			static.Handler().ServeHTTP(w, r)
			t.Logf("%6d %s", w.Body.Len(), path)
			sum += w.Body.Len()
		}
	}
	t.Logf("%6d bytes in all", sum)
	if sum > 42_000 {
		t.Errorf("%d bytes compressed, at most 42,000 wanted", sum)
	}
}

func squeezed(t *testing.T, s string) int {
	t.Helper()
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 4)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

func BenchmarkLessonPage(b *testing.B) {
	page := views.LessonPage(lesson())
	var w bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		w.Reset()
		if err := page.Render(b.Context(), &w); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(w.Len()), "bytes/page")
}
