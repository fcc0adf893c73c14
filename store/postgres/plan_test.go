package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// statements collects what is sent to the server, and counts how often it is
// waited for.
type statements struct {
	seen  sync.Map
	trips atomic.Int64
}

var _ pgx.BatchTracer = (*statements)(nil)

// TraceQueryStart implements pgx.QueryTracer.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	s.trips.Add(1)
	s.seen.Store(d.SQL, true)
	return ctx
}

// TraceBatchStart implements pgx.BatchTracer.
func (s *statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	s.trips.Add(1)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (s *statements) TraceBatchQuery(_ context.Context, _ *pgx.Conn, d pgx.TraceBatchQueryData) {
	s.seen.Store(d.SQL, true)
}

// TraceBatchEnd implements pgx.BatchTracer.
func (s *statements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// list are the statements that can be explained, in order.
func (s *statements) list() []string {
	all := map[string]bool{}
	s.seen.Range(func(q, _ any) bool {
		if planned.MatchString(q.(string)) && !strings.Contains(q.(string), "set_config") {
			all[q.(string)] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(all))
}

var planned = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)

// filled is how many rows each table gets: so many that a scan costs more than
// an index.
const filled = 20_000

// fill puts rows into every table that look like nothing, but are spread as real
// ones are: a learner has twenty of each kind, in seven lessons, claimed one other
// learner's work and is in one cohort of twenty. What a table checks of its rows is
// dropped before.
const fill = `DO $$
DECLARE t RECORD; c RECORD; columns TEXT; makes TEXT;
BEGIN
	SET LOCAL session_replication_role = replica;
	FOR c IN SELECT conrelid::regclass AS tab, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
	LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.tab, c.conname); END LOOP;
	FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%'
	LOOP
		SELECT string_agg(quote_ident(column_name), ', '), string_agg(CASE
			WHEN data_type = 'text' AND EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
				WHERE i.indrelid = format('public.%I', t.tablename)::regclass AND i.indisunique AND i.indnkeyatts = 1 AND a.attname = column_name) THEN 'g::text'
			WHEN column_name IN ('lesson', 'kind', 'role', 'state', 'scorer', 'rubric', 'verdict', 'rank') AND data_type = 'text' THEN '(g % 7)::text'
			WHEN (t.tablename, column_name) IN (('claims', 'owner_id'), ('members', 'person_id')) THEN 'g::text'
			WHEN column_name = 'dead_ms' THEN 'g % 2'
			WHEN column_name IN ('rank', 'verdict', 'handed_in', 'is_right', 'after_reveal', 'state') THEN 'g % 7'
			WHEN column_name IN ('learner_id', 'owner_id', 'person_id', 'reviewer_id', 'cohort_no') AND data_type = 'text' THEN '(g / 20)::text'
			WHEN column_name = 'cohort_no' THEN 'g / 20'
			WHEN data_type = 'text' THEN 'g::text'
			WHEN data_type = 'bytea' THEN 'decode(md5(g::text), ''hex'')'
			WHEN data_type = 'tsvector' THEN '(''w'' || g)::tsvector'
			ELSE 'g' END, ', ')
		INTO columns, makes FROM information_schema.columns WHERE table_schema = 'public' AND table_name = t.tablename;
		EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM generate_series(1, ROWS) g ON CONFLICT DO NOTHING', t.tablename, columns, makes);
	END LOOP;
END $$`

// few are tables that stay small, or are read from end to end by what is done
// once a day.
var few = map[string]string{
	"passages_versions": "four rows",
	"unscored":          "a queue",
	"desk_due":          "a queue, empty after the first start",
	"rubrics":           "a version each time that one is edited",
	"site_keys":         "a handful",
	"probe":             "one row",
	"xapi_sent":         "one row",
	"xapi_outbox":       "what waits for a record store, and that alone, is counted for an operator",
	"passages":          "a few hundred rows, four versions of the lessons",
	"goose_db_version":  "a row a migration",
}

// rare reads the marks of a lesson by way of its reviews, when a scorer is
// trained.
var rare = regexp.MustCompile(`^SELECT e.id, e.text, r.verdicts`)

// wantIndexes fails the test for each statement that nothing but reading a large
// table from end to end can answer: joins by hashing and merging, which read all
// of something by choice, are ruled out. Arguments are left open, as in a plan
// that is kept. hot are statements that must not do so where the planner is free.
func wantIndexes(t *testing.T, queries, hot []string) {
	if len(queries) < 300 || len(hot) < 20 {
		t.Fatalf("only %d and %d statements were run", len(queries), len(hot))
	}
	conn, err := pgx.Connect(t.Context(), fresh(t))
	check(t, err)
	defer conn.Close(t.Context())
	run := func(queries ...string) {
		for _, q := range queries {
			_, err := conn.Exec(t.Context(), q)
			check(t, err)
		}
	}
	run(strings.ReplaceAll(fill, "ROWS", fmt.Sprint(filled)), "ANALYZE", "SET plan_cache_mode = force_generic_plan")
	for i, q := range hot {
		wantIndex(t, conn, fmt.Sprint("hot", i), q)
	}
	run("SET enable_seqscan = off", "SET enable_hashjoin = off", "SET enable_mergejoin = off")
	for i, q := range queries {
		wantIndex(t, conn, fmt.Sprint("any", i), q)
	}
}

func wantIndex(t *testing.T, conn *pgx.Conn, name, q string) {
	t.Helper()
	for _, s := range scans(explained(t, conn, name, q)) {
		if few[s.table] == "" && !rare.MatchString(q) {
			t.Errorf("%s %s\n    in: %s", s.kind, s.table, q)
		}
	}
}

// planNode is a part of a plan as EXPLAIN writes it.
type planNode struct {
	Type      string     `json:"Node Type"`
	Relation  string     `json:"Relation Name"`
	IndexCond string     `json:"Index Cond"`
	Index     string     `json:"Index Name"`
	Parent    string     `json:"Parent Relationship"`
	Plans     []planNode `json:"Plans"`
}

// explained is the plan of a statement.
func explained(t *testing.T, conn *pgx.Conn, name, q string) planNode {
	t.Helper()
	d, err := conn.Prepare(t.Context(), name, q)
	if err != nil {
		t.Fatalf("%v\n    in: %s", err, q)
	}
	call := name
	if n := len(d.ParamOIDs); n > 0 {
		call += "(" + strings.TrimSuffix(strings.Repeat("NULL, ", n), ", ") + ")"
	}
	var text []byte
	check(t, conn.QueryRow(t.Context(), "EXPLAIN (FORMAT JSON) EXECUTE "+call, pgx.QueryExecModeSimpleProtocol).Scan(&text))
	var plan []struct{ Plan planNode }
	check(t, json.Unmarshal(text, &plan))
	return plan[0].Plan
}

// scan is how a plan reads a table without a place to begin at.
type scan struct{ kind, table string }

// scans are those of a plan. Reading an index from its beginning is one too,
// but where a limit ends it.
func scans(n planNode) (list []scan) {
	return walk(n, false)
}

func walk(n planNode, limited bool) (list []scan) {
	switch {
	case n.Type == "Seq Scan":
		list = append(list, scan{"reads all of", n.Relation})
	case strings.HasPrefix(n.Type, "Index") && n.IndexCond == "" && !limited:
		list = append(list, scan{"reads all of an index of", n.Relation})
	}
	limited = n.Type == "Limit" || limited && n.Type != "Sort" && n.Type != "Aggregate" && n.Type != "Hash"
	for _, p := range n.Plans {
		list = append(list, walk(p, limited)...)
	}
	return list
}
