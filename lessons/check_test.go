package lessons_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons"
)

// checkOf reads one check from the body of its fence.
func checkOf(t *testing.T, body string) *lessons.Check {
	t.Helper()
	tree := lessonOf("\n## First {#first}\n\n```check demo\nask: Well?\n" + body + "```\n\n## Explain {#explain}\n\nDo.\n")
	tree["demo/rubric.yaml"] = &fstest.MapFile{Data: []byte("prompt: Why?\npoints:\n  - {id: one, name: A, statement: A., hint: What?}\n")}
	lib, problems := lessons.Load(tree)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return lib.Lessons()[0].Checks()[0]
}

const (
	chooseOne  = "type: choice\noptions:\n  - {id: a, text: A, right: true, feedback: FA}\n  - {id: b, text: B, feedback: FB}\n"
	chooseSome = "type: multiple\noptions:\n  - {id: a, text: A, right: true, feedback: FA}\n  - {id: b, text: B, right: true, feedback: FB}\n  - {id: c, text: C, feedback: FC}\n"
	seconds    = "type: number\nanswer: 0.5\ntolerance: 0.05\nunit: s\nunits: {ms: 0.001, min: 60, m: 7}\nmistakes:\n  - {value: 5, feedback: M}\nright: R\nwrong: W\n"
	third      = "type: number\nanswer: 1/3\nright: R\nwrong: W\n"
	four       = "type: order\noptions:\n  - {id: a, text: A, feedback: FA}\n  - {id: b, text: B, feedback: FB}\n  - {id: c, text: C, feedback: FC}\n  - {id: d, text: D, feedback: FD}\nright: R\n"
	pairs      = "type: match\npartners:\n  - {id: x, text: X}\n  - {id: y, text: Y}\noptions:\n  - {id: a, text: A, partner: x, feedback: FA}\n  - {id: b, text: B, partner: y, feedback: FB}\nright: R\n"
	fourLines  = "type: line\ncode: |\n  one\n  two\n\n  four\noptions:\n  - {id: a, line: two, right: true, feedback: FA}\n  - {id: b, line: one, feedback: FB}\notherwise: O\n"
	sentence   = "type: short\npoint: one\nright: R\nwrong: W\n"
)

