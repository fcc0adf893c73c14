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
	shows := func(words string) bool {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/concepts/leases-and-fencing-tokens", nil))
		return strings.Contains(w.Body.String(), words)
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
	edit("## Silence has two meanings", "## Silence, edited")
	if !shows("Silence, edited") {
		t.Error("an edit is not shown")
	}
	edit("```sim lease", "```sim no-such-world")
	if !shows("Silence, edited") {
		t.Error("a bad edit took the place of the good one")
	}
	if !strings.Contains(said.String(), "no-such-world") {
		t.Errorf("the log does not tell of the bad edit:\n%s", &said)
	}
	edit("## Silence has two meanings", "## Silence, mended")
	if !shows("Silence, mended") {
		t.Error("the mend is not shown")
	}
}
