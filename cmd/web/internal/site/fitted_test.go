package site

import (
	"os"
	"path/filepath"
	"testing"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// pair is a lesson of one point and two samples.
func pair(t *testing.T) *lessons.Lesson {
	t.Helper()
	point := lessons.KeyPoint{ID: "lapses", Phrasings: []lessons.Phrase{{Text: "a lease lapses by itself"}}}
	return &lessons.Lesson{
		Slug: "leases", Rubric: &lessons.Rubric{Points: []lessons.KeyPoint{point}},
		Samples: []lessons.Sample{
			{ID: "a1", Text: "The lease lapses by itself when nobody renews it.", Points: map[string]int{"lapses": 1}},
			{ID: "a2", Text: "A lock is held until the process that took it gives it back.", Points: map[string]int{"lapses": 0}},
		},
	}
}

func kept(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestATrainedScorerIsKeptAndAnEditTrainsAnother(t *testing.T) {
	f, l := Fitted{Dir: filepath.Join(t.TempDir(), "scorers")}, pair(t)
	first, err := f.scorer(l)
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(f.Dir, "leases."+first.Version()+".fit")
	if got := kept(t, f.Dir); len(got) != 1 || got[0] != want {
		t.Fatalf("kept %q, want %q alone", got, want)
	}
	l.Samples[1].Text += " It never expires."
	second, err := f.scorer(l)
	if err != nil || second.Version() == first.Version() {
		t.Fatalf("after an edit: version %s, error %v", second.Version(), err)
	}
	if got := kept(t, f.Dir); len(got) != 1 || got[0] != f.file("leases", second.Version()) {
		t.Errorf("after an edit %q is kept", got)
	}
}

func TestADamagedKeptScorerIsTrainedAgain(t *testing.T) {
	f, l := Fitted{Dir: t.TempDir()}, pair(t)
	file := f.file(l.Slug, grade.Version(l.Rubric, l.Samples, grade.PageText(l)))
	if err := os.WriteFile(file, []byte("not a scorer"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.scorer(l); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := grade.Load(l.Rubric, l.Samples, grade.PageText(l), data); err != nil {
		t.Errorf("what is kept now: %v", err)
	}
}

// Nowhere to keep a scorer is no reason not to have one.
func TestAScorerIsTrainedWhereNoneCanBeKept(t *testing.T) {
	for _, f := range []Fitted{{}, {Dir: "/proc/nowhere"}} {
		if _, err := f.scorer(pair(t)); err != nil {
			t.Errorf("%q: %v", f.Dir, err)
		}
	}
}
