package sandbox

import (
	"errors"
	"testing"
	"time"
)

// Whatever is written, the process lives, the answer comes in time, an error is
// one of the sandbox's own with a place within the text, the books cannot be
// touched, and what was not committed is gone with its connection.
func FuzzLabSQL(f *testing.F) {
	for _, attack := range hostile() {
		if len(attack.sql) <= 2*Modest.SQL {
			f.Add(attack.sql)
		}
	}
	for _, plain := range []string{
		"UPDATE jobs SET owner = 'a', token = token + 1 WHERE id = 1 RETURNING token",
		"BEGIN; INSERT INTO jobs (owner) VALUES ('b'); COMMIT",
		"WITH x AS (SELECT max(token) AS t FROM jobs) SELECT t FROM x",
		"CREATE UNIQUE INDEX one ON jobs (owner); INSERT OR IGNORE INTO jobs (owner) VALUES ('a'), ('a')",
		"CREATE TABLE mine (id INTEGER PRIMARY KEY, x TEXT UNIQUE) STRICT; INSERT INTO mine VALUES (1, 'x') ON CONFLICT DO NOTHING",
	} {
		f.Add(plain)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, own := jobs(t)
		c, err := d.Connect()
		if err != nil {
			t.Fatal(err)
		}
		if err := runAll(c, text); err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) {
				t.Errorf("%q ends in %v", text, err)
			}
		}
		if _, work := d.Spent(); work > 4*Modest.Work {
			t.Errorf("%q took %v of a processor", text, work)
		}
		c.Close()
		d.ops, d.before, d.deadline = Modest.Ops, worked(), time.Now().Add(time.Minute)
		r, _, err := own.Run("SELECT count(*) FROM told", 0, Policy{Author: true}, nil)
		if err != nil || r.Rows[0][0] != int64(0) {
			t.Errorf("%q: the books hold %v (%v)", text, r.Rows, err)
		}
	})
}
