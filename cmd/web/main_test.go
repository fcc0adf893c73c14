package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
)

// asProgram, in the environment, makes the test's binary the program itself, so
// that a test can send it a signal.
const asProgram = "FENCEPOST_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// web runs the program as a shell would and returns its exit code and words.
func web(t *testing.T, ctx context.Context, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(ctx, stdio{strings.NewReader(""), &o, &e}, args)
	return code, o.String(), e.String()
}

func TestHelpListsSubcommandsAndSettings(t *testing.T) {
	for _, flag := range []string{"-help", "--help", "-h", "help"} {
		code, out, _ := web(t, t.Context(), flag)
		if code != 0 {
			t.Errorf("%s: exit code %d", flag, code)
		}
		for _, c := range commands() {
			if !strings.Contains(out, c.name) || !strings.Contains(out, c.summary) {
				t.Errorf("%s: does not list %s", flag, c.name)
			}
		}
		for _, s := range new(config).settings() {
			if !strings.Contains(out, s.env) || !strings.Contains(out, "-"+s.flag) || !strings.Contains(out, s.help) {
				t.Errorf("%s: does not list %s", flag, s.env)
			}
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir()) // some go wrong only once the database is there
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"serve", "-help"}, 0, "-listen-addr"},
		{[]string{"healthcheck", "-help"}, 0, "-listen-addr"},
		{[]string{"-colour"}, 2, "colour"},
		{[]string{"serve", "-colour"}, 2, "colour"},
		{[]string{"serve", "now"}, 2, "now"},
		{[]string{"dance"}, 2, "dance"},
		{[]string{"-base-url", "nonsense"}, 1, "BASE_URL"},
		{[]string{"-log-format", "xml"}, 1, "LOG_FORMAT"},
		{[]string{"-trusted-proxies", "nginx"}, 1, "TRUSTED_PROXIES"},
		{[]string{"-content-dir", "testdata/no-such-folder"}, 1, "no-such-folder"},
		{[]string{"healthcheck", "-listen-addr", "127.0.0.1:1"}, 1, "127.0.0.1:1"},
	} {
		code, out, errs := web(t, t.Context(), tt.args...)
		if code != tt.code || !strings.Contains(out+errs, tt.says) {
			t.Errorf("web %s: exit code %d, want %d; it says\n%s%s", strings.Join(tt.args, " "), code, tt.code, out, errs)
		}
	}
}
