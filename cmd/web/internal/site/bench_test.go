package site

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
	"testing"
)

func BenchmarkLessonPage(b *testing.B) {
	for _, encoding := range []string{"identity", "gzip"} {
		b.Run(encoding, func(b *testing.B) {
			s := testSite(b, testBase)
			for _, t := range s.shelf.Edition().scorers {
				<-t.done // its training would be counted
			}
			cookie := firstCookie(b, s)
			post(s, lessonPath+"/checks/self-fencing", cookie, url.Values{"option": {"service-blocks"}})
			r := httptest.NewRequest(http.MethodGet, lessonPath, nil)
			r.Header.Set("Cookie", cookie)
			r.Header.Set("Accept-Encoding", encoding)
			b.ReportAllocs()
			var size int64
			before := processorTime(b)
			for b.Loop() {
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				size, _ = io.Copy(io.Discard, w.Body)
			}
			b.ReportMetric(float64(size), "bytes/page")
			b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// processorTime is what this process used so far, in ns: it says more than the
// clock where other programs share the machine.
func processorTime(b *testing.B) int64 {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
