package content_test

import (
	"io/fs"
	"os"
	"path"
	"testing"

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
