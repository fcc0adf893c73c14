package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/store/sqlite"
)

// onData runs a subcommand on a folder and fails the test unless it ends well.
func onData(t *testing.T, dir string, args ...string) string {
	t.Helper()
	code, out, errs := web(t, t.Context(), append(args, "-data-dir", dir)...)
	if code != 0 {
		t.Fatalf("web %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

// refusedOn runs a subcommand that has to be refused with words.
func refusedOn(t *testing.T, dir string, code int, says string, args ...string) {
	t.Helper()
	got, out, errs := web(t, t.Context(), append(args, "-data-dir", dir)...)
	if got != code || !strings.Contains(errs, says) {
		t.Errorf("web %s: exit code %d, want %d and %q; it says\n%s%s", strings.Join(args, " "), got, code, says, out, errs)
	}
}

func TestACopyAndAnArchiveBringADatabaseBack(t *testing.T) {
	there, here, copied := t.TempDir(), filepath.Join(t.TempDir(), "new"), filepath.Join(t.TempDir(), "copy.db")
	archived, again := filepath.Join(t.TempDir(), "site.jsonl.gz"), filepath.Join(t.TempDir(), "again.jsonl.gz")
	onData(t, there, "user", "add", "-email", "ada@mail.example", "-name", "Ada", "-password-file", passwordFile(t))
	onData(t, there, "check")
	onData(t, there, "backup", "-to", copied)
	onData(t, there, "export", "-to", archived)

	onData(t, here, "restore", "-from", copied)
	if out := onData(t, here, "user", "list"); !strings.Contains(out, "ada@mail.example") {
		t.Errorf("after a restore:\n%s", out)
	}
	refusedOn(t, here, 1, "-replace puts the other in its place", "restore", "-from", copied)
	refusedOn(t, here, 1, "-replace puts the other in its place", "import", "-from", archived)
	if out := onData(t, here, "import", "-from", archived, "-replace"); !strings.Contains(out, "what was there before is "+filepath.Join(here, databaseName)+".replaced.") {
		t.Errorf("an import in the place of another says\n%s", out)
	}
	onData(t, here, "export", "-to", again)
	a, err := os.ReadFile(archived)
	b, bad := os.ReadFile(again)
	if err != nil || bad != nil || !bytes.Equal(a, b) {
		t.Errorf("the archive of what was imported is another (%v, %v)", err, bad)
	}
}

func passwordFile(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(name, []byte("purple lantern ferry moss\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestWhatIsNoDatabaseOrArchiveIsRefused(t *testing.T) {
	empty, notes := t.TempDir(), filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(notes, []byte(strings.Repeat("These are notes. ", 40)), 0o600); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "out")
	refusedOn(t, empty, 1, "no such file", "backup", "-to", to)
	refusedOn(t, empty, 1, "not found", "export", "-to", to)
	refusedOn(t, empty, 1, "no such file", "check")
	refusedOn(t, empty, 1, "not a database", "check", "-file", notes)
	refusedOn(t, empty, 1, "not a database", "restore", "-from", notes)
	refusedOn(t, empty, 1, "not gzipped", "import", "-from", notes)
	refusedOn(t, empty, 2, "-to is missing", "backup")
	refusedOn(t, empty, 2, "-from is missing", "import")
	for _, dir := range []string{empty, filepath.Dir(to)} {
		if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
			t.Errorf("left behind: %v (%v)", names, err)
		}
	}
}

// A hostile archive's text is shown as text: an explanation of a learner whose
// cookie the test holds.
func TestScriptInAnArchiveStaysText(t *testing.T) {
	const script = `<script>alert(1)</script><img src=x onerror=alert(2)>`
	dir, secret := t.TempDir(), bytes.Repeat([]byte{7}, 32)
	hash := sha256.Sum256(secret)
	packed := withRows(t, map[string]string{
		"learners":     fmt.Sprintf(`["learners","../../ann",%q,1]`, base64.StdEncoding.EncodeToString(hash[:])),
		"explanations": fmt.Sprintf(`["explanations",1,"e","../../ann","k","leases-and-fencing-tokens",0,1,%q,null]`, script+strings.Repeat(" more words", 10)),
	})
	name := filepath.Join(t.TempDir(), "hostile.jsonl.gz")
	if err := os.WriteFile(name, packed, 0o600); err != nil {
		t.Fatal(err)
	}
	onData(t, dir, "import", "-from", name)
	s := startServer(t, "-data-dir", dir)
	r, err := http.NewRequest(http.MethodGet, s.url+"/explanations/e", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: "fencepost", Value: base64.RawURLEncoding.EncodeToString(secret) + ".unsealed"})
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s (%v)\n%.300s", resp.Status, err, body)
	}
	if bytes.Contains(body, []byte("<script>alert")) || bytes.Contains(body, []byte("<img src=x")) || !bytes.Contains(body, []byte("alert(1)")) {
		t.Error("the text came as markup, or not at all")
	}
}

// withRows is the archive of an empty database with these rows in it.
func withRows(t *testing.T, rows map[string]string) []byte {
	t.Helper()
	dir := t.TempDir()
	makeDatabase(t, dir)
	z, err := gzip.NewReader(strings.NewReader(onData(t, dir, "export", "-to", "-")))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines, _, _ := strings.Cut(string(text), "\n")
	lines += "\n"
	for _, table := range []string{"learners", "explanations"} { // in the header's order
		lines = strings.Replace(lines, `{"name":"`+table+`","rows":0`, `{"name":"`+table+`","rows":1`, 1) + rows[table] + "\n"
	}
	sum := sha256.Sum256([]byte(lines))
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprintf(w, "%s{\"rows\":%d,\"sha256\":%q}\n", lines, len(rows), hex.EncodeToString(sum[:]))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// makeDatabase makes an empty database in dir.
func makeDatabase(t *testing.T, dir string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
