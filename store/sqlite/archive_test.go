package sqlite

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
	"fencepost/store/archive"
)

// filled is a database in which a term went by.
func filled(t *testing.T) *DB {
	t.Helper()
	db, teacher, admin := peopled(t)
	reviewed(t, db, teacher)
	runPeople(t, db, teacher, admin)
	check(t, db.AddLearner(t.Context(), store.Learner{ID: "bob", TokenHash: []byte{0, 0xff, '\n'}}))
	check(t, answer(t.Context(), db, "<script>alert(1)</script> ../../etc/passwd \u2028 \x7f"))
	c := term{t: t, db: db, teacher: teacher, dice: rand.New(rand.NewPCG(7, 1))}
	for range 200 {
		c.event()
	}
	change(t, db.path, rare...)
	return db
}

// rare are rows of the tables that a term leaves empty.
var rare = []string{
	"INSERT INTO steps_read (learner_id, lesson, step, at_ms) VALUES ('ann', 'leases', 'why', -5)",
	"INSERT INTO reveals VALUES ('ann', 'leases', 9223372036854775807)",
	"INSERT INTO identities VALUES ('https://id.example', 'sub', 'p1', 1)",
	"INSERT INTO factors (id, person_id, kind, name, secret, created_ms, used_ms) VALUES ('f', 'p1', 'totp', '', x'00ff', 1, 1)",
	"INSERT INTO recovery_codes VALUES ('p1', x'', 0)",
	"INSERT INTO assignments VALUES (1, 'leases', 2, 1)",
	"INSERT INTO comments VALUES ('c', 'leases', 'token', 'Well put.', 'p0', 1, 1)",
	"INSERT INTO moves SELECT s.seq, 'token', 1, e.seq, 'missing', 'covered', '[]' FROM scorers s, explanations e LIMIT 1",
	"INSERT INTO lab_tries VALUES (1, 'lt', 'ann', 'k', 'leases', 'late-owner', '{}', 0, 1, 'crash/2', 'once', 'It broke.', 'v', 5)",
	"INSERT INTO lab_aids VALUES ('ann', 'leases', 'late-owner', 'hint-1', 5)",
	"INSERT INTO lab_drafts VALUES ('ann', 'leases', 'late-owner', '{}', 3, 5)",
	"INSERT INTO xapi_lanes VALUES ('ann', 'somebody', 2, 0, 5)",
	"INSERT INTO xapi_outbox VALUES (1, 'st', 'ann', '', 5, 1, 0, '', '{}')",
	"INSERT INTO recall_cards VALUES ('ann', 'leases', 'check', 'c', 1, 2, 0.1, 1e300, 3, 4, 5, 6, 7), ('ann', 'leases', 'point', 'p', 1, 2, 3, 0, 0, 0, 0, 0, 0)",
	"INSERT INTO recall_events VALUES (1, 'a', 'ann', 'k', 'leases', 'check', 'c', 'rate', NULL, 3, '', 'v', 1, 1), (2, 'b', 'ann', 'l', 'leases', 'check', 'c', 'undo', 'a', 0, '', 'v', 2, 2)",
	"INSERT INTO recall_settings VALUES ('ann', 20, 1, 7, NULL, 1), ('bob', 20, 1, 7, x'01', 1)",
	"INSERT INTO recall_reminders VALUES ('ann', 1, x'02')",
	"INSERT INTO tallies VALUES ('leases', 'check', 'c', 'right', 3)",
}

func exported(t *testing.T, path string) []byte {
	t.Helper()
	var b bytes.Buffer
	_, err := ExportOf(t.Context(), path, "https://learn.example", &b)
	check(t, err)
	return b.Bytes()
}

func TestAnArchiveMakesTheSameDatabaseAgain(t *testing.T) {
	db := filled(t)
	first := exported(t, db.path)
	path := filepath.Join(t.TempDir(), "moved", "fencepost.db")
	h, done, err := Import(t.Context(), bytes.NewReader(first), path, false)
	check(t, err)
	if h.Site != "https://learn.example" || done.Total() != h.Total() || done.Kept != "" {
		t.Errorf("%d rows of %s, %d taken in, %q kept", h.Total(), h.Site, done.Total(), done.Kept)
	}
	for _, table := range h.Tables {
		if table.Rows == 0 {
			t.Errorf("the test has no row of %s; add one to rare", table.Name)
		}
	}
	if second := exported(t, path); !bytes.Equal(first, second) {
		t.Error("the archive of what was made from an archive is another")
	}
	moved := openFile(t, path)
	defer moved.Close()
	if d := cmp.Diff(derived(t, db), derived(t, moved)); d != "" {
		t.Errorf("what is derived: - before, + after:\n%s", d)
	}
	check(t, answer(t.Context(), moved, "after the move"))
}

