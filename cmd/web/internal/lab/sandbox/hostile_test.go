package sandbox

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// jobs is a database as a lab has it: one table that learners may use, and one
// that they may not.
func jobs(t testing.TB) (*Database, *Conn) {
	t.Helper()
	d := Open(Modest)
	t.Cleanup(d.Close)
	c, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	err = c.Script(`CREATE TABLE jobs (id INTEGER PRIMARY KEY, owner TEXT, token INTEGER NOT NULL DEFAULT 0) STRICT;
		INSERT INTO jobs (id) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10);
		CREATE TABLE told (step INTEGER PRIMARY KEY, said TEXT)`)
	if err != nil {
		t.Fatal(err)
	}
	return d, c
}

// most is the widest policy that a lab can have.
var most = Policy{Transaction: true, CreateTable: true, CreateIndex: true, Hidden: map[string]bool{"told": true}}

// doubled is an expression for a text of 2^n letters.
func doubled(n int) string {
	if n == 0 {
		return "'x'"
	}
	return "(SELECT a || a FROM (SELECT " + doubled(n-1) + " AS a))"
}

const lots = "jobs a, jobs b, jobs c, jobs d, jobs e, jobs f, jobs g, jobs h"

// hostile is SQL that tries to get out, to stay, or to cost much. Each has to
// end in an error of its kind; "" means any.
func hostile() []struct {
	name, sql string
	kinds     []Kind
} {
	type attack = struct {
		name, sql string
		kinds     []Kind
	}
	forbidden, limit, mistake := []Kind{Forbidden}, []Kind{Limit}, []Kind{Mistake}
	refusedEarly := []Kind{Forbidden, Mistake}
	dear := []Kind{Limit, Mistake}
	return []attack{
		// Out of the database.
		{"attach a file", "ATTACH '/tmp/x.db' AS x", forbidden},
		{"attach through an expression", "ATTACH (SELECT 'file:/etc/passwd?mode=ro') AS x", forbidden},
		{"attach the lab's own name", "ATTACH 'file:/lab-x?vfs=memdb' AS x", forbidden},
		{"attach in comments", "/* */ -- x\n ; ATTACH ':memory:' AS x", forbidden},
		{"detach", "DETACH main", forbidden},
		{"vacuum into a file", "VACUUM INTO '/tmp/x.db'", forbidden},
		{"vacuum", "VACUUM", forbidden},
		{"read a file", "SELECT readfile('/etc/passwd')", refusedEarly},
		{"write a file", "SELECT writefile('/tmp/x', 'x')", refusedEarly},
		{"edit", "SELECT edit('x')", refusedEarly},
		{"load an extension", "SELECT load_extension('/tmp/x.so')", forbidden},
		{"tokenizer by pointer", "SELECT fts3_tokenizer('x', x'4141414141414141')", refusedEarly},
		{"csv table", "CREATE VIRTUAL TABLE x USING csv(filename='/etc/passwd')", forbidden},
		{"zip files", "SELECT * FROM zipfile('/tmp/x.zip')", refusedEarly},
		{"list a folder", "SELECT * FROM fsdir('/')", refusedEarly},
		{"full text", "CREATE VIRTUAL TABLE x USING fts5(y)", forbidden},
		{"r-tree", "CREATE VIRTUAL TABLE x USING rtree(id, a, b)", forbidden},
		{"raw pages", "SELECT data FROM sqlite_dbpage", forbidden},
		{"page statistics", "SELECT * FROM dbstat", forbidden},
		{"bytecode", "SELECT * FROM bytecode('SELECT 1')", refusedEarly},
		{"serialised", "SELECT sqlite_serialize('main')", refusedEarly},

		// Settings and structure.
		{"pragma", "PRAGMA writable_schema = ON", forbidden},
		{"pragma as a table", "SELECT * FROM pragma_database_list", forbidden},
		{"pragma with a new limit", "PRAGMA max_page_count = 100000", forbidden},
		{"journal in a file", "PRAGMA journal_mode = DELETE", forbidden},
		{"temporary files", "PRAGMA temp_store_directory = '/tmp'", forbidden},
		{"the schema, by hand", "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 2, 'CREATE TABLE x(y)')", []Kind{Forbidden, Mistake}},
		{"the schema, changed", "UPDATE sqlite_master SET sql = 'x'", []Kind{Forbidden, Mistake}},
		{"the schema, emptied", "DELETE FROM sqlite_schema", []Kind{Forbidden, Mistake}},
		{"a trigger", "CREATE TRIGGER x AFTER UPDATE ON jobs BEGIN DELETE FROM told; END", forbidden},
		{"a temporary trigger", "CREATE TEMP TRIGGER x AFTER UPDATE ON jobs BEGIN DELETE FROM told; END", forbidden},
		{"a temporary table", "CREATE TEMP TABLE x (y)", forbidden},
		{"a table of the temporary database", "CREATE TABLE temp.x (y)", forbidden},
		{"a view", "CREATE VIEW x AS SELECT * FROM told", forbidden},
		{"drop", "DROP TABLE jobs", forbidden},
		{"rename", "ALTER TABLE told RENAME TO mine", forbidden},
		{"analyse", "ANALYZE", forbidden},
		{"reindex", "REINDEX", forbidden},
		{"savepoint", "SAVEPOINT x", forbidden},
		{"explain", "EXPLAIN SELECT 1", forbidden},
		{"a name of SQLite's", "CREATE TABLE sqlite_x (y)", []Kind{Forbidden, Mistake}},

		// The lab's own books.
		{"read the books", "SELECT * FROM told", forbidden},
		{"write the books", "INSERT INTO told VALUES (1, 'x')", forbidden},
		{"read them quoted", `SELECT * FROM main."TOLD"`, forbidden},
		{"read them in a subquery", "SELECT (SELECT count(*) FROM told) FROM jobs", forbidden},
		{"copy them", "CREATE TABLE mine AS SELECT * FROM told", forbidden},
		{"refer to them", "DELETE FROM jobs WHERE id IN (SELECT step FROM told)", forbidden},

		// Work.
		{"count for ever", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", forbidden},
		{"recursion unsaid", "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n", forbidden},
		{"a product", "SELECT count(*) FROM " + lots, limit},
		{"a sorted product", "SELECT a.id FROM " + lots + " ORDER BY b.token + c.id, d.id", limit},
		{"a product told apart", "SELECT count(*) FROM (SELECT DISTINCT a.id + b.id * 11 + c.id * 121 + d.id * 1331 + e.id * 14641 + f.id * 161051 FROM " + lots + ")", limit},
		{"many long rows told apart", "SELECT count(*) FROM (SELECT DISTINCT a.id || b.id || c.id || d.id || e.id || f.id || '" + strings.Repeat("x", 3800) + "' FROM " + lots + ")", limit},
		{"many long rows sorted", "SELECT a.id || b.id || c.id || d.id || '" + strings.Repeat("x", 3800) + "' AS t FROM " + lots + " ORDER BY t DESC LIMIT 50000", limit},
		{"many rows", "SELECT a.id FROM jobs a, jobs b, jobs c", limit},
		{"many rows stored", "INSERT INTO jobs (owner) SELECT 'x' FROM " + lots, limit},
		{"a large table", "CREATE TABLE big AS SELECT a.id, " + doubled(9) + " AS x FROM jobs a, jobs b, jobs c, jobs d, jobs e", dear},
		{"in one update", "UPDATE jobs SET token = (SELECT count(*) FROM " + lots + ")", limit},
		{"windows", "SELECT sum(a.id) OVER (ORDER BY b.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM " + lots, limit},

		// Memory.
		{"a random blob", "SELECT randomblob(1000000000)", forbidden},
		{"a zero blob", "SELECT zeroblob(2000000000)", forbidden},
		{"a long number", "SELECT printf('%.*c', 1000000000, 'x')", forbidden},
		{"the same by another name", "SELECT format('%2000000000d', 1)", forbidden},
		{"hex of hex", "SELECT hex(hex(hex('xxxxxxxx')))", forbidden},
		{"replace upon replace", "SELECT replace(replace('aaaaaaaa', 'a', 'bbbbbbbb'), 'b', 'cccccccc')", forbidden},
		{"doubled and doubled", "SELECT length(" + doubled(14) + ")", dear},
		{"joined", "SELECT group_concat(a.owner) FROM " + lots, forbidden},
		{"JSON of everything", "SELECT json_group_array(a.id) FROM " + lots, forbidden},
		{"JSON bomb", "SELECT json('" + strings.Repeat("[", 1500) + "')", forbidden},
		{"JSON as a table", "SELECT * FROM json_each('[1,2,3]')", forbidden},
		{"a series", "SELECT * FROM generate_series(1, 1000000000)", refusedEarly},
		{"patterns", "SELECT '" + strings.Repeat("a", 200) + "' LIKE '" + strings.Repeat("%a", 60) + "b'", []Kind{Limit, Failure}},
		{"globs", "SELECT 'aaaa' GLOB '" + strings.Repeat("*a", 60) + "b'", forbidden},
		{"regular expressions", "SELECT 'a' REGEXP 'a'", refusedEarly},
		{"a long value", "UPDATE jobs SET owner = " + doubled(13), dear},

		// The text itself.
		{"a megabyte", "SELECT '" + strings.Repeat("x", 1<<20) + "'", limit},
		{"a megabyte of spaces", "SELECT 1" + strings.Repeat(" ", 1<<20), limit},
		{"deep brackets", "SELECT " + strings.Repeat("(", 1500) + "1" + strings.Repeat(")", 1500), nil},
		{"deep negation", "SELECT " + strings.Repeat("- ", 1500) + "1", mistake},
		{"deep subqueries", "SELECT count(*) FROM " + strings.Repeat("(SELECT max(id) AS id FROM ", 100) + "jobs" + strings.Repeat(")", 100), nil},
		{"many terms", "SELECT 1" + strings.Repeat(" UNION SELECT 1", 200), mistake},
		{"many columns", "SELECT 1" + strings.Repeat(", 1", 1300), mistake},
		{"many parameters", "SELECT ?" + strings.Repeat(", ?", 40), mistake},
		{"a numbered parameter", "SELECT ?32766", mistake},
		{"an unknown parameter", "SELECT :secret", mistake},
		{"a string that never ends", "SELECT 'abc", mistake},
		{"a name that never ends", `SELECT "abc`, mistake},
		{"a comment that never ends", "SELECT 1 /* abc FROM", nil},
		{"a NUL", "SELECT 1\x00; DROP TABLE jobs", mistake},
		{"half a character", "SELECT '\xff'", mistake},
		{"no SQL", "hello", forbidden},
		{"quotes as a string", `SELECT "nothing of that name"`, mistake},
		{"another database", "SELECT * FROM temp.jobs", refusedEarly},
		{"behind a semicolon", "SELECT 1; ATTACH 'x' AS y", forbidden},
		{"behind a comment", "SELECT 1; /* ; */ -- ;\n PRAGMA user_version", forbidden},
	}
}

// runAll runs a text as a lab does: statement after statement, at most eight.
func runAll(c *Conn, text string) error {
	for at, n := 0, 0; at >= 0 && n < 8; n++ {
		var err error
		if _, at, err = c.Run(text, at, most, nil); err != nil {
			return err
		}
	}
	return nil
}

func TestHostileSQLEndsInAnErrorWithinBounds(t *testing.T) {
	before := peak(t)
	for _, attack := range hostile() {
		t.Run(attack.name, func(t *testing.T) {
			d, c := jobs(t)
			err := runAll(c, attack.sql)
			ops, work := d.Spent()
			if work > 2*Modest.Work {
				t.Errorf("took %v of a processor: nothing may outlast its time by that much", work)
			}
			endsAs(t, err, attack.kinds)
			if ops > Modest.Ops+2*opsPerCall {
				t.Errorf("%d instructions", ops)
			}
			stillThere(t, c)
		})
	}
	if grown := peak(t) - before; grown > 160<<20 {
		t.Errorf("%d MB more in memory at the most", grown>>20)
	} else {
		t.Logf("%d MB more in memory at the most", grown>>20)
	}
}

// endsAs wants an error of one of some kinds, in a few words; nil kinds are for
// what is harmless.
func endsAs(t *testing.T, err error, kinds []Kind) {
	t.Helper()
	if kinds == nil {
		return
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("ends in %v", err)
	}
	if len(e.Message) == 0 || len(e.Message) > 200 || e.Offset < 0 {
		t.Errorf("the message is %q, at byte %d", e.Message, e.Offset)
	}
	for _, k := range kinds {
		if e.Kind == k {
			return
		}
	}
	t.Errorf("ends as kind %d, want one of %v: %v", e.Kind, kinds, e)
}

// stillThere wants the tables as they were, and a connection that still works.
func stillThere(t *testing.T, c *Conn) {
	t.Helper()
	c.db.ops, c.db.before, c.db.deadline = Modest.Ops, worked(), time.Now().Add(time.Minute)
	if c.InTransaction() {
		t.Fatal("a transaction is open")
	}
	for query, want := range map[string]int64{
		"SELECT count(*) FROM jobs WHERE owner IS NULL AND token = 0": 10, "SELECT count(*) FROM told": 0,
	} {
		r, _, err := c.Run(query, 0, Policy{Author: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Rows[0][0] != want {
			t.Errorf("%s: %v, want %d", query, r.Rows[0][0], want)
		}
	}
}

// peak is how many bytes of the process were in memory at the most (proc(5),
// status: VmHWM).
func peak(t *testing.T) int64 {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kb << 10
		}
	}
	t.Fatal("no VmHWM")
	return 0
}
