package site

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"fencepost/lessons"
)

// TestWorlds runs scripts as TestScripts does, against lessons of their own:
// each archive holds a content tree and, in the file script, what is asked.
func TestWorlds(t *testing.T) {
	files, err := filepath.Glob("testdata/worlds/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tree, text := fstest.MapFS{}, ""
			for _, f := range a.Files {
				if f.Name == "script" {
					text = string(f.Data)
				} else {
					tree[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			runWorld(t, file, tree, text)
		})
	}
}

func runWorld(t *testing.T, file string, tree fstest.MapFS, text string) {
	t.Helper()
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatalf("the lessons do not load: %v", problems)
	}
	e := NewEdition(lib, mustURL(t, testBase), Fitted{})
	if err := e.Stage(); err != nil {
		t.Fatal(err)
	}
	site := testSite(t, testBase)
	site.shelf.Publish(e)
	s := &script{t: t, clients: map[string]*http.Client{}, who: "A", kept: map[string]string{}}
	s.server = httptest.NewServer(site)
	t.Cleanup(s.server.Close)
	for _, line := range strings.Split(text, "\n") {
		s.at = file + ": " + line
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			s.line(s.expand(line))
		}
	}
	s.send()
}
