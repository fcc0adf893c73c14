package figure

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
)

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
