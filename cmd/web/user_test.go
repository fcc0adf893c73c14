package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store/sqlite"
)

const (
	lampPassword = "seven lamps along the quay"
	horsePasword = "correct horse battery staple"
)

// webUser runs `web user` on a database with something on standard input.
func webUser(t *testing.T, dir, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	all := append([]string{"user", args[0], "-data-dir", dir}, args[1:]...)
	code = run(t.Context(), stdio{strings.NewReader(in), &o, &e}, all)
	return code, o.String(), e.String()
}

// wantUser runs it and checks code and words.
func wantUser(t *testing.T, dir, in string, code int, says string, args ...string) string {
	t.Helper()
	got, out, errs := webUser(t, dir, in, args...)
	if got != code || !strings.Contains(out+errs, says) {
		t.Errorf("web user %s: exit code %d, want %d; want %q in\n%s%s", strings.Join(args, " "), got, code, says, out, errs)
	}
	if pw := strings.TrimSpace(in); pw != "" && strings.Contains(out+errs, pw) {
		t.Errorf("web user %s shows the password:\n%s%s", args[0], out, errs)
	}
	return out
}

// signsIn says whether address and password open a session in the database.
func signsIn(t *testing.T, dir, email, password string) error {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o := userOptions{config: config{BaseURL: "http://localhost:8080"}}
	a, err := o.accounts(db)
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.SignIn(t.Context(), auth.Credentials{Email: email, Password: password}, auth.Visit{Address: time.Now().String()})
	return err
}

func TestUserAddListRoleResetSuspend(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "secret")
	if err := os.WriteFile(file, []byte(lampPassword+"\r\nsecond line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantUser(t, dir, horsePasword+"\n", 0, "added ada@mail.example as instructor", "add", "-email", "ada@mail.example", "-name", "Ada", "-role", "instructor")
	wantUser(t, dir, "", 0, "added bea@mail.example as student", "add", "-email", "bea@mail.example", "-name", "Bea", "-password-file", file)
	if err := signsIn(t, dir, "ada@mail.example", horsePasword); err != nil {
		t.Error(err)
	}
	if err := signsIn(t, dir, "bea@mail.example", lampPassword); err != nil {
		t.Errorf("by the file's first line: %v", err)
	}

	list := wantUser(t, dir, "", 0, "ada@mail.example", "list")
	row := regexp.MustCompile(`(?m)^instructor +\d{4}-\d\d-\d\d +active +ada@mail\.example +Ada$`)
	if !row.MatchString(list) || strings.Count(list, "\n") != 3 {
		t.Errorf("the list is\n%s", list)
	}
	if list := wantUser(t, dir, "", 0, "bea@", "list", "-role", "student"); strings.Contains(list, "ada@") {
		t.Errorf("the students are\n%s", list)
	}

	wantUser(t, dir, "", 0, "bea@mail.example is admin now", "role", "-email", "BEA@mail.example", "-role", "admin")
	wantUser(t, dir, "", 0, "bea@", "list", "-role", "admin")

	wantUser(t, dir, lampPassword+"\n", 0, "has a new password", "reset", "-email", "ada@mail.example")
	if err := signsIn(t, dir, "ada@mail.example", horsePasword); err == nil {
		t.Error("the old password still opens")
	}
	if err := signsIn(t, dir, "ada@mail.example", lampPassword); err != nil {
		t.Error(err)
	}
	link := wantUser(t, dir, "", 0, "https://learn.example/reset/", "reset", "-email", "ada@mail.example", "-link", "-base-url", "https://learn.example")
	if !regexp.MustCompile(`^https://learn\.example/reset/[\w-]{43}\n`).MatchString(link) {
		t.Errorf("the link is %q", link)
	}

	wantUser(t, dir, "", 0, "took 0 second factors away", "factors", "-email", "ada@mail.example")
	wantUser(t, dir, "", 0, "suspended", "suspend", "-email", "ada@mail.example")
	if err := signsIn(t, dir, "ada@mail.example", lampPassword); err == nil {
		t.Error("suspended, and lets in")
	}
	wantUser(t, dir, "", 0, "suspended  ada@mail.example", "list")
	wantUser(t, dir, "", 0, "let in again", "suspend", "-email", "ada@mail.example", "-lift")
	if err := signsIn(t, dir, "ada@mail.example", lampPassword); err != nil {
		t.Error(err)
	}
}

func TestUserRefuses(t *testing.T) {
	dir := t.TempDir()
	wantUser(t, dir, horsePasword, 0, "added", "add", "-email", "ada@mail.example", "-name", "Ada")
	for _, c := range []struct {
		in   string
		code int
		says string
		args []string
	}{
		{"short\n", 1, "fewer than 15 characters: choose another", []string{"add", "-email", "b@mail.example", "-name", "B"}},
		{"password12345678\n", 1, "many people use", []string{"add", "-email", "b@mail.example", "-name", "B"}},
		{"", 1, "fewer than 15", []string{"add", "-email", "b@mail.example", "-name", "B"}},
		{horsePasword, 1, "exists", []string{"add", "-email", "ADA@mail.example", "-name", "Ada"}},
		{horsePasword, 1, "-email", []string{"add", "-email", "nonsense", "-name", "B"}},
		{horsePasword, 1, "-name", []string{"add", "-email", "b@mail.example"}},
		{horsePasword, 2, "-email is missing", []string{"add", "-name", "B"}},
		{horsePasword, 2, "want student, instructor or admin", []string{"add", "-email", "b@mail.example", "-name", "B", "-role", "root"}},
		{"", 1, "-password-file", []string{"add", "-email", "b@mail.example", "-name", "B", "-password-file", filepath.Join(dir, "none")}},
		{"", 1, "no account has this address", []string{"reset", "-email", "b@mail.example", "-link"}},
		{"", 1, "no account has this address", []string{"suspend", "-email", "b@mail.example"}},
		{"", 2, "want student, instructor or admin", []string{"role", "-email", "ada@mail.example"}},
		{"", 2, "web user suspend -email", []string{"dance"}},
	} {
		wantUser(t, dir, c.in, c.code, c.says, c.args...)
	}
	if list := wantUser(t, dir, "", 0, "ada@", "list"); strings.Count(list, "\n") != 2 {
		t.Errorf("somebody was added:\n%s", list)
	}
}

func TestUserHelp(t *testing.T) {
	if code, _, errs := web(t, t.Context(), "user", "-help"); code != 0 || !strings.Contains(errs, "web user add -email") {
		t.Errorf("exit code %d:\n%s", code, errs)
	}
	if code, _, errs := web(t, t.Context(), "user", "add", "-help"); code != 0 || !strings.Contains(errs, "-password-file") {
		t.Errorf("exit code %d:\n%s", code, errs)
	}
	if code, _, errs := web(t, t.Context(), "user"); code != 2 || !strings.Contains(errs, "web user list") {
		t.Errorf("exit code %d:\n%s", code, errs)
	}
}

// A slip in DATA_DIR must not leave an empty database behind.
func TestLookingAtUsersMakesNoDatabase(t *testing.T) {
	dir := t.TempDir()
	wantUser(t, dir, "", 1, "there is no database at", "list")
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("left behind: %v (%v)", names, err)
	}
}
