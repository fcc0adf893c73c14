package main

import (
	"strings"
	"testing"
)

func TestAStatementThatNobodyGaveUpIsNeitherSentAgainNorDropped(t *testing.T) {
	dir := t.TempDir()
	wantUser(t, dir, horsePasword, 0, "added", "add", "-email", "ada@mail.example", "-name", "Ada")
	for _, action := range []string{"resend", "drop"} {
		if code, _, errs := web(t, t.Context(), "xapi", action, "-data-dir", dir, "-id", "nope"); code != 1 || !strings.Contains(errs, `"nope"`) {
			t.Errorf("%s: exit code %d, want 1; it says %q", action, code, errs)
		}
		if code, out, errs := web(t, t.Context(), "xapi", action, "-data-dir", dir); code != 0 || !strings.HasPrefix(out, "0 ") {
			t.Errorf("%s all of none: exit code %d, %q, %q", action, code, out, errs)
		}
	}
}
