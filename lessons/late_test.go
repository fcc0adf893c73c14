package lessons_test

import (
	"io/fs"
	"path"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
)

// counted counts how often each file is opened, by its name without its folder.
type counted struct {
	fs.FS
	opened map[string]int
}

func (c counted) Open(name string) (fs.File, error) {
	c.opened[path.Base(name)]++
	return c.FS.Open(name)
}

// packed is a tree whose samples are packed.
func packed(t *testing.T) fstest.MapFS {
	t.Helper()
	tree, _ := archive(t, "testdata/good/whole.txtar")
	data, err := lessons.PackSamples(tree["demo/samples.jsonl"].Data)
	if err != nil {
		t.Fatal(err)
	}
	delete(tree, "demo/samples.jsonl")
	tree["demo/samples.gz"] = &fstest.MapFile{Data: data}
	tree["demo/scorer.fit"] = &fstest.MapFile{Data: []byte("a scorer")}
	return tree
}

func demo(t *testing.T, loader lessons.Loader, tree fs.FS) (*lessons.Library, *lessons.Lesson) {
	t.Helper()
	lib, problems := loader.Load(tree)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	l, _ := lib.Lesson("demo")
	return lib, l
}

// Packed samples stand for the file that they were packed from: the versions are
// the same, and so is every sample with its place.
func TestPackedSamplesAreTheFileTheyCameFrom(t *testing.T) {
	plain, _ := archive(t, "testdata/good/whole.txtar")
	wantLib, want := demo(t, lessons.Loader{}, plain)
	for _, trusted := range []bool{false, true} {
		lib, l := demo(t, lessons.Loader{Trusted: trusted}, packed(t))
		if lib.Version != wantLib.Version || l.Version != want.Version || l.Rubric.Version != want.Rubric.Version {
			t.Errorf("trusted %v: versions %s %s %s, want %s %s %s", trusted,
				lib.Version, l.Version, l.Rubric.Version, wantLib.Version, want.Version, want.Rubric.Version)
		}
		if diff := cmp.Diff(want.Samples.Get(), l.Samples.Get()); diff != "" {
			t.Errorf("trusted %v: samples (-plain +packed):\n%s", trusted, diff)
		}
	}
}

// A start reads neither samples nor scorers of a tree that is trusted: of the
// samples it looks at their head alone.
func TestATrustedTreeIsReadAsFarAsItIsNeeded(t *testing.T) {
	tree := counted{packed(t), map[string]int{}}
	_, l := demo(t, lessons.Loader{Trusted: true}, tree)
	for file, want := range map[string]int{"lesson.md": 1, "rubric.yaml": 1, "samples.gz": 1, "scorer.fit": 0} {
		if tree.opened[file] != want {
			t.Errorf("%s was opened %d times, want %d", file, tree.opened[file], want)
		}
	}
	if n := len(l.Samples.Get()); n != 2 || tree.opened["samples.gz"] != 2 {
		t.Errorf("%d samples after opening samples.gz %d times, want 2 after 2", n, tree.opened["samples.gz"])
	}
	if string(l.Fitted.Get()) != "a scorer" || tree.opened["scorer.fit"] != 1 {
		t.Errorf("the scorer is %q after opening scorer.fit %d times, want it after 1", l.Fitted.Get(), tree.opened["scorer.fit"])
	}
}

// Packed samples that are damaged, or were packed by somebody else, are told of.
func TestDamagedPackedSamples(t *testing.T) {
	whole := packed(t)["demo/samples.gz"].Data
	wrong := append([]byte(nil), whole...)
	wrong[10] ^= 1 // the first letter of the hash in the head
	for name, data := range map[string][]byte{"cut": whole[:len(whole)-12], "another hash": wrong, "no gzip": []byte("{}")} {
		tree := packed(t)
		tree["demo/samples.gz"] = &fstest.MapFile{Data: data}
		_, problems := lessons.Load(tree)
		if len(problems) != 1 || problems[0].Pos.File != "demo/samples.gz" || problems[0].Mend != "run web fit" {
			t.Errorf("%s: told %v", name, problems)
		}
	}
}
