package lessons_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
)

// shelf records what a Watch does, in words.
type shelf struct {
	tree fstest.MapFS
	now  time.Time
	log  []string
	fail error // what Publish answers
	*lessons.Watch
}

func newShelf() *shelf {
	s := &shelf{tree: fstest.MapFS{}, now: time.Unix(1_000_000, 0)}
	s.Watch = &lessons.Watch{
		FS: s.tree, Load: lessons.Load,
		Publish: func(lib *lessons.Library) error {
			if s.fail != nil {
				return s.fail
			}
			for _, l := range lib.Lessons() {
				s.log = append(s.log, "publish "+l.Title)
			}
			return nil
		},
		Refuse: func(problems []lessons.Problem) {
			for _, p := range problems {
				s.log = append(s.log, "refuse "+p.String())
			}
		},
	}
	return s
}

// save writes the lesson's title as an editor would: at a later time.
func (s *shelf) save(title string) {
	s.now = s.now.Add(time.Second)
	text := strings.Replace(front, "Demo", title, 1) + "\n## First {#first}\n\nWords.\n"
	s.tree["demo/lesson.md"] = &fstest.MapFile{Data: []byte(text), ModTime: s.now}
}

func (s *shelf) want(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, s.log); diff != "" {
		t.Errorf("did (-want +got):\n%s", diff)
	}
	s.log = nil
}

func TestWatchPublishesAnEditOnceItIsStill(t *testing.T) {
	s := newShelf()
	s.save("One")
	if problems := s.Start(); problems != nil {
		t.Fatal(problems)
	}
	s.want(t, "publish One")
	s.Tick()
	s.want(t)
	s.save("Two")
	s.Tick() // seen, but it may still be being written
	s.want(t)
	s.save("Three")
	s.Tick()
	s.want(t)
	s.Tick()
	s.want(t, "publish Three")
	s.Tick()
	s.want(t)
}

func TestWatchKeepsTheLastGoodVersion(t *testing.T) {
	s := newShelf()
	s.save("One")
	s.Start()
	s.save("Two\norder: soon")
	s.Tick()
	s.Tick()
	s.want(t, "publish One",
		`refuse demo/lesson.md:3:8: "order" is "soon"; write a whole number from 0 to 1000000`,
		`refuse demo/lesson.md:6:1: the front matter has the key "order" twice; keep one of the two`)
	s.Tick() // said once, not every second
	s.want(t)
	s.save("One") // taken back: the same bytes as before are published again
	s.Tick()
	s.Tick()
	s.want(t, "publish One")
}

func TestWatchSaysNothingOfATouch(t *testing.T) {
	s := newShelf()
	s.save("One")
	s.Start()
	s.want(t, "publish One")
	s.save("One")
	s.Tick()
	s.Tick()
	s.want(t)
}

func TestWatchStartsWithoutPublishingWhatIsBad(t *testing.T) {
	s := newShelf()
	s.tree["demo/lesson.md"] = &fstest.MapFile{Data: []byte("Hello.")}
	if problems := s.Start(); len(problems) == 0 {
		t.Error("no problem with a lesson that has no front matter")
	}
	s.want(t)
}

func TestWatchTellsThatPublishingFailed(t *testing.T) {
	s := newShelf()
	s.save("One")
	s.Start()
	s.want(t, "publish One")
	s.fail = errors.New("no scorer")
	s.save("Two")
	s.Tick()
	s.Tick()
	s.want(t, "refuse .:1:1: the content cannot be published: no scorer; see what the server’s log says of it")
}

func TestWatchSurvivesAPanic(t *testing.T) {
	s := newShelf()
	s.save("One")
	s.Start()
	s.want(t, "publish One")
	s.Watch.Load = func(fs.FS) (*lessons.Library, []lessons.Problem) { panic("index out of range") }
	s.save("Two")
	s.Tick()
	s.Tick()
	s.want(t, "refuse .:1:1: reading the content failed: index out of range; take the last edit back and report it as a bug")
	s.Watch.Load = lessons.Load
	s.save("Three")
	s.Tick()
	s.Tick()
	s.want(t, "publish Three")
}

func TestWatchSeesFilesComeAndGo(t *testing.T) {
	s := newShelf()
	s.save("One")
	s.Start()
	s.tree["demo/samples.jsonl"] = &fstest.MapFile{ModTime: s.now}
	s.Tick()
	s.Tick()
	s.want(t, "publish One", "refuse demo/lesson.md:1:1: there are samples and no rubric.yaml; write rubric.yaml")
	delete(s.tree, "demo/samples.jsonl")
	s.Tick()
	s.Tick()
	s.want(t, "publish One")
}

// Whatever file of a lesson is saved, the lesson is read again.
func TestWatchSeesEveryFileOfALesson(t *testing.T) {
	for _, name := range []string{"glossary.md", "demo/rubric.yaml", "demo/samples.jsonl", "demo/emblem.svg", "demo/labs/book.yaml"} {
		s := newShelf()
		s.save("One")
		s.tree[name] = &fstest.MapFile{Data: []byte("first"), ModTime: s.now}
		s.Start()
		s.log = nil
		s.now = s.now.Add(time.Second)
		s.tree[name] = &fstest.MapFile{Data: []byte("other"), ModTime: s.now}
		read := 0
		s.Load = func(tree fs.FS) (*lessons.Library, []lessons.Problem) { read++; return lessons.Load(tree) }
		s.Tick()
		s.Tick()
		if read != 1 {
			t.Errorf("%s was saved: the lessons were read %d times, want once", name, read)
		}
	}
}

// A volume that Kubernetes mounts is links to a folder that is swapped whole.
func TestWatchFollowsLinks(t *testing.T) {
	root := t.TempDir()
	write := func(dir, title string) {
		path := filepath.Join(root, dir, "demo")
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(front, "Demo", title, 1) + "\n## First {#first}\n\nWords.\n"
		if err := os.WriteFile(filepath.Join(path, "lesson.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to string) {
		path := filepath.Join(root, "mount", "demo")
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(root, to, "demo"), path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "mount"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("v1", "One")
	write("v2", "Twenty-two")
	link("v1")
	s := newShelf()
	s.Watch.FS = os.DirFS(filepath.Join(root, "mount"))
	if problems := s.Start(); problems != nil {
		t.Fatal(problems)
	}
	link("v2")
	s.Tick()
	s.Tick()
	s.want(t, "publish One", "publish Twenty-two")
}

func TestWatchRunsUntilItIsStopped(t *testing.T) {
	s := newShelf()
	s.save("One")
	s.Start()
	s.save("Two")
	ctx, stop := context.WithCancel(t.Context())
	ticks := make(chan time.Time)
	ended := make(chan struct{})
	go func() { s.Run(ctx, ticks); close(ended) }()
	ticks <- s.now
	ticks <- s.now
	stop()
	<-ended
	s.want(t, "publish One", "publish Two")
}
