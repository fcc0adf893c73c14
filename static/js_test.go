package static

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// The modules that compute have tests of their own, which node runs.
func TestModules(t *testing.T) {
	tests, err := filepath.Glob("jstest/*.test.mjs")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests of modules: %v", err)
	}
	out, err := exec.CommandContext(t.Context(), "node", append([]string{"--test"}, tests...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("node --test: %v\n%s", err, out)
	}
}
