package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFitKeepsAScorerUntilTheSamplesChange(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "content"))); err != nil {
		t.Fatal(err)
	}
	concept := filepath.Join(dir, "leases-and-fencing-tokens")
	cutSamples(t, filepath.Join(concept, "samples.jsonl"), 60)
	keepOnly(t, dir, concept)

	fit := func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(context.Background(), stdio{nil, &out, &out}, append([]string{"fit", "-content", dir}, args...))
		return code, out.String()
	}
	if code, out := fit("-check"); code != 1 || !strings.Contains(out, "make generate") {
		t.Fatalf("stale: code %d, %s", code, out)
	}
	if code, out := fit(); code != 0 || !strings.Contains(out, "scorer.fit and samples.gz written") {
		t.Fatalf("fit: code %d, %s", code, out)
	}
	if code, out := fit("-check"); code != 0 || out != "" {
		t.Fatalf("fresh: code %d, %s", code, out)
	}
	for _, name := range []string{"scorer.fit", "samples.gz"} {
		if err := os.Truncate(filepath.Join(concept, name), 100); err != nil {
			t.Fatal(err)
		}
		if code, _ := fit("-check"); code != 1 {
			t.Errorf("%s is damaged: code %d, want 1", name, code)
		}
		fit()
	}
}

// cutSamples cuts a file of samples to its first n lines.
func cutSamples(t *testing.T, file string, n int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(data), "\n", n+1)
	if err := os.WriteFile(file, []byte(strings.Join(lines[:n], "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// keepOnly removes every other concept.
func keepOnly(t *testing.T, dir, concept string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		if path != concept {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
	}
}
