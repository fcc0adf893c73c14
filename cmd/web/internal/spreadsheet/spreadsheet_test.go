package spreadsheet

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestHarmless(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"A lease ends.", "A lease ends."},
		{"=1+1", "'=1+1"},
		{"+49 30 1234", "'+49 30 1234"},
		{"-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"\tx", "'\tx"},
		{"\rx", "'\nx"},
		{"  =1", "'  =1"},
		{"\ufeff\u200b=1", "'\ufeff\u200b=1"},
		{`"=1"`, `'"=1"`},
		{"＝1", "'＝1"},
		{"a;=1", "a;'=1"},
		{"a\t=1", "a\t'=1"},
		{"a, =1,b", "a,' =1,b"},
		{"a\n-b\r\n+c", "a\n'-b\n'+c"},
		{`a;"=1`, `a;'"=1`},
		{"a|@b", "a|'@b"},
		{";;=1", ";;'=1"},
		{"a - b = c", "a - b = c"},
		{"well-known, so-called", "well-known, so-called"},
		{"sam@example.org", "sam@example.org"},
		{"-3", "-3"},
		{"+4.5", "+4.5"},
		{"--3", "'--3"},
		{"-1.2.3", "'-1.2.3"},
		{"-", "'-"},
		{"'=1", "'=1"},
	} {
		if got := Harmless(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestRows(t *testing.T) {
	var b bytes.Buffer
	w, err := New(&b, false)
	if err != nil {
		t.Fatal(err)
	}
	oslo, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Fatal(err)
	}
	w.Texts("name", "=HYPERLINK(\"x\")", "two\nlines, \"quoted\"")
	w.Int(-3)
	w.Number(4.5)
	w.Number(10)
	w.Number(2.0 / 3)
	w.Bool(true)
	w.Time(1_767_225_600_000, oslo) // 2026-01-01 00:00 UTC
	w.Time(0, oslo)
	w.Empty(2)
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(b.String(), "\r\n") {
		t.Errorf("%q does not end as RFC 4180 wants", b.String())
	}
	got, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{
		"name", "'=HYPERLINK(\"x\")", "two\nlines, \"quoted\"", "-3", "4.5", "10", "0.67", "true", "2026-01-01T01:00:00.000+01:00", "", "", "",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMarkForExcel(t *testing.T) {
	for _, excel := range []bool{true, false} {
		var b bytes.Buffer
		w, err := New(&b, excel)
		if err != nil {
			t.Fatal(err)
		}
		w.Text("x")
		_ = w.End()
		_ = w.Flush()
		if got := bytes.HasPrefix(b.Bytes(), []byte{0xef, 0xbb, 0xbf}); got != excel {
			t.Errorf("for Excel %v: begins with a mark: %v", excel, got)
		}
	}
}

// FuzzHarmless reads texts back as programs do that separate by commas,
// semicolons, tabs or bars: no cell begins a formula, and nothing but
// apostrophes was added.
func FuzzHarmless(f *testing.F) {
	for _, s := range []string{"=1", "a;=1", "a\t\"=1", "\r\n=1", "a, -b", "-3", ";\ufeff=1", "\"\"\n\"=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Harmless(text)
		if number(text) {
			return
		}
		for _, cell := range strings.FieldsFunc(got, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			if bare := strings.TrimLeft(cell, " \"\ufeff\u200b"); bare != "" && strings.ContainsAny(bare[:1], "=+-@") {
				t.Errorf("%q: %q begins a formula in %q", text, cell, got)
			}
		}
		plain := strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
		if strings.ReplaceAll(got, "'", "") != strings.ReplaceAll(plain, "'", "") {
			t.Errorf("%q became %q", text, got)
		}
	})
}
