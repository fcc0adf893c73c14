package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestConfigPrintsEverySettingWithItsSource(t *testing.T) {
	t.Setenv("LISTEN_ADDR", ":9999")
	t.Setenv("LOG_FORMAT", "json")
	t.Setenv("BASE_URL", "") // as a compose file leaves it: the default holds
	code, out, errs := web(t, t.Context(), "config", "-log-format", "text", "-min-free-disk=1GB")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	lines := map[string]string{}
	for line := range strings.Lines(out) {
		name, rest, _ := strings.Cut(line, " ")
		lines[name] = regexp.MustCompile(`  +`).ReplaceAllString(strings.TrimSpace(rest), "  ")
	}
	for name, want := range map[string]string{
		"LISTEN_ADDR":   ":9999  environment",
		"LOG_FORMAT":    "text  flag -log-format",
		"MIN_FREE_DISK": "1GB  flag -min-free-disk",
		"BASE_URL":      "http://localhost:9999  default",
		"SCORER_DIR":    "(empty)  default",
	} {
		if lines[name] != want {
			t.Errorf("%s: %q, want %q", name, lines[name], want)
		}
	}
	for _, s := range new(config).settings() {
		if lines[s.env] == "" {
			t.Errorf("%s is not listed:\n%s", s.env, out)
		}
	}
}

func TestConfigHidesSecrets(t *testing.T) {
	const secret = "hunter2"
	for _, tt := range []struct{ name, value, want string }{
		{"SMTP_URL", "smtp://me:hunter2@mail.example:587", "smtp://me:xxxxx@mail.example:587"},
		{"DATABASE_URL", "postgres://me:hunter2@db/fencepost", "postgres://me:xxxxx@db/fencepost"},
		{"DATABASE_URL", "postgres://db/fencepost?user=me&password=hunter2", hidden},
		{"DATABASE_URL", "host=db user=me password=hunter2", hidden},
		{"DATABASE_URL", "postgres://me:hunter2@db:port/%zz", hidden},
		{"SMTP_PASSWORD", "hunter2", hidden},
		{"OIDC_SECRET", "hunter2", hidden},
		{"OIDC_SECRET_FILE", "/run/secrets/oidc", "/run/secrets/oidc"},
		{"SMTP_PASSWORD", "", ""},
		{"BASE_URL", "https://host/learn", "https://host/learn"},
	} {
		got := shown(tt.name, tt.value)
		if got != tt.want || strings.Contains(got, secret) {
			t.Errorf("%s=%s is shown as %q, want %q", tt.name, tt.value, got, tt.want)
		}
	}
}

// Neither command takes a setting that cannot be, and serve says so before it
// makes or opens anything.
func TestConfigRefusesWhatServeRefuses(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	t.Setenv("DATA_DIR", data)
	for _, args := range [][]string{
		{"-base-url", "nonsense"},
		{"-trusted-proxies", "nginx"},
		{"-log-format", "xml"},
		{"-learner-writes", "many"},
		{"-min-free-disk", "lots"},
		{"-review-lease", "1ns"},
		{"-database-connections", "3"},
		{"-publish-scorers", "everybody"},
		{"-retention-days", "-1"},
		{"-oidc-roles", "staff=king"},
		{"-require-second-factor", "perhaps"},
		{"-oidc-trust-factor", "perhaps"},
		{"-listen-addr", "8080"},
		{"-listen-addr", "host:no-such-port"},
		{"-metrics-addr", "9090"},
		{"-database-url", "mysql://db/fencepost"},
		{"-database-url-file", "no-such-file"},
		{"-database-url", "postgres://db/x", "-database-url-file", "no-such-file"},
		{"-content-dir", "no-such-folder"},
		{"-content-dir", "showconfig.go"},
		{"-smtp-url", "gopher://mail"},
		{"-smtp-password-file", "no-such-file"},
		{"-xapi-username", "me"},
		{"-review-retention", "2"},
		{"-review-daily", "0"},
		{"-oidc-issuer", "https://idp.example", "-oidc-client-id", "us"},
	} {
		setting := strings.ToUpper(strings.ReplaceAll(args[0][1:], "-", "_"))
		for _, command := range []string{"config", "serve"} {
			code, _, errs := web(t, t.Context(), append([]string{command}, args...)...)
			if code != 1 || !strings.Contains(errs, setting) {
				t.Errorf("%s %v: exit code %d, want 1; it says %q", command, args, code, errs)
			}
		}
	}
	if _, err := os.Stat(data); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the data folder was touched: %v", err)
	}
}

