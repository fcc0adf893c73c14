package main

import (
	"strings"
	"testing"
)

func TestLicencesArePrinted(t *testing.T) {
	code, out, errs := web(t, t.Context(), "licences")
	if code != 0 || !strings.Contains(out, "modernc.org/sqlite v") || !strings.Contains(out, "SIL OPEN FONT LICENSE") {
		t.Errorf("exit code %d, %d bytes: %s", code, len(out), errs)
	}
	if code, _, _ := web(t, t.Context(), "licences", "all"); code != 2 {
		t.Errorf("with an argument: exit code %d, want 2", code)
	}
}