// What becomes of a form, by kind: the answer that is kept, whether it is right,
// and what is said of it.
func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		check, form string // fields as a=1 b=2
		fault       string // the beginning of what is said where it is no answer
		right       bool
		said        string // of options, by id, and then of the whole
	}{
		{chooseOne, "option=a", "", true, "a+FA"},
		{chooseOne, "option=b", "", false, "b-FB"},
		{chooseOne, "", "Choose an answer", false, ""},
		{chooseOne, "option=a option=b", "Choose one", false, ""},
		{chooseOne, "option=z", "One of the answers", false, ""},
		{chooseSome, "option=b option=a", "", true, "a+FA b+FB"},
		{chooseSome, "option=a", "", false, "a+FA"},
		{chooseSome, "option=a option=b option=c", "", false, "a+FA b+FB c-FC"},

		{seconds, "text=0.5", "", true, "+R"},
		{seconds, "text=.45", "", true, "+R"},
		{seconds, "text=0,55", "", true, "+R"},
		{seconds, "text=0.4499", "", false, "-W"},
		{seconds, "text=500_ms", "", true, "+R"},
		{seconds, "text=½s", "", true, "+R"},
		{seconds, "text=1/120min", "", true, "+R"},
		{seconds, "text=5", "", false, "-M"},
		{seconds, "text=−5", "", false, "-W"},
		{seconds, "text=half", "Write one number, in s", false, ""},
		{seconds, "text=5_h", "Write one number", false, ""},
		{seconds, "text=1/0", "Write one number", false, ""},
		{seconds, "text=1e999999999", "Write one number", false, ""},
		{seconds, "text=99999999999999999999", "Write one number", false, ""},
		{seconds, "", "Write a number first", false, ""},
		{third, "text=1/3", "", true, "+R"},
		{third, "text=2/6", "", true, "+R"},
		{third, "text=0.3333", "", false, "-W"},

		{four, "place-a=1 place-b=2 place-c=3 place-d=4", "", true, "+R"},
		{four, "place-a=2 place-b=3 place-c=4 place-d=1", "", false, "d-FD"},
		{four, "place-a=1 place-b=4 place-c=2 place-d=3", "", false, "b-FB"},
		{four, "place-a=4 place-b=3 place-c=2 place-d=1", "", false, "a-FA b-FB c-FC"},
		{four, "place-a=1 place-b=1 place-c=3 place-d=4", "Two of them", false, ""},
		{four, "place-a=1 place-b=2 place-c=3 place-d=5", "Give each of them a place", false, ""},
		{four, "place-a=1", "Give each of them a place", false, ""},

		{pairs, "with-a=x with-b=y", "", true, "a+ b+ +R"},
		{pairs, "with-a=y with-b=y", "", false, "a-FA b+"},
		{pairs, "with-a=x", "Choose a partner", false, ""},
		{pairs, "with-a=x with-b=z", "One of the answers", false, ""},

		{fourLines, "option=line-2", "", true, "a+FA"},
		{fourLines, "option=line-1", "", false, "b-FB"},
		{fourLines, "option=line-4", "", false, "line-4-O"},
		{fourLines, "option=line-3", "There is nothing", false, ""},
		{fourLines, "option=line-5", "The line sent", false, ""},
		{fourLines, "option=a", "The line sent", false, ""},
		{fourLines, "option=line-1 option=line-2", "Choose one", false, ""},

		{sentence, "text=" + strings.Repeat("x", 15), "", false, "-W"},
		{sentence, "text=" + strings.Repeat("x", 14), "Write at least 15", false, ""},
		{sentence, "text=" + strings.Repeat("ü", 400), "", false, "-W"},
		{sentence, "text=" + strings.Repeat("x", 401), "Keep it to 400", false, ""},
		{sentence, "text=\x00" + strings.Repeat("x", 20), "Some characters", false, ""},
		{sentence, "text=\xff" + strings.Repeat("x", 20), "Some characters", false, ""},
		{sentence, "", "Write a sentence", false, ""},
	} {
		c := checkOf(t, tt.check)
		a, fault := c.Take(formOf(tt.form), lessons.Aids{})
		if !strings.HasPrefix(fault, tt.fault) || (fault != "") != (tt.fault != "") {
			t.Errorf("%s %.40q: fault %q, want %q", c.Type, tt.form, fault, tt.fault)
			continue
		}
		if fault != "" {
			continue
		}
		m := c.Mark(a)
		if m.Right != tt.right || remarks(m) != tt.said {
			t.Errorf("%s %.40q: right %v, said %q; want %v, %q", c.Type, tt.form, m.Right, remarks(m), tt.right, tt.said)
		}
	}
}

// formOf reads a form; an underscore stands for a space.
func formOf(text string) lessons.Fields {
	f := lessons.Fields{}
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		f[name] = append(f[name], strings.ReplaceAll(value, "_", " "))
	}
	return f
}

// remarks are what is said: + or - and the words, after an option's id.
func remarks(m lessons.Marking) string {
	var out []string
	say := func(id string, r lessons.Remark) {
		sign := "-"
		if r.Right {
			sign = "+"
		}
		out = append(out, id+sign+strings.TrimSuffix(strings.TrimPrefix(r.HTML, "<p>"), "</p>"))
	}
	for _, id := range slices.Sorted(maps.Keys(m.Options)) {
		say(id, m.Options[id])
	}
	if m.Whole != nil {
		say("", *m.Whole)
	}
	return strings.Join(out, " ")
}

// A sentence is marked by what the scorer said of it.
func TestASentenceIsMarkedByItsVerdict(t *testing.T) {
	c := checkOf(t, sentence)
	for verdict, want := range map[string]lessons.Marking{
		lessons.Says:    {Right: true, Whole: &lessons.Remark{Right: true, HTML: "<p>R</p>"}},
		lessons.Unclear: {Whole: &lessons.Remark{Close: true, HTML: "<p>W</p>"}, Wrong: []string{"idea"}},
		lessons.Not:     {Whole: &lessons.Remark{HTML: "<p>W</p>"}, Wrong: []string{"idea"}},
	} {
		got := c.Mark(lessons.Answer{Text: "words", Verdict: verdict, Wrong: []string{"idea"}})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", verdict, diff)
		}
	}
}

