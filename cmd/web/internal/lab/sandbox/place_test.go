package sandbox

import (
	"errors"
	"testing"
)

// A mistake is placed at the word that it is about, byte for byte, whether
// SQLite says where it is or not; comments and quotes that hold the same word
// are passed over.
func TestMistakesArePlacedAtTheirWord(t *testing.T) {
	for _, tc := range []struct {
		text string
		at   int
	}{
		{"SELECT nope FROM jobs", 7},
		{"UPDATE jobs\n   SET ownr = 'ownr'\n WHERE id = 1", 19},
		{"UPDATE jobs /* ownr */ SET ownr = 1", 27},
		{"INSERT INTO jobs (id, nope) VALUES (1, 2)", 22},
		{"SELECT * FRM jobs", 9},
		{"SELECT id FROM", 14},
		{"UPDATE jobs SET owner = 'x' WHERE id =  ", 38},
		{"SELECT 'told' FROM told", 19},
		{"SELECT 'randomblob', randomblob(9)", 21},
		{"SELECT id FROM jobs WHERE id = :nope", 31},
		{"SELECT 1; SELECT nope FROM jobs", 17},
		{"-- ü\nSELECT nope", 13},
		{"SELECT ''' nope', nope FROM jobs", 18},
		{"SELECT 1 FROM jobs; PRAGMA x", 20},
	} {
		_, c := jobs(t)
		var e *Error
		if err := runAll(c, tc.text); !errors.As(err, &e) {
			t.Errorf("%q: %v", tc.text, err)
		} else if e.Offset != tc.at {
			t.Errorf("%q: at %d, want %d: %s", tc.text, e.Offset, tc.at, e.Message)
		}
	}
}

func TestStatementsAreCountedOutsideQuotesAndComments(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, " ; ; ": 0, "-- ;": 0, "SELECT 1": 1, "SELECT ';'; SELECT 2;": 2, `SELECT ";", [;], 1 /* ; */; --`: 1, "a; 'b": 2,
	} {
		if got := Count(text); got != want {
			t.Errorf("%q: %d statements, want %d", text, got, want)
		}
	}
}

// A second connection sees what the first committed and nothing else, and one
// that is closed takes its transaction with it.
func TestConnectionsAreClientsOfOneDatabase(t *testing.T) {
	d, a := jobs(t)
	b, err := d.Connect()
	if err != nil {
		t.Fatal(err)
	}
	count := func() any {
		r, _, err := b.Run("SELECT count(*) FROM jobs WHERE owner = 'a'", 0, Policy{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Rows[0][0]
	}
	run := func(c *Conn, text string) error { return runAll(c, text) }
	if err := run(a, "BEGIN; UPDATE jobs SET owner = 'a' WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	var e *Error
	if err := run(b, "UPDATE jobs SET owner = 'b' WHERE id = 2"); !errors.As(err, &e) || e.Kind != Busy {
		t.Errorf("beside a transaction a write ends in %v", err)
	}
	a.Close()
	if n := count(); n != int64(0) {
		t.Errorf("%v rows of a transaction that was never committed", n)
	}
	if err := run(b, "UPDATE jobs SET owner = 'a' WHERE id = 1"); err != nil || count() != int64(1) {
		t.Errorf("after it: %v, %v rows", err, count())
	}
	other := Open(Modest)
	defer other.Close()
	c, err := other.Connect()
	if err != nil {
		t.Fatal(err)
	}
	if err := run(c, "SELECT * FROM jobs"); err == nil {
		t.Error("another database shows the rows of this one")
	}
}
