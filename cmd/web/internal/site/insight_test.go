package site

import (
	"html"
	"io"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/cmd/web/internal/trial"
	"fencepost/lessons"
)

// tableOf is the table below a chart, row by row, without its head.
func (c *class) tableOf(body, chart string) [][]string {
	c.t.Helper()
	part := regexp.MustCompile(`(?s)<section class="chart" id="` + chart + `".*?<tbody>(.*?)</tbody>`).FindStringSubmatch(body)
	if part == nil {
		c.t.Fatalf("no table of %s", chart)
	}
	var out [][]string
	for _, row := range strings.Split(part[1], "<tr>")[1:] {
		var cells []string
		for _, cell := range regexp.MustCompile(`(?s)<t[hd].*?>(.*?)</t[hd]>`).FindAllStringSubmatch(row, -1) {
			text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(cell[1], "")
			cells = append(cells, html.UnescapeString(strings.TrimSpace(text)))
		}
		out = append(out, cells)
	}
	return out
}

// seen is a page as somebody gets it.
func (c *class) seen(who, path string) string {
	c.t.Helper()
	server := httptest.NewServer(c.site)
	defer server.Close()
	c.kept["server"] = server.URL
	resp, err := c.browser(who).Get(server.URL + path)
	c.must(err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	c.must(err)
	if resp.StatusCode != 200 {
		c.t.Fatalf("%s: status %d", path, resp.StatusCode)
	}
	return string(body)
}

const classLesson = "/teach/cohorts/first/lessons/" + deskLesson

// TestInsightQuestions counts what was answered at first, how many attempts it
// took, and what was expected of a run beside what came of it.
func TestInsightQuestions(t *testing.T) {
	c := newClass(t, nil)
	l, _ := c.site.shelf.Edition().library.Lesson(deskLesson)
	c.chose("sam", "self-fencing", "stops-needlessly", false)
	c.chose("sam", "self-fencing", "lease-too-short", false)
	c.chose("sam", "self-fencing", "pause-after-check", true)
	c.chose("sue", "self-fencing", "pause-after-check", true)
	c.chose("bea", "self-fencing", "lease-too-short", false) // of another cohort
	p := l.Predicts()[0]
	setting, err := trial.Of(l, p.Run)
	c.must(err)
	run := setting.Run()
	came := trial.Right(p, &run)
	other := (came + 1) % len(p.Options)
	c.chose("sam", p.ID, p.Options[other].ID, false)
	c.chose("sue", p.ID, p.Options[came].ID, true)

	body := c.seen("ida", classLesson)
	all := l.Checks()
	check := all[slices.IndexFunc(all, func(c *lessons.Check) bool { return c.ID == "self-fencing" })]
	text := checkText(check)
	want := [][]string{
		{text("pause-after-check"), check.AskText, "yes", "1", "2"},
		{text("stops-needlessly"), check.AskText, "no", "1", "1"},
		{text("lease-too-short"), check.AskText, "no", "0", "1"},
	}
	if diff := cmp.Diff(want, c.tableOf(body, "options")); diff != "" {
		t.Errorf("options: %s", diff)
	}
	if !strings.Contains(body, "1 of 2 right at first") {
		t.Error("it does not say how many were right at first")
	}
	if diff := cmp.Diff([][]string{{check.AskText, "1", "0", "1", "0"}}, c.tableOf(body, "attempts")); diff != "" {
		t.Errorf("attempts: %s", diff)
	}
	want = [][]string{
		{p.Options[came].Text, p.AskText, "came", "1"},
		{p.Options[other].Text, p.AskText, "did not come", "1"},
	}
	if p.Options[other].ID < p.Options[came].ID {
		want[0], want[1] = want[1], want[0] // one each, so by their ids
	}
	if diff := cmp.Diff(want, c.tableOf(body, "predictions")); diff != "" {
		t.Errorf("predictions: %s", diff)
	}
	if !strings.Contains(body, "1 of 2 expected what came: "+html.EscapeString(p.Options[came].Text)) {
		t.Error("it does not say what came")
	}
}

// TestInsightPoints counts the newest explanation of each student, by the
// verdict in force.
func TestInsightPoints(t *testing.T) {
	c := newClass(t, nil)
	c.hands("sam", "x0", "slow_or_dead:missing longer_lease_fixes:present", "An older text of sam.")
	c.hands("sam", "x1", "slow_or_dead:covered stale_owner:unsure", "A text of some words.")
	c.hands("sue", "x2", "slow_or_dead:contradicted longer_lease_fixes:present", "Another text of some words.")
	c.reviewed("ida", "x1", "", map[string]string{"stale_owner": "covered"})
	body := c.seen("ida", classLesson)
	got := c.tableOf(body, "points")
	if len(got) != 7 {
		t.Fatalf("%d points", len(got))
	}
	for i, want := range map[int][]string{0: {"1", "0", "0", "1"}, 1: {"0", "0", "2", "0"}, 3: {"1", "0", "1", "0"}} {
		if diff := cmp.Diff(want, got[i][1:]); diff != "" {
			t.Errorf("%s: %s", got[i][0], diff)
		}
	}
	if mix := c.tableOf(body, "mix-ups"); mix[0][1] != "1" || mix[0][0] != "A long enough lease is safe" {
		t.Errorf("mix-ups: %v", mix[0])
	}
}

// TestInsightAgreement compares scorer and people by week. What the scorer was
// not sure of counts neither way.
func TestInsightAgreement(t *testing.T) {
	c := newClass(t, nil)
	const week = 7 * 24 * 3600 * 1000
	c.hands("sam", "x1", "stale_owner:covered longer_lease_fixes:present", "A text of some words.")
	c.hands("sue", "x2", "stale_owner:missing", "Another text of some words.")
	c.reviewed("ida", "x1", "", map[string]string{"stale_owner": "covered", "longer_lease_fixes": "missing"})
	c.reviewed("ida", "x2", "", map[string]string{"stale_owner": "covered"})
	c.clock.Add(2 * week)
	c.hands("sam", "x3", "stale_owner:unsure", "A third text of some words.")
	c.hands("sue", "x4", "stale_owner:covered", "A fourth text of some words.")
	c.reviewed("ida", "x3", "", map[string]string{"stale_owner": "covered"})
	c.reviewed("ida", "x4", "", map[string]string{"stale_owner": "missing"})
	body := c.seen("ida", classLesson)
	got := c.tableOf(body, "agreement")
	want := [][]string{
		// agree, differ, too kind, too strict, not sure
		{got[0][0], "30 Nov 2026", "1", "1", "0", "1", "0"},
		{got[1][0], "14 Dec 2026", "0", "1", "1", "0", "1"},
		{"Mix-up: A long enough lease is safe", "30 Nov 2026", "0", "1", "0", "1", "0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(body, "In 2 weeks, 1 of 3 verdicts agree") {
		t.Error("the chart does not say so in words")
	}
	// The first week of three stands at a sixth of the width, the last at five sixths.
	for _, x := range []string{`x="16.67%"`, `x="83.33%"`} {
		if !strings.Contains(body, x) {
			t.Errorf("no post at %s", x)
		}
	}
}

// TestHiddenNames are the same on the page and in the files, and no two alike.
func TestHiddenNames(t *testing.T) {
	c := newClass(t, nil)
	c.answers()
	page := c.seen("ida", "/teach/cohorts/first?names=hidden")
	names := column(t, c.taken("ida", "explanations.csv?names=hidden"), "student")
	found := map[string]bool{}
	for _, n := range names {
		found[n] = true
		if !strings.Contains(page, ">"+n+"</a>") {
			t.Errorf("%q is in the file and not on the page", n)
		}
	}
	if len(found) != 2 {
		t.Errorf("%d names for 2 students", len(found))
	}
}
