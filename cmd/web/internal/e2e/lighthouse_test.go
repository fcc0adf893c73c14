package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

var rounds = flag.Int("lighthouse", 0, "how often TestLighthouse measures each page")

// audited is what Lighthouse says of one page.
type audited struct {
	Runtime    struct{ Code, Message string } `json:"runtimeError"`
	Categories map[string]struct {
		Score float64 `json:"score"` // [0,1]
		Audit []struct {
			ID     string  `json:"id"`
			Weight float64 `json:"weight"`
		} `json:"auditRefs"`
	} `json:"categories"`
	Audits map[string]struct {
		Title string   `json:"title"`
		Score *float64 `json:"score"` // [0,1]; null where the audit does not apply
	} `json:"audits"`
}

// place is a page that is measured.
type place struct {
	name, path, who string
	private         bool // the page asks not to be found by search engines
}

// measured are the pages of a class that has handed in.
var measured = []place{
	{"catalogue", "/", "", false},
	{"lesson", lesson, "", false},
	{"lesson, signed in", lesson, "sam", false},
	{"result", "/explanations/sam1", "sam", true},
	{"review desk", "/teach/answers/sam1", "ida", true},
}

// lighthouse measures a page of the class in a browser of its own.
func (c *classroom) lighthouse(t *testing.T, at place, options ...string) audited {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report.json")
	args := []string{"node_modules/lighthouse/cli/index.js", c.url + at.path, "--quiet", "--output=json", "--output-path=" + out, "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"}
	if at.who != "" {
		headers, _ := json.Marshal(map[string]string{"Cookie": c.sessionCookie(t) + "=" + c.session(at.who)})
		args = append(args, "--extra-headers="+string(headers))
	}
	said, err := audit(t, append(args, options...))
	for range 2 { // it now and then misses the beginning of a page, and says to try again
		if err != nil && strings.Contains(said, "NO_NAVSTART") {
			said, err = audit(t, append(args, options...))
		}
	}
	if err != nil {
		t.Fatalf("lighthouse %s: %v\n%s", at.name, err, said)
	}
	body, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var a audited
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatal(err)
	}
	if a.Runtime.Code != "" {
		t.Fatalf("lighthouse %s: %s", at.name, a.Runtime.Message)
	}
	return a
}

func audit(t *testing.T, args []string) (said string, err error) {
	path, err := chromium()
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(t.Context(), "node", args...)
	cmd.Env = append(os.Environ(), "CHROME_PATH="+path)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// failed are the audits of a category that weigh something and fall short.
func (a audited) failed(category string) (out []string) {
	for _, ref := range a.Categories[category].Audit {
		if audit := a.Audits[ref.ID]; ref.Weight > 0 && audit.Score != nil && *audit.Score < 1 {
			out = append(out, fmt.Sprintf("%s (%.2f): %s", ref.ID, *audit.Score, audit.Title))
		}
	}
	return out
}

// Whatever does not depend on the machine's speed is as Lighthouse wants it. A
// private page asks search engines to stay away, and that alone may cost it its
// place there. Lighthouse waits for the network to rest, and not for the
// processor, which others use too.
func TestLighthouseFindsNothing(t *testing.T) {
	t.Parallel()
	c := openClassroom(t, nil)
	c.answers()
	for _, at := range measured {
		t.Run(at.name, func(t *testing.T) {
			t.Parallel()
			a := c.lighthouse(t, at, "--config-path=testdata/lighthouse.json")
			for category := range a.Categories {
				for _, fault := range a.failed(category) {
					if at.private && strings.HasPrefix(fault, "is-crawlable ") {
						continue
					}
					t.Errorf("%s: %s", category, fault)
				}
			}
			if len(a.Categories) != 3 {
				t.Errorf("%d categories, want 3", len(a.Categories))
			}
		})
	}
}

// TestLighthouse measures every page on a phone and on a laptop and prints a
// table of medians.
func TestLighthouse(t *testing.T) {
	if *rounds == 0 {
		return
	}
	c := openClassroom(t, nil)
	c.answers()
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "page\tpreset\tperformance\taccessibility\tbest practices\tseo\tfalls short")
	for _, at := range measured {
		for preset, options := range map[string][]string{"mobile": nil, "desktop": {"--preset=desktop"}} {
			scores, short := map[string][]float64{}, map[string]bool{}
			for range *rounds {
				a := c.lighthouse(t, at, options...)
				for category, got := range a.Categories {
					scores[category] = append(scores[category], got.Score)
					for _, fault := range a.failed(category) {
						short[fault] = true
					}
				}
			}
			fmt.Fprintf(w, "%s\t%s\t", at.name, preset)
			for _, category := range []string{"performance", "accessibility", "best-practices", "seo"} {
				fmt.Fprintf(w, "%.0f\t", 100*median(scores[category]))
			}
			fmt.Fprintln(w, strings.Join(slices.Sorted(maps.Keys(short)), "; "))
		}
	}
	w.Flush()
	fmt.Printf("Lighthouse, medians of %d:\n%s", *rounds, &table)
}

func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	of = slices.Sorted(slices.Values(of))
	return of[len(of)/2]
}