// derived is what an archive leaves out and the desk shows, without the numbers
// by which items are known inside.
func derived(t *testing.T, db *DB) []string {
	t.Helper()
	var list []string
	for _, q := range []string{
		"SELECT json_array(seq, owner_id, lesson, rank, at_ms, covered, points, score_seq, review_seq, reviewer_id, reasons, signature, wording) FROM desk ORDER BY seq",
		"SELECT json_array(cohort_no, seq, rank, at_ms, lesson, owner_id, reviewer_id) FROM places ORDER BY cohort_no, seq",
		"SELECT json_array(seq, lesson, item, verdict) FROM verdicts JOIN items ON no = item_no ORDER BY seq, lesson, item",
		"SELECT json_array(cohort_no, lesson, item, verdict, rank, seq) FROM item_places JOIN items ON no = item_no ORDER BY seq, lesson, item, cohort_no",
		"SELECT json_array(explanation_seq) FROM desk_due",
		"SELECT json_array(rowid) FROM words ORDER BY rowid",
	} {
		rows, err := words(t.Context(), db.readers, q)
		check(t, err)
		list = append(list, rows...)
	}
	return list
}

// Whoever adds a table says whether an archive holds it.
func TestEveryTableIsInTheArchiveOrNamedAsLeftOut(t *testing.T) {
	db := openWith(t, defaults)
	all, err := words(t.Context(), db.readers, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	check(t, err)
	for _, table := range all {
		_, out := archive.LeftOut()[table]
		if in := slices.Contains(archive.Tables(), table); in == out {
			t.Errorf("the table %s: in an archive %t, left out %t; name it in archive.Tables or, with the reason, in archive.LeftOut", table, in, out)
		}
	}
	for table := range archive.LeftOut() {
		if !slices.Contains(all, table) {
			t.Errorf("archive.LeftOut names %s, which is no table", table)
		}
	}
}

func TestTablesThatOthersReferToComeFirst(t *testing.T) {
	db := openWith(t, defaults)
	tables := archive.Tables()
	for i, table := range tables {
		parents, err := words(t.Context(), db.readers, `SELECT "table" FROM pragma_foreign_key_list('`+table+`')`)
		check(t, err)
		for _, parent := range parents {
			if at := slices.Index(tables, parent); at < 0 || at > i {
				t.Errorf("%s refers to %s, which does not come before it", table, parent)
			}
		}
	}
}

// text is an archive without its compression.
func text(t *testing.T, packed []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	check(t, err)
	b, err := io.ReadAll(z)
	check(t, err)
	return string(b)
}

func TestAnArchiveIsReadableLineByLine(t *testing.T) {
	db := openWith(t, defaults)
	check(t, answer(t.Context(), db, "k<"))
	lines := strings.Split(strings.TrimSpace(text(t, exported(t, db.path))), "\n")
	first, last := lines[0], lines[len(lines)-1]
	want := []string{`["learners","ann","aGFzaA==",0]`, `["attempts",1,"attempt k<","ann","k<","leases-and-fencing-tokens","self-fencing","{\"option\":\"b\"}",0,"v1",1]`}
	if d := cmp.Diff(want, lines[1:3]); d != "" {
		t.Errorf("- want, + got:\n%s", d)
	}
	if !strings.HasPrefix(first, `{"format":"fencepost archive","version":1,"schema":`) || !strings.HasPrefix(last, `{"rows":3,"sha256":"`) {
		t.Errorf("first and last line: %.80s and %s", first, last)
	}
}

func TestAnImportNeedsLeaveToReplaceAndKeepsWhatWasThere(t *testing.T) {
	db := filled(t)
	packed := exported(t, db.path)
	path := madeOnce(t)
	if _, _, err := Import(t.Context(), bytes.NewReader(packed), path, false); !errors.Is(err, ErrThere) {
		t.Fatalf("imported over a database: %v", err)
	}
	_, done, err := Import(t.Context(), bytes.NewReader(packed), path, true)
	check(t, err)
	was := openFile(t, done.Kept)
	if n := kept(t, was); n != 1 {
		t.Errorf("%d answers in what was replaced, want 1", n)
	}
	check(t, was.Close())
	if _, _, err := Import(t.Context(), strings.NewReader("nonsense"), path, true); !errors.Is(err, archive.ErrRefused) {
		t.Fatalf("imported nonsense: %v", err)
	}
	if got := exported(t, path); !bytes.Equal(got, packed) {
		t.Error("a refused import changed what was there")
	}
	wantOnly(t, path, done.Kept)
}

// wantOnly fails the test where something else lies beside the database.
func wantOnly(t *testing.T, path string, others ...string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	check(t, err)
	for _, name := range names {
		if name != path && !slices.Contains(others, name) {
			t.Errorf("left behind: %s", name)
		}
	}
}

func TestADatabaseInUseIsNotReplaced(t *testing.T) {
	db := filled(t)
	packed := exported(t, db.path)
	if _, _, err := Import(t.Context(), bytes.NewReader(packed), db.path, true); !errors.Is(err, store.ErrBusy) {
		t.Fatalf("replaced under a server: %v", err)
	}
	check(t, answer(t.Context(), db, "goes on"))
	check(t, db.Ready(t.Context()))
}
