package figure

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/andybalholm/brotli"
)

func itoa(n int) string { return strconv.Itoa(n) }

// scriptFor is the printer with the module's place in it.
func scriptFor(t *testing.T, module string) string {
	t.Helper()
	path, err := filepath.Abs(module)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(printer, "file://"+path)
}

// stderr is what a command that failed had to say.
func stderr(err error) string {
	var e *exec.ExitError
	if errors.As(err, &e) {
		return string(e.Stderr)
	}
	return ""
}

// squeezed is a body as it travels.
func squeezed(t *testing.T, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := brotli.NewWriterLevel(&b, 5)
	if _, err := z.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
