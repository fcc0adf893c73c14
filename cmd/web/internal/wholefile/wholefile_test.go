package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
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
