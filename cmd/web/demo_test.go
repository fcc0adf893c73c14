package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fewSamples is a folder with one of the lessons built in and the first n of
// its samples, so that its scorer is trained in no time.
func fewSamples(t *testing.T, n int) string {
	t.Helper()
	const slug = "leases-and-fencing-tokens"
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, slug), os.DirFS(filepath.Join("..", "..", "content", slug))); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, slug, "samples.jsonl")
	all, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfterN(all, []byte("\n"), n+1)
	if err := os.WriteFile(name, bytes.Join(lines[:n], nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// webDemo runs `web demo` with a few students.
func webDemo(t *testing.T, data, content string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	all := append([]string{"demo", "-data-dir", data, "-content-dir", content, "-students", "4", "-explanations", "6"}, args...)
	code = run(t.Context(), stdio{strings.NewReader(""), &o, &e}, all)
	return code, o.String(), e.String()
}

var demoLogin = regexp.MustCompile(`(?m)^  (instructor|administrator|student|password) +(\S+)$`)

func TestDemoSaysHowToSignIn(t *testing.T) {
	data, content := t.TempDir(), fewSamples(t, 60)
	code, out, errs := webDemo(t, data, content)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	said := map[string]string{}
	for _, m := range demoLogin.FindAllStringSubmatch(out, -1) {
		said[m[1]] = m[2]
	}
	for _, who := range []string{"instructor", "administrator", "student"} {
		if err := signsIn(t, data, said[who], said["password"]); err != nil {
			t.Errorf("%s %q cannot sign in as was said: %v", who, said[who], err)
		}
	}
	if !strings.Contains(out, "http://localhost:8080/signin") {
		t.Errorf("no word of where to sign in:\n%s", out)
	}
}

func TestDemoLeavesPeopleAlone(t *testing.T) {
	data, content := t.TempDir(), fewSamples(t, 60)
	wantUser(t, data, horsePasword+"\n", 0, "added", "add", "-email", "ada@mail.example", "-name", "Ada", "-role", "instructor")
	code, out, errs := webDemo(t, data, content)
	if code != 1 || out != "" || !strings.Contains(errs, "holds people already") {
		t.Errorf("into a database with people: exit code %d, %s%s", code, out, errs)
	}
	if list := wantUser(t, data, "", 0, "ada@mail.example", "list"); strings.Contains(list, "demo.example") {
		t.Errorf("the class was stored all the same:\n%s", list)
	}
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(lampPassword+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := webDemo(t, data, content, "-beside-others", "-password-file", file); code != 0 || strings.Contains(out, lampPassword) {
		t.Errorf("told to: exit code %d, %s%s", code, out, errs)
	}
	if err := signsIn(t, data, "maren.tjelta@demo.example", lampPassword); err != nil {
		t.Error(err)
	}
	if code, _, errs := webDemo(t, data, content, "-beside-others"); code != 1 || !strings.Contains(errs, "already") {
		t.Errorf("a second time: exit code %d, %s", code, errs)
	}
}

func TestDemoRefusesWhatCannotBe(t *testing.T) {
	for _, args := range [][]string{
		{"-students", "0"}, {"-students", "4000"}, {"-explanations", "0"}, {"-weeks", "99"}, {"more"},
	} {
		if code, out, errs := webDemo(t, t.TempDir(), "", args...); code != 2 || out != "" || errs == "" {
			t.Errorf("web demo %v: exit code %d, %q, %q; want 2 and a word", args, code, out, errs)
		}
	}
}
