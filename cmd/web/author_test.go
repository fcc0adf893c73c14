package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// authorsDo are the subcommands for people who write lessons, with what each says
// of the lesson vector-clocks, which no program holds.
var authorsDo = []struct {
	args []string
	said string
}{
	{[]string{"lint"}, "vector-clocks: 4 steps"},
	{[]string{"fit"}, "vector-clocks: scorer.fit and samples.gz written"},
	{[]string{"grade", "-lesson", "vector-clocks", "answers.jsonl"}, `{"id":"me"`},
	{[]string{"new", "concept", "quorums"}, "quorums is laid out"},
}

// Whoever writes lessons in a folder of their own names it once, in CONTENT_DIR.
func TestAuthorsNameTheirFolderOnce(t *testing.T) {
	folder := authorsFolder(t, "lessons")
	t.Setenv("CONTENT_DIR", folder)
	authorsWork(t)
}

// In the program's source they name none: lessons stand in content there, and what
// is built in may be older than what was just written.
func TestAuthorsOfTheSourceNameNoFolder(t *testing.T) {
	folder := authorsFolder(t, "content")
	t.Setenv("CONTENT_DIR", "")
	if err := os.WriteFile(filepath.Join(folder, "glossary.md"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	authorsWork(t)
}

// authorsFolder is a folder of this name where the test then stands, in which
// vector-clocks is laid out.
func authorsFolder(t *testing.T, name string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("answers.jsonl", []byte(`{"id": "me", "text": "Clocks that count."}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := webOutput(t, "new", "concept", "vector-clocks", "-content", name); code != 0 {
		t.Fatal(errs)
	}
	return name
}

func authorsWork(t *testing.T) {
	t.Helper()
	for _, do := range authorsDo {
		code, out, errs := webOutput(t, do.args...)
		if code != 0 || !strings.Contains(out, do.said) {
			t.Errorf("web %s: exit code %d, %s%s\nwant it to say %s", strings.Join(do.args, " "), code, errs, out, do.said)
		}
	}
}
