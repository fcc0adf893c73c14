package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

type word string

// What goes in comes out as it was, in places of the types that the store has.
func TestValuesComeBackAsTheyWent(t *testing.T) {
	db := openWith(t, defaults)
	var (
		text   string
		named  word
		empty  string
		raw    []byte
		none   = []byte("to be overwritten")
		n      int64
		small  int
		yes    bool
		part   float64
		maybe  *bool
		never  = new(bool)
		filled sql.Null[string]
		null   sql.Null[int64]
	)
	err := db.readers.QueryRowContext(t.Context(),
		`SELECT $1, $2, '', $3, $4, $5, $6, $7, $8, $7, $4, $1, $4`,
		"a\x00b — ü", word("named"), []byte{0, 255}, nil, int64(-1)<<62, 7, true, 0.25,
	).Scan(&text, &named, &empty, &raw, &none, &n, &small, &yes, &part, &maybe, &never, &filled, &null)
	check(t, err)
	type all struct {
		Text, Empty string
		Named       word
		Raw         []byte
		N           int64
		Small       int
		Yes, Maybe  bool
		Part        float64
	}
	got := all{text, empty, named, raw, n, small, yes, maybe != nil && *maybe, part}
	want := all{"a\x00b — ü", "", "named", []byte{0, 255}, -1 << 62, 7, true, true, 0.25}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if none != nil || never != nil || null.Valid || filled.V != text {
		t.Errorf("of NULL came %q, %v and %v; of the text %q", none, never, null, filled.V)
	}
}

func TestParametersGoByTheirNumbers(t *testing.T) {
	db := openWith(t, defaults)
	var got string
	check(t, db.readers.QueryRowContext(t.Context(), `SELECT $3 || $1 || $2 || $1`, "a", "b", "c").Scan(&got))
	if got != "caba" {
		t.Errorf("got %q, want caba", got)
	}
}

func TestWhatDoesNotFitIsAnError(t *testing.T) {
	db := openWith(t, defaults)
	for query, c := range map[string]struct {
		args []any
		dest any
		want string
	}{
		`SELECT NULL`:              {nil, new(string), "NULL has no place"},
		`SELECT NULL + 0`:          {nil, new(int64), "NULL has no place"},
		`SELECT 'seven'`:           {nil, new(int), "in place of an integer"},
		`SELECT 0.5`:               {nil, new(bool), "in place of an integer"},
		`SELECT 1`:                 {nil, new(struct{}), "no place for a column"},
		`SELECT 2`:                 {nil, 2, "no place for a column"},
		`SELECT $2`:                {[]any{"one"}, new(string), "wants an argument $2"},
		`SELECT $1`:                {[]any{struct{}{}}, new(string), "argument $1"},
		`SELECT ?`:                 {[]any{"one"}, new(string), "has no number"},
		`SELECT 1; SELECT 2`:       {nil, new(int), "trailing"},
		`SELECT id FROM nowhere`:   {nil, new(string), "no such table"},
		`SELECT "a word" WHERE 1`:  {nil, new(string), "no such column"}, // and not a text in the wrong quotes
		`SELECT 1, 2`:              {nil, new(int), "2 columns for 1"},
		`SELECT id FROM learners`:  {nil, new(int), "in place of an integer"},
		`SELECT 1 WHERE $1 = 'no'`: {[]any{"yes"}, new(int), sql.ErrNoRows.Error()},
	} {
		if err := db.readers.QueryRowContext(t.Context(), query, c.args...).Scan(c.dest); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", query, err, c.want)
		}
	}
	var n int // and the connections are as good as before
	check(t, db.readers.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM learners`).Scan(&n))
}

func TestAStatementIsNotBegunTwice(t *testing.T) {
	c := openWith(t, defaults).writer.conn
	const query = `SELECT column1 FROM (VALUES (1), (2))`
	rows, err := c.QueryContext(t.Context(), query)
	check(t, err)
	if !rows.Next() {
		t.Fatal(rows.Err())
	}
	if _, err := c.QueryContext(t.Context(), query); !errors.Is(err, errUnderWay) {
		t.Errorf("begun while its rows are read: %v", err)
	}
	check(t, rows.Close())
	check(t, c.exec(query))
}

// A page waits for a connection as long as its reader does.
func TestReadersAreSharedOut(t *testing.T) {
	db := openWith(t, defaults)
	r := newReaders(1, fileSource(db.path, defaults).reader)
	held, err := r.QueryContext(t.Context(), `SELECT id FROM learners`)
	check(t, err)
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	var id string
	if err := r.QueryRowContext(soon, `SELECT id FROM learners`).Scan(&id); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a connection: %v", err)
	}
	check(t, held.Close())
	check(t, r.QueryRowContext(t.Context(), `SELECT id FROM learners`).Scan(&id))
	if len(r.idle) != 1 || r.runs.Load() != 2 {
		t.Errorf("%d connections wait after %d statements, want one and two", len(r.idle), r.runs.Load())
	}
	r.close()
	if err := r.QueryRowContext(t.Context(), `SELECT 1`).Scan(new(int)); !errors.Is(err, store.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}
