package lessons_test

import (
	"testing"
	"testing/fstest"

	"fencepost/lessons"
)

// A drawing is written anew: what it was called and spaced like is gone.
func TestEmblem(t *testing.T) {
	tree := lessonOf("\n## First {#first}\n\nWords.\n")
	tree["demo/emblem.svg"] = &fstest.MapFile{Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 248 132"> <!-- lanes -->
<g class="e-lane"><path d="M0 20h248"/></g></svg>`)}
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := `<svg class="emblem" viewBox="0 0 248 132" aria-hidden="true"><g class="e-lane"><path d="M0 20h248"></path></g></svg>`
	if got := lib.Lessons()[0].Drawing; got != want {
		t.Errorf("drawn as %s\nwant %s", got, want)
	}
}
