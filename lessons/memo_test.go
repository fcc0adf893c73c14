package lessons_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fencepost/content"
	"fencepost/lessons"
)

// Whatever was loaded before, a Loader answers as one that sees the tree for
// the first time.
func TestLoaderAnswersAsIfItRememberedNothing(t *testing.T) {
	tree, _ := archive(t, "testdata/good/whole.txtar")
	good := func(name string) []byte { return tree[name].Data }
	lesson, rubric, samples := good("demo/lesson.md"), good("demo/rubric.yaml"), good("demo/samples.jsonl")
	edits := []struct {
		name, file string
		text       []byte // nil takes the file away
	}{
		{"nothing", "demo/lesson.md", lesson},
		{"a dead link", "demo/lesson.md", append(lesson[:len(lesson):len(lesson)], "\n[Dead](#gone)\n"...)},
		{"another point", "demo/rubric.yaml", append(rubric[:len(rubric):len(rubric)], "  - broken\n"...)},
		{"the words again", "demo/lesson.md", lesson},
		{"no rubric", "demo/rubric.yaml", nil},
		{"the rubric again", "demo/rubric.yaml", rubric},
		{"no samples", "demo/samples.jsonl", nil},
		{"a bad sample", "demo/samples.jsonl", []byte("{}\n")},
		{"the samples again", "demo/samples.jsonl", samples},
		{"no lesson", "demo/lesson.md", nil},
		{"the lesson again", "demo/lesson.md", lesson},
	}
	read := cmp.Options{ // what may be read late is compared as if it was
		cmp.Transformer("Get", lessons.Late[[]lessons.Sample].Get), cmp.Transformer("Get", lessons.Late[[]byte].Get),
	}
	var loader lessons.Loader
	for _, e := range edits {
		if tree[e.file] = (&fstest.MapFile{Data: e.text}); e.text == nil {
			delete(tree, e.file)
		}
		want, wantProblems := lessons.Load(tree)
		for range 2 {
			got, problems := loader.Load(tree)
			if diff := cmp.Diff(want.Lessons(), got.Lessons(), cmpopts.EquateEmpty(), read); diff != "" || want.Version != got.Version {
				t.Errorf("%s: versions %s and %s, lessons (-fresh +remembered):\n%s", e.name, want.Version, got.Version, diff)
			}
			if diff := cmp.Diff(lines(wantProblems), lines(problems)); diff != "" {
				t.Errorf("%s: problems (-fresh +remembered):\n%s", e.name, diff)
			}
		}
	}
}

// What a Loader handed out does not change when it loads again.
func TestLoaderDoesNotTouchWhatItHandedOut(t *testing.T) {
	tree, _ := archive(t, "testdata/good/whole.txtar")
	var loader lessons.Loader
	first, _ := loader.Load(tree)
	l, _ := first.Lesson("demo")
	version, rubric := l.Version, l.Rubric.Version
	tree["demo/samples.jsonl"] = &fstest.MapFile{Data: append(tree["demo/samples.jsonl"].Data, '\n')}
	second, _ := loader.Load(tree)
	if l.Version != version || l.Rubric.Version != rubric {
		t.Error("the first library changed")
	}
	if l2, _ := second.Lesson("demo"); l2.Version == version || l2.Rubric.Version == rubric {
		t.Error("the second library has the versions of the first")
	}
}

// Publishing an edit of the lesson's words: everything but lesson.md is as
// before.
func BenchmarkLoadAnEdit(b *testing.B) {
	const name = "leases-and-fencing-tokens/"
	tree := fstest.MapFS{}
	for _, file := range []string{"lesson.md", "rubric.yaml", "samples.jsonl", "labs/late-owner.yaml"} {
		text, err := content.FS.ReadFile(name + file)
		if err != nil {
			b.Fatal(err)
		}
		tree[name+file] = &fstest.MapFile{Data: text}
	}
	text := tree[name+"lesson.md"].Data
	var loader lessons.Loader
	loader.Load(tree)
	b.ReportAllocs()
	for odd := false; b.Loop(); odd = !odd {
		edited := text[:len(text):len(text)]
		if odd {
			edited = append(edited, '\n')
		}
		tree[name+"lesson.md"] = &fstest.MapFile{Data: edited}
		if _, problems := loader.Load(tree); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
