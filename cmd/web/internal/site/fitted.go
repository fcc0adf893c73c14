package site

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fencepost/cmd/web/internal/wholefile"
	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// Fitted is where trained scorers are kept, so that they need not be trained at
// each start: with the lesson, as web fit wrote them, or else in a folder. It
// only saves time: whatever is missing, stale or damaged there is trained anew.
type Fitted struct {
	Dir string // folder for scorers trained here; "" keeps none
}

// find is the kept scorer that was made from source, and what its head says of
// it.
func (f Fitted) find(l *lessons.Lesson, source string) (data []byte, head grade.Head, found bool) {
	own := func() ([]byte, error) { return l.Fitted.Get(), nil }
	here := func() ([]byte, error) { return f.read(f.file(l.Slug, source)) }
	for _, read := range []func() ([]byte, error){own, here} {
		data, err := read()
		if err != nil {
			continue
		}
		if head, err = grade.ReadHead(data); err == nil && head.Source == source {
			return data, head, true
		}
	}
	return nil, head, false
}

func (f Fitted) file(slug, source string) string {
	return filepath.Join(f.Dir, slug+"."+source+".fit")
}

func (f Fitted) read(file string) ([]byte, error) {
	if f.Dir == "" {
		return nil, os.ErrNotExist
	}
	return os.ReadFile(file)
}

// writeTakes is longer than any scorer takes to be written: an unfinished file of
// that age is nobody's.
const writeTakes = 10 * time.Minute

// keep writes a scorer in the place of the lesson's earlier ones, and of what a
// program that was killed left unfinished. That it could not is no error: the next
// start trains again.
func (f Fitted) keep(slug, source string, data []byte) {
	if f.Dir == "" {
		return
	}
	if os.MkdirAll(f.Dir, 0o750) != nil {
		return
	}
	file := f.file(slug, source)
	err := wholefile.Write(file, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return
	}
	list, _ := os.ReadDir(f.Dir)
	for _, other := range list {
		name := other.Name()
		if strings.HasPrefix(name, slug+".") && strings.HasSuffix(name, ".fit") && name != filepath.Base(file) {
			_ = os.Remove(filepath.Join(f.Dir, name))
		}
	}
	_ = wholefile.Sweep(f.Dir, time.Now().Add(-writeTakes))
}
