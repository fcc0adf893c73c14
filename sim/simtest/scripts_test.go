package simtest_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"fencepost/sim/catalog"
	"fencepost/sim/simtest"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("rewrite", false, "write what the simulators print into the scripts; read the diff")

// TestScripts runs every script of every simulator.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("../*/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.ToSlash(file), func(t *testing.T) { replayFile(t, file) })
	}
}

func replayFile(t *testing.T, file string) {
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := simtest.Replay(catalog.Find, string(want))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if *rewrite {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: expected (-) and printed (+) differ:\n%s", file, diff)
	}
}