// Whatever order a learner is given, an order to be found never begins as the
// right one, and every row is there once.
func TestAnOrderNeverBeginsRight(t *testing.T) {
	c := checkOf(t, four)
	for _, shuffle := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 0, 3, 2}} {
		s := c.Lay(lessons.Answer{}, lessons.Aids{Shuffle: func(string, int) []int { return shuffle }})
		var ids []string
		for i, r := range s.Rows {
			ids = append(ids, r.ID)
			if r.Place != i+1 {
				t.Errorf("%s stands in place %d and says %d", r.ID, i+1, r.Place)
			}
		}
		if strings.Join(ids, "") == "abcd" {
			t.Errorf("by %v the order is right", shuffle)
		}
		if slices.Sort(ids); strings.Join(ids, "") != "abcd" {
			t.Errorf("by %v there are %v", shuffle, ids)
		}
	}
}

// A sheet is laid with what was given, also with what was refused, and says
// nothing of what is right.
func TestSheetsHoldWhatWasGiven(t *testing.T) {
	for _, tt := range []struct{ check, form, want string }{
		{chooseOne, "option=b", "a b*"},
		{chooseSome, "option=a option=z", "a* b c"},
		{seconds, "text=some", "“some” s"},
		{four, "place-a=4 place-b=1 place-c=2 place-d=3", "b1 c2 d3 a4"},
		{four, "place-a=2 place-b=2 place-c=x place-d=1", "c0 d1 b2 a2"},
		{pairs, "with-a=y", "a:y b:"},
		{fourLines, "option=line-1", "line-1* line-2  line-4"},
		{sentence, "text=no", "“no” "},
	} {
		c := checkOf(t, tt.check)
		a, _ := c.Take(formOf(tt.form), lessons.Aids{})
		if got := shown(c, c.Lay(a, lessons.Aids{})); got != tt.want {
			t.Errorf("%s %q: %q, want %q", c.Type, tt.form, got, tt.want)
		}
	}
}

func shown(c *lessons.Check, s lessons.Sheet) string {
	if s.Rows == nil {
		return "“" + s.Text + "” " + s.Unit
	}
	var out []string
	for _, r := range s.Rows {
		text := r.ID
		switch {
		case c.Type == lessons.Order:
			text += fmt.Sprint(r.Place)
		case c.Type == lessons.Match:
			text += ":" + r.Partner
		case r.Chosen:
			text += "*"
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// Those who teach read answers in words, and may count them.
func TestAnswersInWords(t *testing.T) {
	for _, tt := range []struct{ check, form, want string }{
		{chooseSome, "option=b option=a", "A + B"},
		{seconds, "text=500_ms", "0.5\u00a0s"},
		{third, "text=2/6", "1/3"},
		{four, "place-a=2 place-b=3 place-c=4 place-d=1", "D → A → B → C"},
		{pairs, "with-a=y with-b=y", "A: Y; B: Y"},
		{fourLines, "option=line-1", "one"},
		{fourLines, "option=line-4", "four"},
		{sentence, "text=" + strings.Repeat("x", 15), ""},
	} {
		c := checkOf(t, tt.check)
		a, _ := c.Take(formOf(tt.form), lessons.Aids{})
		if got := c.Words(a, lessons.Aids{}); got != tt.want {
			t.Errorf("%s %q: %q, want %q", c.Type, tt.form, got, tt.want)
		}
	}
	if got := checkOf(t, sentence).Words(lessons.Answer{Text: "x", Verdict: lessons.Unclear}, lessons.Aids{}); got != "Not clear enough to tell" {
		t.Errorf("a sentence: %q", got)
	}
}

// CVE-2024-43425: what stood in an answer was evaluated. A number is read as a
// number, or a fraction of two: what would come to the right one if it were
// worked out is refused.
func TestAnAnswerIsReadAndNeverEvaluated(t *testing.T) {
	c := checkOf(t, seconds)
	for _, text := range []string{"5+5+2", "2*6", "24/(1+1)", "(12)", "12;exit", "{12}", "${12}", "=12", "sqrt(144)", "$(echo 12)", "`12`", "12==12", "0b1100", "1e1+2"} {
		if a, fault := c.Take(lessons.Fields{"text": {text}}, lessons.Aids{}); fault == "" {
			t.Errorf("%q was taken as %q", text, a.Text)
		}
	}
	if _, fault := c.Take(lessons.Fields{"text": {"12"}}, lessons.Aids{}); fault != "" {
		t.Errorf("12 was refused: %s", fault)
	}
}
