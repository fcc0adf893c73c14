package main

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/cmd/web/internal/site"
	"fencepost/store/sqlite"
)

// syncLines collects what is written to it from several goroutines.
type syncLines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *syncLines) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *syncLines) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

func TestEditsAreServedAndBadOnesAreNot(t *testing.T) {
	dir := copyContent(t)
	base, _ := url.Parse("http://localhost")
	var said syncLines
	log := slog.New(slog.NewTextHandler(&said, nil))
	desk, err := openContent(dir, site.Fitted{}, base, log, &said)
	if err != nil {
		t.Fatalf("%v:\n%s", err, &said)
	}
	db, err := sqlite.OpenMemory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s, err := site.New(site.Parts{Base: base, Log: log, Store: db, Shelf: desk.shelf, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	title := func() string {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/concepts/leases-and-fencing-tokens", nil))
		_, rest, _ := strings.Cut(w.Body.String(), "<h1>")
		h1, _, _ := strings.Cut(rest, "</h1>")
		return h1
	}
	file := filepath.Join(dir, "leases-and-fencing-tokens", "lesson.md")
	original, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(old, new string) {
		t.Helper()
		text := strings.Replace(string(original), old, new, 1)
		if text == string(original) {
			t.Fatalf("the lesson does not hold %q", old)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		desk.watch.Tick() // sees the change
		desk.watch.Tick() // sees that it has settled
	}
	edit("title: Leases and fencing tokens", "title: Leases, edited")
	if got := title(); got != "Leases, edited" {
		t.Errorf("after an edit the page's title is %q", got)
	}
	edit("```sim lease", "```sim no-such-world")
	if got := title(); got != "Leases, edited" {
		t.Errorf("after a bad edit the page's title is %q", got)
	}
	if !strings.Contains(said.String(), "no-such-world") {
		t.Errorf("the log does not tell of the bad edit:\n%s", &said)
	}
	edit("title: Leases and fencing tokens", "title: Leases, mended")
	if got := title(); got != "Leases, mended" {
		t.Errorf("after the mend the page's title is %q", got)
	}
}