// Who wrote a port alone is told how it is written.
func TestAPortWithoutItsColonIsSpeltOut(t *testing.T) {
	for value, want := range map[string]string{"9090": "write :9090 ", "localhost": "write :8080 ", "host:99999": "write :8080 "} {
		if err := socket("LISTEN_ADDR", value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", value, err, want)
		}
	}
}

func TestConfigSaysAllThatIsWrongAtOnce(t *testing.T) {
	code, _, errs := web(t, t.Context(), "config", "-listen-addr", "8080", "-log-format", "xml", "-base-url", "nonsense")
	if code != 1 || strings.Count(errs, "\n") != 3 {
		t.Errorf("exit code %d, want 1; it says\n%s", code, errs)
	}
	for _, name := range []string{"LISTEN_ADDR", "LOG_FORMAT", "BASE_URL"} {
		if !strings.Contains(errs, name) {
			t.Errorf("%s is not complained of", name)
		}
	}
}

func TestConfigShowsTheDatabaseThatAFileNames(t *testing.T) {
	name := filepath.Join(t.TempDir(), "address")
	if err := os.WriteFile(name, []byte("postgres://me:hunter2@db/fencepost\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, _ := web(t, t.Context(), "config", "-database-url-file", name)
	if !regexp.MustCompile(`(?m)^DATABASE_URL +postgres://me:xxxxx@db/fencepost +file of DATABASE_URL_FILE$`).MatchString(out) {
		t.Errorf("it prints\n%s", out)
	}
}

func TestStrayVariablesAreFound(t *testing.T) {
	environ := map[string]string{
		"LISTEN_ADRR": ":1", "BASE_URI": "https://a", "DATADIR": "/d", "Data_Dir": "/d", "OIDC_CLIENTID": "x",
		"FENCEPOST_DATA_DIR": "/d", "FENCEPOST_COLOUR": "blue",
		// Ours, and names that other programs read.
		"LISTEN_ADDR": ":1", "METRICS_ADDR": "", "LISTEN_FDS": "1", "LISTEN_PID": "7", "XDG_DATA_DIRS": "/usr/share", "PATH": "/bin",
		"HOME": "/", "LANG": "C", "LOGNAME": "me", "DATABASE": "x", "OLDPWD": "/", "HOSTNAME": "h", "TZ": "UTC", "GODEBUG": "",
	}
	want := []stray{
		{"BASE_URI", "BASE_URL"},
		{"DATADIR", "DATA_DIR"},
		{"Data_Dir", "DATA_DIR"},
		{"FENCEPOST_COLOUR", ""},
		{"FENCEPOST_DATA_DIR", "DATA_DIR"},
		{"LISTEN_ADRR", "LISTEN_ADDR"},
		{"OIDC_CLIENTID", "OIDC_CLIENT_ID"},
	}
	if diff := cmp.Diff(want, strays(environ), cmp.AllowUnexported(stray{})); diff != "" {
		t.Errorf("strays (-want +got):\n%s", diff)
	}
}

func TestServeWarnsOfStraysWithoutTheirValues(t *testing.T) {
	t.Setenv("FENCEPOST_OIDC_SECRET", "hunter2")
	s := startServer(t)
	if code := s.stop(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if errs := s.errs.String(); !strings.Contains(errs, "FENCEPOST_OIDC_SECRET") || strings.Contains(errs, "hunter2") {
		t.Errorf("the log says\n%s", errs)
	}
}
