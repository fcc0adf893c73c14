package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	write := func(text string, end error) error {
		return Write(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, end)
		})
	}
	holds := func(want string) {
		t.Helper()
		got, err := os.ReadFile(name)
		if err != nil || string(got) != want {
			t.Errorf("the file holds %q, %v; want %q", got, err, want)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
			t.Errorf("beside it stands something: %v, %v", all, err)
		}
	}
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	holds("first")
	broke := errors.New("broke off")
	if err := write("sec", broke); !errors.Is(err, broke) {
		t.Errorf("broken off: %v", err)
	}
	holds("first")
	if err := write("third", nil); err != nil {
		t.Fatal(err)
	}
	holds("third")
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v; want 0600", info.Mode(), err)
	}
}

func TestAFolderThatIsNotThereIsAnError(t *testing.T) {
	name := filepath.Join(t.TempDir(), "missing", "file")
	if err := Write(name, func(io.Writer) error { return nil }); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestWhatAKilledWriteLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for name, age := range map[string]time.Duration{
		".unfinished-123": time.Hour, ".unfinished-456": time.Minute, "file": time.Hour, "not.unfinished-1": time.Hour,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, now.Add(-age), now.Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if err := Sweep(dir, now.Add(-10*time.Minute)); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, f := range list {
		left = append(left, f.Name())
	}
	if diff := cmp.Diff([]string{".unfinished-456", "file", "not.unfinished-1"}, left); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	if err := Sweep(filepath.Join(dir, "missing"), now); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
