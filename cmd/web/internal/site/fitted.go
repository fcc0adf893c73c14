package site

import (
	"io"
	"os"
	"path/filepath"

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

// keep writes a scorer in the place of the lesson's earlier ones. That it
// could not is no error: the next start trains again.
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
	earlier, _ := filepath.Glob(f.file(slug, "*"))
	for _, name := range earlier {
		if name != file {
			_ = os.Remove(name)
		}
	}
}
