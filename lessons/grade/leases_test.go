package grade_test

import (
	"os"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"fencepost/lessons"
	"fencepost/lessons/grade"
)

// trained is the leases lesson's scorer, made once for all tests.
var trained = sync.OnceValues(func() (*grade.Scorer, error) {
	library, _ := lessons.Load(os.DirFS("../../content"))
	l, _ := library.Lesson("leases-and-fencing-tokens")
	return grade.Train(l.Rubric, l.Samples.Get(), grade.PageText(l))
})

func scorer(tb testing.TB) *grade.Scorer {
	tb.Helper()
	s, err := trained()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestAnswers(t *testing.T) {
	data, err := os.ReadFile("testdata/leases.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(data).Files {
		answer, quote := unbracket(string(f.Data))
		t.Run(answer[:min(len(answer), 40)], func(t *testing.T) {
			result := scorer(t).Score(answer)
			for _, demand := range strings.Fields(f.Name) {
				if fault := check(result, demand, answer, quote); fault != "" {
					t.Errorf("%s: %s\n%s", demand, fault, answer)
				}
			}
		})
	}
}

// unbracket takes the square brackets out of an answer and returns what stood
// between them.
func unbracket(s string) (answer, quote string) {
	before, rest, ok := strings.Cut(s, "[")
	if !ok {
		return s, ""
	}
	quote, after, _ := strings.Cut(rest, "]")
	return before + quote + after, quote
}

// check is what a demand finds wrong with a result; "" where nothing is.
func check(r grade.Result, demand, answer, quote string) string {
	switch {
	case demand == "none":
		return anyCovered(r)
	case demand == "flags:none":
		if len(r.Flags) > 0 {
			return "flags are " + flagsOf(r)
		}
		return ""
	case strings.HasPrefix(demand, "flag:"):
		return checkFlag(r, strings.TrimPrefix(demand, "flag:"))
	case strings.HasPrefix(demand, "quote:"):
		return checkQuote(finding(r, strings.TrimPrefix(demand, "quote:")), answer, quote)
	}
	id, want, _ := strings.Cut(demand, "=")
	got := string(finding(r, id).Verdict)
	if not, ok := strings.CutPrefix(want, "!"); ok && got == not || !ok && got != want {
		return "the verdict is " + got
	}
	return ""
}

func finding(r grade.Result, id string) grade.Finding {
	for _, f := range append(append([]grade.Finding{}, r.Points...), r.Misconceptions...) {
		if f.ID == id {
			return f
		}
	}
	return grade.Finding{}
}

func anyCovered(r grade.Result) string {
	for _, f := range r.Points {
		if f.Verdict == grade.Covered {
			return f.ID + " is covered"
		}
	}
	return ""
}

func flagsOf(r grade.Result) string {
	var out []string
	for _, f := range r.Flags {
		out = append(out, string(f))
	}
	return strings.Join(out, " ")
}

func checkFlag(r grade.Result, want string) string {
	name, unwanted := strings.CutPrefix(want, "!")
	raised := strings.Contains(" "+flagsOf(r)+" ", " "+name+" ")
	if raised == unwanted {
		return "flags are " + flagsOf(r)
	}
	return ""
}

func checkQuote(f grade.Finding, answer, quote string) string {
	var said []string
	for _, e := range f.Evidence {
		if strings.Contains(answer[e.Start:e.End], quote) || strings.Contains(quote, answer[e.Start:e.End]) {
			return ""
		}
		said = append(said, answer[e.Start:e.End])
	}
	return "the evidence is " + strings.Join(said, " / ")
}

// TestScoresAreTheSameEveryTime trains twice, on samples in another order.
func TestScoresAreTheSameEveryTime(t *testing.T) {
	l := leases(t)
	page := grade.PageText(l)
	again := append([]lessons.Sample(nil), l.Samples.Get()...)
	for i, j := 0, len(again)-1; i < j; i, j = i+1, j-1 {
		again[i], again[j] = again[j], again[i]
	}
	second, err := grade.Train(l.Rubric, again, page)
	if err != nil {
		t.Fatal(err)
	}
	first := scorer(t)
	if first.Version() != second.Version() {
		t.Errorf("versions %s and %s", first.Version(), second.Version())
	}
	for i := 0; i < len(l.Samples.Get()); i += 7 {
		s := l.Samples.Get()[i]
		if diff := cmp.Diff(first.Score(s.Text), second.Score(s.Text)); diff != "" {
			t.Fatalf("%s (-first +second):\n%s", s.ID, diff)
		}
	}
}

// TestTestOnlySamplesAreNotTrainedOn changes one and trains again.
func TestTestOnlySamplesAreNotTrainedOn(t *testing.T) {
	version := func(text string, testOnly bool) string {
		s, err := grade.Train(ice(), []lessons.Sample{
			{ID: "a", Text: "Ice floats.", Points: map[string]int{"floats": 1}},
			{ID: "b", Text: text, Points: map[string]int{"floats": 0}, TestOnly: testOnly},
		}, "")
		if err != nil {
			t.Fatal(err)
		}
		return s.Version()
	}
	if version("Ice is cold.", true) != version("Ice is blue.", true) {
		t.Error("a sample that is kept for testing changes the scorer")
	}
	if version("Ice is cold.", false) == version("Ice is blue.", false) {
		t.Error("a sample for training does not change the scorer")
	}
}

// unrelated are true sentences about nothing in the lesson.
var unrelated = []string{
	"Paris is the capital of France.", "Whales are mammals.", "It rained in Bergen last autumn.",
	"My grandmother bakes bread with caraway.", "Violins have four strings.", "Seven plus five makes twelve.",
	"The moon goes around the earth.", "I like pizza with cheese.", "Football is played by eleven people.",
	"Water boils at one hundred degrees.", "The sky is blue and the grass is green.",
}

// TestAnUnrelatedSentenceLosesNoPoint adds one before or after an answer, which
// takes no point away: sentences beside the point are left out before anything
// else looks at the text.
func TestAnUnrelatedSentenceLosesNoPoint(t *testing.T) {
	l, s := leases(t), scorer(t)
	rapid.Check(t, func(t *rapid.T) {
		answer := rapid.SampledFrom(l.Samples.Get()).Draw(t, "sample").Text
		extra := rapid.SampledFrom(unrelated).Draw(t, "extra")
		longer := answer + "\n\n" + extra
		if rapid.Bool().Draw(t, "before") {
			longer = extra + "\n\n" + answer
		}
		before, after := s.Score(answer), s.Score(longer)
		for i := range before.Points {
			if before.Points[i].Verdict == grade.Covered && after.Points[i].Verdict != grade.Covered {
				t.Fatalf("%s went from %v to %v", before.Points[i].ID, before.Points[i], after.Points[i])
			}
		}
	})
}

// TestDisguisesChangeNoVerdict scores samples in capitals, with other quotes
// and with other white space.
func TestDisguisesChangeNoVerdict(t *testing.T) {
	l, s := leases(t), scorer(t)
	rapid.Check(t, func(t *rapid.T) {
		answer := rapid.SampledFrom(l.Samples.Get()).Draw(t, "sample").Text
		disguise := rapid.SampledFrom([]func(string) string{
			strings.ToUpper, strings.ToLower,
			strings.NewReplacer("'", "’", "\"", "”").Replace,
			strings.NewReplacer(" ", "  ").Replace, strings.NewReplacer(" ", "\u00a0").Replace,
			func(s string) string { return "\n\n \t" + s + "\n" },
		}).Draw(t, "disguise")
		if diff := cmp.Diff(verdicts(s.Score(answer)), verdicts(s.Score(disguise(answer)))); diff != "" {
			t.Fatalf("%q:\n%s", answer, diff)
		}
	})
}

func verdicts(r grade.Result) []string {
	var out []string
	for _, f := range append(append([]grade.Finding{}, r.Points...), r.Misconceptions...) {
		out = append(out, f.ID+" "+string(f.Verdict))
	}
	return append(out, flagsOf(r))
}

// TestEvidenceCutsWholeCharacters scores samples with wide characters put in.
func TestEvidenceCutsWholeCharacters(t *testing.T) {
	l, s := leases(t), scorer(t)
	rapid.Check(t, func(t *rapid.T) {
		answer := rapid.SampledFrom(l.Samples.Get()).Draw(t, "sample").Text
		odd := rapid.SampledFrom([]string{"🙂", "é", "ｅ", "\u200d", "日本", "\u202e"}).Draw(t, "odd")
		checkEvidence(t, s, strings.ReplaceAll(answer, " ", " "+odd+" "))
	})
}

type failer interface {
	Fatalf(format string, args ...any)
}

func checkEvidence(t failer, s *grade.Scorer, answer string) {
	r := s.Score(answer)
	for _, f := range append(append([]grade.Finding{}, r.Points...), r.Misconceptions...) {
		for _, e := range f.Evidence {
			if e.Start < 0 || e.End > len(answer) || e.Start >= e.End {
				t.Fatalf("%s: evidence %v of %d bytes", f.ID, e, len(answer))
			}
			if utf8.ValidString(answer) && !utf8.ValidString(answer[e.Start:e.End]) {
				t.Fatalf("%s: evidence cuts a character: %q", f.ID, answer[e.Start:e.End])
			}
		}
	}
}

func FuzzScore(f *testing.F) {
	for _, s := range []string{"", "The storage rejects the older token.", "\xff", strings.Repeat("not ", 2000), "a.\n\n- b\n"} {
		f.Add(s)
	}
	s := scorer(f) // trained before the clock of the first input runs
	f.Fuzz(func(t *testing.T, answer string) { checkEvidence(t, s, answer) })
}
