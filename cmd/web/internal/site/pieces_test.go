package site

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/lessons/grade"
	"fencepost/views"
)

// spell out pieces as "text{1:a 2:b}" so that a test reads as the page does.
func drawn(ps []views.Piece) []string {
	var out []string
	for _, p := range ps {
		var marks []string
		for _, m := range p.Marks {
			marks = append(marks, m.ID+strings.Repeat("'", m.Level-1))
		}
		s := p.Text + "{" + strings.Join(marks, " ") + "}"
		if len(p.Starts) > 0 {
			s = ">" + s
		}
		out = append(out, s)
	}
	return out
}

func at(id string, from, to int) span {
	return span{grade.Range{Start: from, End: to}, views.Mark{ID: id}}
}

func TestPieces(t *testing.T) {
	for _, tt := range []struct {
		name  string
		text  string
		spans []span
		want  []string
	}{
		{"no text", "", nil, nil},
		{"no marks", "abc", nil, []string{"abc{}"}},
		{"the whole", "abc", []span{at("p", 0, 3)}, []string{">abc{p}"}},
		{"in the middle", "abcde", []span{at("p", 1, 3)}, []string{"a{}", ">bc{p}", "de{}"}},
		{"side by side", "abcd", []span{at("q", 2, 4), at("p", 0, 2)}, []string{">ab{p}", ">cd{q}"}},
		{
			"overlap", "abcdef",
			[]span{at("p", 0, 4), at("q", 2, 6)},
			[]string{">ab{p}", ">cd{p q'}", "ef{q'}"},
		},
		{
			"one within the other: the longer is the first line", "abcdef",
			[]span{at("q", 0, 3), at("p", 0, 6)},
			[]string{">abc{p q'}", "def{p}"},
		},
		{
			"a third at once is not drawn", "abcdef",
			[]span{at("p", 0, 6), at("q", 1, 5), at("r", 2, 4)},
			[]string{">a{p}", ">bcde{p q'}", "f{p}"},
		},
		{
			"a line is free again once its mark ended", "abcdef",
			[]span{at("p", 0, 2), at("q", 1, 6), at("r", 3, 5)},
			[]string{">a{p}", ">b{p q'}", "c{q'}", ">de{r q'}", "f{q'}"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := drawn(pieces(tt.text, tt.spans))
			for i := range got {
				got[i] = strings.Replace(got[i], "{q' r}", "{r q'}", 1) // the order of marks says nothing
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("pieces (-want +got):\n%s", diff)
			}
			var all string
			for _, p := range pieces(tt.text, tt.spans) {
				all += p.Text
			}
			if all != tt.text {
				t.Errorf("the pieces read %q, the text %q", all, tt.text)
			}
		})
	}
}

func TestSoundRanges(t *testing.T) {
	const text = "naïve 🙂 ok" // ï is bytes 2-3, the smiley 7-10
	for _, tt := range []struct {
		name string
		in   []grade.Range
		want []string
	}{
		{"as they are", []grade.Range{{Start: 0, End: 6}}, []string{"naïve"}},
		{"cut inside a character", []grade.Range{{Start: 3, End: 9}}, []string{"ïve "}},
		{"past the end", []grade.Range{{Start: 12, End: 99}}, []string{"ok"}},
		{"before the start", []grade.Range{{Start: -4, End: 2}}, []string{"na"}},
		{"upside down", []grade.Range{{Start: 6, End: 2}}, nil},
		{"empty", []grade.Range{{Start: 2, End: 2}}, nil},
		{"overlapping and out of order", []grade.Range{{Start: 4, End: 6}, {Start: 0, End: 5}}, []string{"naïve"}},
		{"apart", []grade.Range{{Start: 12, End: 14}, {Start: 0, End: 2}}, []string{"na", "ok"}},
	} {
		if diff := cmp.Diff(tt.want, quotes(text, sound(text, tt.in))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Words that are quoted from the middle of a sentence do not look like its end.
func TestAQuotationSaysThatItsSentenceGoesOn(t *testing.T) {
	for text, want := range map[string]string{ // what stands between the bars is quoted
		"|A lease ends| by itself.":      "A lease ends …",
		"|A lease ends|\u00a0at 10.":     "A lease ends …",
		"|A lease ends|, and then.":      "A lease ends",
		"|A lease ends.| Then B has it.": "A lease ends.",
		"|A lease ends|.":                "A lease ends",
		"|A lease ends|":                 "A lease ends",
		"|A lease ends|\nThen B has it":  "A lease ends",
		"(|A lease ends|) soon":          "A lease ends",
		"|Der Hörer läuft| über":         "Der Hörer läuft …",
	} {
		before, rest, _ := strings.Cut(text, "|")
		quoted, after, _ := strings.Cut(rest, "|")
		got := quotes(before+quoted+after, []grade.Range{{Start: len(before), End: len(before) + len(quoted)}})
		if len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
