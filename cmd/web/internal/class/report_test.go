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

// report collects what a test found.
type report struct {
	t      testing.TB
	text   strings.Builder
	ledger []Entry
}

func newReport(t testing.TB) *report { return &report{t: t} }

// findings are those of all tests: in a few lines, and at length.
var findings summary

type summary struct{ lines, sections []string }

// found adds a line to what stands above everything.
func (r *report) found(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if r.t.Failed() {
		line += " — **FAILED**"
	}
	findings.lines = append(findings.lines, line)
}

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
	again, students := o.MostRetries()
	r.found("%s (%g× as fast as people): p99 of what reads %s, of what writes %s; %d of %d students had to ask again, at most %d×", title, c.Speed,
		Millis(Quantile(o.Of(func(k Kind) bool { return !k.Writes() }), 0.99)), Millis(Quantile(o.Of(Kind.Writes), 0.99)), students, c.Students, again)
	if len(o.Refused) > 0 || o.GaveUp > 0 {
		r.t.Errorf("%s: refused: %s; given up: %d", title, List(o.Refused), o.GaveUp)
	}
	if again > most {
		r.t.Errorf("%s: a student had to ask again %d times, want %d at most: %s", title, again, most, List(o.Again))
	}
}

// passed says how often nginx asked another replica.
func (r *report) passed(n int) {
	r.addf("\nnginx sent %d requests to another replica, having had no good answer of one; nobody saw that.\n", n)
}

func rate(n int, d time.Duration) float64 { return float64(n) / d.Seconds() }

// compare holds the database against the ledgers of the phases since the last.
func (r *report) compare(on string, k *Kept) {
	r.t.Helper()
	l := k.Compare(r.ledger)
	r.addf("\n**Of %d acknowledged writes %d are lost and %d are there more than once**; %d explanations have their one score, %d wait for it.\n",
		Count(r.ledger), len(l.Lost), len(l.Doubled), l.Scored, l.Waiting)
	r.found("%s: of %d acknowledged writes %d are lost, %d are there more than once", on, Count(r.ledger), len(l.Lost), len(l.Doubled))
	if len(l.Lost)+len(l.Doubled)+len(l.Unknown) > 0 {
		r.t.Errorf("lost: %.20v; doubled: %.20v; unknown: %.20v", l.Lost, l.Doubled, l.Unknown)
	}
	if Count(r.ledger) == 0 {
		r.t.Error("nothing was acknowledged")
	}
	r.ledger = nil
}

func (r *report) addf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

// done keeps the report, and says it in the test's log.
func (r *report) done() {
	r.t.Helper()
	r.t.Log("\n" + r.text.String())
	findings.sections = append(findings.sections, r.text.String())
}

// write writes everything into a file.
func (s *summary) write(name string, begun time.Time, load, of string, code int) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# A class, simulated

Written by %[1]smake class%[1]s, which took %[2]s. What a student does, where the
times come from and what counts as a retry is said in
[package class](../cmd/web/internal/class/doc.go).

Machine: %[3]s, %[4]d cores, **shared by the students, nginx, the replicas and the
database**, all on one disk; %[5]s; load average %[6]s before and %[7]s after (other
work on the machine counts in it); %[8]s.

Scaled: %[9]d students. A session is at most %[10]d minutes, arrivals up to five
minutes before that; a class sped up divides the times between requests by the
factor named, and nothing else. At people’s own pace %[11]d seconds out of the
midst of a class are run and not all of it. Limits on what one learner or address
may send are off, for a student who is ten times as fast would meet them.

`, "`", time.Since(begun).Round(time.Second), processor(), runtime.NumCPU(), begun.UTC().Format("2 January 2006 15:04 UTC"),
		load, loadAverage(), of, students, minutes, window)
	if code != 0 {
		b.WriteString("**The run failed**: some of what follows is not as promised.\n\n")
	}
	for _, line := range s.lines {
		b.WriteString("- " + line + "\n")
	}
	b.WriteString(strings.Join(s.sections, ""))
	return os.WriteFile(name, []byte(b.String()), 0o644)
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
