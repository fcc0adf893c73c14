package sqlite

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/store"
	"fencepost/store/archive"
)

// inbox is an empty database into which archives are read and rolled back.
type inbox struct {
	tx *conn
	s  archive.Schema
}

func newInbox(t testing.TB) *inbox {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fencepost.db")
	db, err := Open(t.Context(), path)
	if err == nil {
		err = db.Close()
	}
	at := fileSource(path, defaults)
	s, bad := schemaAt(t.Context(), at)
	tx, worse := at.writer()
	if err = errors.Join(err, bad, worse); err != nil {
		t.Fatal(err)
	}
	in := &inbox{tx: tx, s: s}
	t.Cleanup(func() { _ = in.tx.close() })
	return in
}

// read reads an archive and, where it was taken in, writes it again.
func (in *inbox) read(t testing.TB, packed io.Reader, l archive.Limits) (again []byte, err error) {
	if err := in.tx.exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	h, err := archive.Read(t.Context(), packed, in.tx, in.s, l)
	if err == nil {
		var b bytes.Buffer
		if _, err := archive.Write(t.Context(), &b, in.tx, in.s, h.Site); err != nil {
			t.Fatalf("what was taken in cannot be written: %v", err)
		}
		again = b.Bytes()
	}
	if err := in.tx.exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	return again, err
}

// pack compresses the lines of an archive.
func pack(lines string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, lines) // to memory
	_ = z.Close()
	return b.Bytes()
}

// sealed puts the right last line behind an archive's other lines.
func sealed(lines string) string {
	sum := sha256.Sum256([]byte(lines))
	return fmt.Sprintf("%s{\"rows\":%d,\"sha256\":\"%s\"}\n", lines, strings.Count(lines, "\n")-1, hex.EncodeToString(sum[:]))
}

// small is an archive with a learner, an answer, an explanation and its score,
// without its last line.
func small(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fencepost.db")
	db, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	err = db.AddLearner(ctx, store.Learner{ID: "ann", TokenHash: []byte("hash"), CreatedMS: 1})
	err = errors.Join(err, answer(ctx, db, "k"))
	_, bad := db.AddExplanation(ctx, store.Explanation{ID: "e", LearnerID: "ann", Key: "k", Lesson: lesson, Text: "A lease runs out.", AtMS: 2})
	err = errors.Join(err, bad, db.AddScore(ctx, store.Score{ID: "s", ExplanationID: "e", Rubric: "r", Scorer: "s", Result: []byte(unsureResult)}))
	var b bytes.Buffer
	_, bad = ExportOf(ctx, path, "https://learn.example", &b)
	if err = errors.Join(err, bad, db.Close()); err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	return strings.Join(lines[:len(lines)-2], "")
}

func unpacked(t testing.TB, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// FuzzImport reads the lines of an archive, with their right checksum or as they
// are. Nothing but ErrRefused may come of them, and what is taken in must be an
// archive again that makes the same rows.
func FuzzImport(f *testing.F) {
	in, whole := newInbox(f), small(f)
	f.Add(whole, true)
	f.Add(sealed(whole), false)
	for _, edit := range [][2]string{
		{`"rows":1`, `"rows":2`},
		{`"kind":"int"`, `"kind":"real"`},
		{`"ann"`, `"b\ud800"`},
		{`null`, `""`},
		{`,1]`, `,-0]`},
		{`,1]`, `,1e3]`},
		{`["learners"`, ` [ "learners"`},
		{"\n", "\r\n"},
		{`"aGFzaA=="`, `""`},
		{`{\"option\":\"b\"}`, `[[[[`},
	} {
		f.Add(strings.Replace(whole, edit[0], edit[1], 1), true)
	}
	f.Fuzz(func(t *testing.T, lines string, seal bool) {
		if seal {
			lines = sealed(lines)
		}
		again, err := in.read(t, bytes.NewReader(pack(lines)), archive.Default())
		if err != nil {
			if !errors.Is(err, archive.ErrRefused) {
				t.Fatalf("got %v", err)
			}
			return
		}
		twice, err := in.read(t, bytes.NewReader(again), archive.Default())
		if err != nil || !bytes.Equal(again, twice) {
			t.Fatalf("what was taken in makes another archive: %v", err)
		}
	})
}
