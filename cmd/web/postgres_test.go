package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/store/postgres/pgtest"
)

// server starts PostgreSQL for one test.
func server(t *testing.T) *pgtest.Server {
	t.Helper()
	s, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestASiteMovesToPostgreSQL takes a class from SQLite to PostgreSQL: the archive
// that comes out there is the same to the byte, and it can be lived in.
func TestASiteMovesToPostgreSQL(t *testing.T) {
	data, content := t.TempDir(), fewSamples(t, 60)
	if code, _, errs := webDemo(t, data, content); code != 0 {
		t.Fatal(errs)
	}
	archive := filepath.Join(t.TempDir(), "class.gz")
	want(t, 0, "holds", "export", "-data-dir", data, "-to", archive)
	pg := server(t)
	t.Setenv("DATABASE_URL", pg.Database(t, ""))
	want(t, 0, "read back with its checksum", "import", "-from", archive)
	back := filepath.Join(t.TempDir(), "back.gz")
	want(t, 0, "holds", "export", "-to", back)
	if !bytes.Equal(bytesOf(t, archive), bytesOf(t, back)) {
		t.Error("the archive of the site on PostgreSQL is not the one that it was made of")
	}
	want(t, 1, "the store is not empty", "import", "-from", archive)
	want(t, 0, "added", "user", "add", "-email", "new@mail.example", "-name", "New", "-password-file", secret(t))
	want(t, 0, "new@mail.example", "user", "list")
	want(t, 1, "pg_dump", "backup", "-to", filepath.Join(t.TempDir(), "copy"))
}

func TestServeOnPostgreSQL(t *testing.T) {
	pg := server(t)
	name := filepath.Join(t.TempDir(), "database-url")
	if err := os.WriteFile(name, []byte(pg.Database(t, "")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	one := startServer(t, "-database-url-file", name)
	two := startServer(t, "-database-url-file", name)
	for _, s := range []*served{one, two} {
		if code, body := get(t, s.url+"/readyz"); code != 200 {
			t.Errorf("readyz: %d %s", code, body)
		}
		if !finds(t, s, "fencing", "leases-and-fencing-tokens") {
			t.Error("the search finds nothing")
		}
	}
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.db")); len(files) > 0 {
		t.Errorf("a database of SQLite was made: %v", files)
	}
}

// finds looks again and again: what is searched is indexed beside the serving.
func finds(t *testing.T, s *served, word, lesson string) bool {
	t.Helper()
	for range 600 {
		code, body := get(t, s.url+"/search?q="+word)
		if code == 200 && strings.Contains(body, "concepts/"+lesson) {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

func TestTheDatabasesPasswordIsNeverShown(t *testing.T) {
	const word = "correct-horse"
	for _, url := range []string{
		"postgres://ann:" + word + "@127.0.0.1:1/fencepost", "postgres://127.0.0.1:1/fencepost?user=ann&password=" + word,
		"mysql://ann:" + word + "@127.0.0.1/fencepost", "postgres://ann:" + word + "@127.0.0.1:none/fencepost",
	} {
		t.Setenv("DATABASE_URL", url)
		for _, args := range [][]string{{"config"}, {"user", "list"}} {
			if args[0] == "user" && strings.Contains(url, ":1/") {
				continue // it would wait for a server that starts
			}
			if _, out, errs := web(t, t.Context(), args...); strings.Contains(out+errs, word) {
				t.Errorf("%v shows the password:\n%s%s", args, out, errs)
			}
		}
	}
}

// want runs the program and looks for its exit code and words.
func want(t *testing.T, code int, says string, args ...string) {
	t.Helper()
	got, out, errs := web(t, t.Context(), args...)
	if got != code || !strings.Contains(out+errs, says) {
		t.Fatalf("web %s: exit code %d, want %d and %q; it says\n%s%s", strings.Join(args, " "), got, code, says, out, errs)
	}
}

// bytesOf is what is in a file.
func bytesOf(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// secret is a file with a password.
func secret(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(name, []byte(lampPassword+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
