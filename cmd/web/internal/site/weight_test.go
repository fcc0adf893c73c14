package site

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// What a page of a student who is signed in, and of a browser that nobody
// signed in from, takes: these do not depend on what else a machine does.
func TestALessonPageTakesTwoStatementsAndFewAllocations(t *testing.T) {
	m := newMeasured(t)
	browser := firstCookie(t, m.Site)
	if w := post(m.Site, lessonPath+"/steps/try-it/read", browser, nil); w.Code != http.StatusNoContent {
		t.Fatal(w.Code)
	}
	for name, cookie := range map[string]string{"a student": m.cookie, "a browser": browser} {
		r := m.request(lessonPath)
		r.Header.Set("Cookie", cookie)
		ask := func() *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			return w
		}
		size := ask().Body.Len()
		before := m.db.Stats().Reads
		ask()
		if n := m.db.Stats().Reads - before; n != 2 {
			t.Errorf("%s: %d statements, want 2", name, n)
		}
		if size > mostBytes {
			t.Errorf("%s: %d bytes, want at most %d", name, size, mostBytes)
		}
		allocations := testing.AllocsPerRun(100, func() { m.ServeHTTP(&nowhere{header: http.Header{}}, r) })
		t.Logf("%s: %d bytes, %.0f allocations", name, size, allocations)
		if allocations > mostAllocations {
			t.Errorf("%s: %.0f allocations, want at most %d", name, allocations, mostAllocations)
		}
	}
}

const (
	mostBytes       = 26_500 // gzip makes 21,500 of the whole page, less than of its parts
	mostAllocations = 260
)
