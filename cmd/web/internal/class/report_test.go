//go:build linux

package class

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// report collects what a test found, and writes it where CLASS_REPORT says.
type report struct {
	t      testing.TB
	text   strings.Builder
	ledger []Entry
	begun  time.Time
	load   string
}

func newReport(t testing.TB) *report { return &report{t: t, begun: time.Now(), load: loadAverage()} }

// phase adds a run of a crowd, and holds it against what was promised: nothing
// refused or given up, and no student with more than most retries.
func (r *report) phase(title string, c *Crowd, o Outcome, happened string, most int) {
	r.t.Helper()
	r.ledger = append(r.ledger, o.Ledger...)
	writes := len(o.Of(Kind.Writes))
	r.addf("\n## %s\n\n%d students, %d of them signed in, %g times as fast as people, for %s: %d requests (%.0f/s), %d of them writes (%.0f/s). %s.\n\n%s",
		title, c.Students, len(c.Accounts), c.Speed, o.Took.Round(time.Second), o.Requests(), rate(o.Requests(), o.Took), writes, rate(writes, o.Took),
		strings.ToUpper(happened[:1])+happened[1:], o.Table())
	r.addf("\n%s", o.Told())
	if len(o.Again) > 0 {
		r.addf(" What: %s.", List(o.Again))
	}
	r.addf("\n")
	if len(o.Refused) > 0 || o.GaveUp > 0 {
		r.t.Errorf("%s: refused: %s; given up: %d", title, List(o.Refused), o.GaveUp)
	}
	if n, _ := o.MostRetries(); n > most {
		r.t.Errorf("%s: a student had to ask again %d times, want %d at most: %s", title, n, most, List(o.Again))
	}
}

func rate(n int, d time.Duration) float64 { return float64(n) / d.Seconds() }

// compare holds the database against the ledgers of the phases since the last.
func (r *report) compare(k *Kept) {
	r.t.Helper()
	l := k.Compare(r.ledger)
	r.addf("\n**Of %d acknowledged writes %d are lost and %d are there more than once**; %d explanations have their one score, %d wait for it.\n",
		Count(r.ledger), len(l.Lost), len(l.Doubled), l.Scored, l.Waiting)
	if len(l.Lost)+len(l.Doubled)+len(l.Unknown) > 0 {
		r.t.Errorf("lost: %.20v; doubled: %.20v; unknown: %.20v", l.Lost, l.Doubled, l.Unknown)
	}
	if Count(r.ledger) == 0 {
		r.t.Error("nothing was acknowledged")
	}
	r.ledger = nil
}

func (r *report) addf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

// done writes the report, or says it in the test's log.
func (r *report) done() {
	r.t.Helper()
	r.t.Log("\n" + r.text.String())
	if reportTo == "" {
		return
	}
	f, err := os.OpenFile(reportTo, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	check(r.t, err)
	_, err = f.WriteString(r.text.String())
	check(r.t, err)
	check(r.t, f.Close())
}

// machine says on what all of this was measured.
func (r *report) machine() string {
	return fmt.Sprintf("%s, %d cores, shared by the students, nginx, the replicas and the database; %s; load average before %s, after %s; %s",
		processor(), runtime.NumCPU(), time.Now().UTC().Format("2 January 2006 15:04 UTC"), r.load, loadAverage(), version())
}

func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(text), " ")
	return one
}

func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	_, rest, _ := strings.Cut(string(text), "model name")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimLeft(line, "\t :")
}

func version() string {
	out, _ := exec.Command("git", "describe", "--always", "--dirty").Output()
	return "commit " + strings.TrimSpace(string(out))
}
