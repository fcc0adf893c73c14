package main

import (
	"strings"
	"testing"
)

func TestARatioIsTheMedianOfTheRoundsRatios(t *testing.T) {
	s := samples{"a": {10, 40, 12}, "b": {5, 10, 4}} // 2, 4 and 3 times
	got := s.against("a page", "a", "b", " µs", atMost(3, "×"))
	want := row{what: "a page", ours: "12 µs (10–40)", control: "5 µs (4–10)", ratio: "3× (2–4)", target: "at most 3×", met: true}
	if got != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestATargetIsMetOrMissed(t *testing.T) {
	for _, c := range []struct {
		b    *bound
		v    float64
		want bool
	}{
		{atMost(2, "×"), 1.9, true},
		{atMost(2, "×"), 2, true},
		{atMost(2, "×"), 2.1, false},
		{atLeast(3, "×"), 3.1, true},
		{atLeast(3, "×"), 3, true},
		{atLeast(3, "×"), 2.9, false},
	} {
		if got := c.b.met(c.v); got != c.want {
			t.Errorf("%v with %v: met is %v", c.b, c.v, got)
		}
	}
}

func TestTheReportSaysFirstWhatWasMissed(t *testing.T) {
	s := samples{"ours": {4}, "theirs": {2}}
	rows := []row{s.against("a page", "ours", "theirs", "", atMost(3, "×")), s.alone("its size", "ours", " kB", atMost(3, " kB"))}
	got := markdown("# Head\n", []section{{title: "Pages", words: "Words.", rows: rows}})
	for _, want := range []string{
		"# Head\n\nOf 2 targets 1 were missed:\n\n- its size: 4 kB, wanted at most 3 kB\n\n## Pages\n\nWords.\n\n",
		"| a page | 4 | 2 | 2× | at most 3× | met |\n", "| its size | 4 kB |  |  | at most 3 kB | **missed** |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q:\n%s", want, got)
		}
	}
}

func TestNumbersHaveThreeDigitsThatCount(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.01234: "0.0123", 1.234: "1.23", 2: "2", 12.34: "12.3", 123.4: "123", 1234.5: "1,234", 1234567: "1,234,567", 0.5: "0.5",
	} {
		if got := number(v); got != want {
			t.Errorf("%v is written %s, want %s", v, got, want)
		}
	}
}
