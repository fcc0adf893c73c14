package site

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fencepost/lessons"
)

// BenchmarkWrites is what a request that writes costs, by many readers at once,
// without the sockets and the disk.
func BenchmarkWrites(b *testing.B) {
	texts := longTexts(b)
	text := func(n int) string { return fmt.Sprintf("%s (%d)", texts[n%len(texts)], n) }
	b.Run("check", func(b *testing.B) {
		benchmarkWrites(b, "/checks/self-fencing", http.StatusOK, func(n, _ int) url.Values {
			return url.Values{"option": {[]string{"service-blocks", "pause-after-check"}[n%2]}}
		})
	})
	b.Run("draft", func(b *testing.B) {
		benchmarkWrites(b, "/draft", http.StatusOK, func(n, before int) url.Values {
			return url.Values{"text": {text(n)}, "revision": {fmt.Sprint(before)}}
		})
	})
	b.Run("explanation", func(b *testing.B) {
		benchmarkWrites(b, "/explanations", http.StatusSeeOther, func(n, _ int) url.Values {
			return url.Values{"text": {text(n)}}
		})
	})
}

func longTexts(b *testing.B) (texts []string) {
	l := lessonOf(b)
	for _, s := range l.Samples.Get() {
		if n := len(s.Text); n > 500 && n < 700 {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

func lessonOf(b *testing.B) *lessons.Lesson {
	l, ok := testEdition(b, mustURL(b, testBase)).library.Lesson("leases-and-fencing-tokens")
	if !ok {
		b.Fatal("no lesson")
	}
	return l
}

// writer is one reader who writes.
type writer struct {
	sync.Mutex
	cookie string
	sent   int
}

// benchmarkWrites sends forms, each made of its number and of how many its writer
// sent before.
func benchmarkWrites(b *testing.B, path string, status int, form func(n, before int) url.Values) {
	s := testSite(b, testBase)
	for _, t := range s.shelf.Edition().scorers {
		if _, err := t.wait(b.Context()); err != nil { // making it would be counted
			b.Fatal(err)
		}
	}
	writers := make([]writer, 512)
	for i := range writers {
		writers[i].cookie = firstCookie(b, s)
		post(s, lessonPath+"/steps/lease/read", writers[i].cookie, nil)
	}
	var next atomic.Int64
	b.ReportAllocs()
	b.SetParallelism(32)
	b.ResetTimer()
	before := processorTime(b)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			n := int(next.Add(1)) - 1
			w := &writers[n%len(writers)]
			w.Lock()
			if got := w.send(s, path, n, form(n, w.sent)); got.Code != status {
				b.Errorf("status %d: %.200s", got.Code, got.Body)
			}
			w.Unlock()
		}
	})
	b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
}

// send sends one form, as the page's script does, from one of many addresses.
func (w *writer) send(s *Site, path string, n int, fields url.Values) *httptest.ResponseRecorder {
	w.sent++
	fields.Set("key", fmt.Sprintf("k%d", n))
	r := httptest.NewRequest(http.MethodPost, lessonPath+path, strings.NewReader(fields.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Cookie", w.cookie)
	r.Header.Set("Fencepost-Fragment", "check")
	r.RemoteAddr = fmt.Sprintf("127.0.0.%d:1", n%100)
	out := httptest.NewRecorder()
	s.ServeHTTP(out, r)
	return out
}
