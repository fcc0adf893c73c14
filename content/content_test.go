package content_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/content"
)

// Everything that an author writes is built in, but for the samples, which are
// there packed.
func TestEveryFileIsBuiltIn(t *testing.T) {
	folder := os.DirFS(".")
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".go" {
			return err
		}
		if path.Base(name) == "samples.jsonl" {
			name = path.Join(path.Dir(name), "samples.gz")
		}
		_, err = fs.Stat(content.FS, name)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A new lesson is built in with every file that it may have, the drawing included,
// which no other lesson has; what an editor leaves beside them is not.
func TestEveryFileOfANewLessonIsBuiltIn(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	want := []string{"new/emblem.svg", "new/labs/book.yaml", "new/lesson.md", "new/rubric.yaml", "new/samples.gz", "new/scorer.fit"}
	for _, name := range append(want, "new/samples.jsonl", "new/.lesson.md.swp", "new/emblem.svg~") {
		overlay.Replace[filepath.Join(here, name)] = filepath.Join(here, "glossary.md")
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-overlay", file, "-f", `{{join .EmbedFiles "\n"}}`, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool { return !strings.HasPrefix(name, "new/") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("built in, - wanted, + got:\n%s", diff)
	}
}
