package lessons_test

import (
	"path"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// seeds are all files of a name in the archives of testdata: every mistake
// that authors make is where fuzzing begins.
func seeds(f *testing.F, name string) []string {
	f.Helper()
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, member := range a.Files {
			if path.Base(member.Name) == name {
				out = append(out, string(member.Data))
			}
		}
	}
	if len(out) == 0 {
		f.Fatalf("no seed for %s", name)
	}
	return out
}
