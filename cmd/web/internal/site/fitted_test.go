package site

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// pair is a lesson of one point and two samples.
func pair(t *testing.T) *lessons.Lesson {
	t.Helper()
	point := lessons.KeyPoint{ID: "lapses", Phrasings: []lessons.Phrase{{Text: "a lease lapses by itself"}}}
	return &lessons.Lesson{
		Slug: "leases", Rubric: &lessons.Rubric{Version: "first", Points: []lessons.KeyPoint{point}},
		Samples: lessons.Now([]lessons.Sample{
			{ID: "a1", Text: "The lease lapses by itself when nobody renews it.", Points: map[string]int{"lapses": 1}},
			{ID: "a2", Text: "A lock is held until the process that took it gives it back.", Points: map[string]int{"lapses": 0}},
		}),
	}
}

func kept(t *testing.T, dir string) (files []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range list {
		files = append(files, filepath.Join(dir, f.Name()))
	}
	return files
}

// made waits for a lesson's scorer.
func made(t *testing.T, f Fitted, l *lessons.Lesson) *training {
	t.Helper()
	made := newTraining(l, f, new(sync.Mutex))
	if _, err := made.wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	return made
}

func source(l *lessons.Lesson) string { return grade.Source(l.Rubric, nil, grade.PageText(l)) }

func TestATrainedScorerIsKeptAndAnEditTrainsAnother(t *testing.T) {
	f, l := Fitted{Dir: filepath.Join(t.TempDir(), "of [a-z]* and [")}, pair(t) // a folder is not a pattern
	first := made(t, f, l)
	want := filepath.Join(f.Dir, "leases."+source(l)+".fit")
	if got := kept(t, f.Dir); len(got) != 1 || got[0] != want {
		t.Fatalf("kept %q, want %q alone", got, want)
	}
	l.Samples.Get()[1].Text += " It never expires."
	l.Rubric.Version = "second"
	if second := made(t, f, l); second.version() == first.version() {
		t.Fatalf("after an edit: version %s", second.version())
	}
	if got := kept(t, f.Dir); len(got) != 1 || got[0] != f.file("leases", source(l)) {
		t.Errorf("after an edit %q is kept", got)
	}
}

// A program that is killed while it writes a scorer leaves a part of one, which
// the next that is kept removes; another program may be writing one at this moment.
func TestWhatAKilledTrainingLeftIsRemoved(t *testing.T) {
	f, l := Fitted{Dir: t.TempDir()}, pair(t)
	killed, going := filepath.Join(f.Dir, ".unfinished-1"), filepath.Join(f.Dir, ".unfinished-2")
	for name, age := range map[string]time.Duration{killed: 2 * writeTakes, going: 0} {
		at := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(name, []byte("half"), 0o600), os.Chtimes(name, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	made(t, f, l)
	if got := kept(t, f.Dir); len(got) != 2 || got[0] != going || got[1] != f.file("leases", source(l)) {
		t.Errorf("%q is there, want the scorer and what is being written", got)
	}
}

// An edition that is no longer served, or a program that ends, begins no
// training.
func TestWhatIsOverTrainsNoFurtherScorer(t *testing.T) {
	lib, problems := new(lessons.Loader).Load(fstest.MapFS{
		"demo/lesson.md":     {Data: []byte("---\ntitle: Demo\nsummary: A demo.\ncategory: Time\norder: 1\n---\n\n## A step {#step}\n\nWords.\n\n## Explain it {#explain}\n\nSay it.\n")},
		"demo/rubric.yaml":   {Data: []byte("prompt: Why?\npoints:\n  - id: lapses\n    name: It lapses\n    statement: A lease lapses by itself.\n    hint: What ends it?\n    phrasings: [A lease lapses by itself.]\n")},
		"demo/samples.jsonl": {},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	f := Fitted{Dir: filepath.Join(t.TempDir(), "scorers")}
	e := NewEdition(lib, mustURL(t, testBase), f)
	over, stop := context.WithCancel(t.Context())
	stop()
	e.Train(over)
	if got := kept(t, f.Dir); len(got) != 0 {
		t.Errorf("%q was trained by what is over", got)
	}
	e.Train(t.Context())
	if got := kept(t, f.Dir); len(got) != 1 {
		t.Errorf("%q is kept, want the scorer of one lesson", got)
	}
}

// What a start needs of a kept scorer is its head: nobody reads samples for it,
// and the scorer itself is unpacked when the first explanation needs it.
func TestAKeptScorerNeedsNoSamples(t *testing.T) {
	f, l := Fitted{Dir: t.TempDir()}, pair(t)
	first := made(t, f, l)
	l.Samples = lessons.Now[[]lessons.Sample](nil)
	again := newTraining(l, f, new(sync.Mutex))
	again.find()
	if again.version() != first.version() || again.report().Samples != 2 {
		t.Errorf("found version %q of %d samples, want %q of 2", again.version(), again.report().Samples, first.version())
	}
	if again.scorer != nil || again.trained != nil {
		t.Error("the scorer was made before anybody needed it")
	}
	scorer, err := again.wait(t.Context())
	if err != nil || scorer.Version() != first.version() {
		t.Errorf("loaded %v, %v; want version %s", scorer, err, first.version())
	}
}

func TestADamagedKeptScorerIsTrainedAgain(t *testing.T) {
	l := pair(t)
	whole := Fitted{Dir: t.TempDir()}
	made(t, whole, l)
	data, err := os.ReadFile(whole.file(l.Slug, source(l)))
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{"no scorer": []byte("not a scorer"), "its end is lost": data[:len(data)-len(data)/4]} {
		f := Fitted{Dir: t.TempDir()}
		file := f.file(l.Slug, source(l))
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		made(t, f, l)
		if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, data) {
			t.Errorf("%s: %d bytes are kept now, want those that training makes; %v", name, len(now), err)
		}
	}
}

// Nowhere to keep a scorer is no reason not to have one.
func TestAScorerIsTrainedWhereNoneCanBeKept(t *testing.T) {
	for _, f := range []Fitted{{}, {Dir: "/proc/nowhere"}} {
		made(t, f, pair(t))
	}
}
