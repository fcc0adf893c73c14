package site

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// Fitted is where trained scorers are kept, so that they need not be trained at
// each start: with the lesson, as web fit wrote them, or else in a folder. It
// only saves time: whatever is missing, stale or damaged there is trained anew.
type Fitted struct {
	Dir string // folder for scorers trained here; "" keeps none
}

// scorer is a lesson's scorer, trained where no kept one will do.
func (f Fitted) scorer(l *lessons.Lesson) (*grade.Scorer, error) {
	page := grade.PageText(l)
	if s, err := grade.Load(l.Rubric, l.Samples, page, l.Fitted); err == nil {
		return s, nil
	}
	file := f.file(l.Slug, grade.Version(l.Rubric, l.Samples, page))
	if data, err := f.read(file); err == nil {
		if s, err := grade.Load(l.Rubric, l.Samples, page, data); err == nil {
			return s, nil
		}
	}
	s, err := grade.Train(l.Rubric, l.Samples, page)
	if err != nil {
		return nil, fmt.Errorf("train the scorer of %s: %w", l.Slug, err)
	}
	f.keep(l.Slug, file, s)
	return s, nil
}

func (f Fitted) file(slug, version string) string {
	return filepath.Join(f.Dir, slug+"."+version+".fit")
}

func (f Fitted) read(file string) ([]byte, error) {
	if f.Dir == "" {
		return nil, os.ErrNotExist
	}
	return os.ReadFile(file)
}

// keep writes a scorer in the place of the lesson's earlier ones. That it
// could not is no error: the next start trains again.
func (f Fitted) keep(slug, file string, s *grade.Scorer) {
	if f.Dir == "" {
		return
	}
	data, err := s.Store()
	if err == nil {
		err = errors.Join(os.MkdirAll(f.Dir, 0o750), replace(file, data))
	}
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

// replace writes a file whole or not at all.
func replace(file string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), ".fit-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}
