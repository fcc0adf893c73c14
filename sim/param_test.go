package sim_test

import (
	"errors"
	"math"
	"net/url"
	"strings"
	"testing"

	"fencepost/sim"

	"github.com/google/go-cmp/cmp"
)

func schema() sim.Schema {
	return sim.Schema{
		{Name: "wait", Type: sim.Duration, Min: -10_000, Max: 30_000, Step: 500, Default: 12_000},
		{Name: "n", Type: sim.Integer, Min: 1, Max: 9, Step: 2, Default: 3, Unit: "tries"},
		{Name: "on", Type: sim.Bool, Default: 1},
		{Name: "who", Type: sim.Option, Options: []sim.OptionValue{{Name: "a", Label: "worker A"}, {Name: "b", Label: "worker B"}}},
		{Name: "all", Type: sim.Integer, Min: math.MinInt64, Max: math.MaxInt64},
		{Name: "ever", Type: sim.Duration, Min: math.MinInt64, Max: math.MaxInt64},
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		set  string
		want int64
		text string // as Text writes it back
	}{
		{"wait=12s", 12_000, "12s"},
		{"wait=12", 12_000, "12s"},
		{"wait= 12 S ", 12_000, "12s"},
		{"wait=2.5s", 2500, "2.5s"},
		{"wait=500ms", 500, "0.5s"},
		{"wait=1s500ms", 1500, "1.5s"},
		{"wait=0.5m", 30_000, "30s"},
		{"wait=-3s", -3000, "-3s"},
		{"wait=-0.5s", -500, "-0.5s"},
		{"wait=+3s", 3000, "3s"},
		{"wait=0", 0, "0s"},
		{"n=9", 9, "9"},
		{"on=off", 0, "off"},
		{"on=TRUE", 1, "on"},
		{"who=b", 1, "b"},
		{"all=-9223372036854775808", math.MinInt64, "-9223372036854775808"},
		{"all=9223372036854775807", math.MaxInt64, "9223372036854775807"},
		{"ever=999999999999999999999h", math.MaxInt64, "9223372036854775.807s"},
		{"ever=-999999999999999999999h", math.MinInt64, "-9223372036854775.808s"},
	} {
		name, text, _ := strings.Cut(c.set, "=")
		v, err := schema().Defaults().Set(name, text)
		if err != nil {
			t.Errorf("%s: %v", c.set, err)
			continue
		}
		if got := v.At(schema().Index(name)); got != c.want || v.Text(name) != c.text {
			t.Errorf("%s: %d, text %q; want %d, text %q", c.set, got, v.Text(name), c.want, c.text)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		set, reason string
		use         int64
		near        bool
	}{
		{"wait=31s", "is more than 30s", 30_000, true},
		{"wait=-10.5s", "is less than -10s", -10_000, true},
		{"wait=1.2s", "is not a whole number of steps of 0.5s", 1000, true},
		{"wait=1.25s", "is not a whole number of steps of 0.5s", 1500, true},
		{"wait=99999999999999999999999s", "is more than 30s", 30_000, true},
		{"wait=", "must be a time", 12_000, false},
		{"wait=s", "must be a time", 12_000, false},
		{"wait=1x", "must be a time", 12_000, false},
		{"wait=1.2.3s", "must be a time", 12_000, false},
		{"wait=--1s", "must be a time", 12_000, false},
		{"wait=NaN", "must be a time", 12_000, false},
		{"wait=Inf", "must be a time", 12_000, false},
		{"wait=1e3", "must be a time", 12_000, false},
		{"wait=0x10", "must be a time", 12_000, false},
		{"n=8", "is not a whole number of steps of 2", 9, true},
		{"n=0", "is less than 1", 1, true},
		{"n=2.0", "must be a whole number", 3, false},
		{"n=99999999999999999999", "is more than 9", 9, true},
		{"on=2", "must be on or off", 1, false},
		{"who=c", "must be one of a, b", 0, false},
	} {
		name, text, _ := strings.Cut(c.set, "=")
		_, err := schema().Defaults().Set(name, text)
		var bad *sim.ValueError
		if !errors.As(err, &bad) {
			t.Errorf("%s: error %v, want a *ValueError", c.set, err)
			continue
		}
		if !strings.HasPrefix(bad.Reason, c.reason) || bad.Use != c.use || bad.Near != c.near {
			t.Errorf("%s: %q, use %d (near %v); want %q, use %d (near %v)", c.set, bad.Reason, bad.Use, bad.Near, c.reason, c.use, c.near)
		}
	}
}

func TestSetNamesTheParametersThatThereAre(t *testing.T) {
	_, err := schema().Defaults().Set("freez", "1s")
	if want := `no parameter "freez"; there are: wait, n, on, who, all, ever`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestSpoken(t *testing.T) {
	s := schema()
	for _, c := range []struct {
		name string
		v    int64
		want string
	}{
		{"wait", 2500, "2.5\u00a0s"},
		{"n", 3, "3\u00a0tries"},
		{"n", 1, "1\u00a0try"},
		{"on", 0, "off"},
		{"who", 1, "worker B"},
		{"all", -4, "-4"},
	} {
		if got := s[s.Index(c.name)].Spoken(c.v); got != c.want {
			t.Errorf("%s %d is spoken as %q, want %q", c.name, c.v, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	s := schema()
	for name, want := range map[string]int{"wait": 81, "n": 5, "on": 2, "who": 2, "all": math.MaxInt} {
		if got := s[s.Index(name)].Count(); got != want {
			t.Errorf("%s has %d values, want %d", name, got, want)
		}
	}
}

func TestFromQueryClampsAndSaysSo(t *testing.T) {
	base, err := schema().Defaults().Set("wait", "5s")
	if err != nil {
		t.Fatal(err)
	}
	q, err := url.ParseQuery("wait=99s&n=x&who=b&step=4&on=on&on=off")
	if err != nil {
		t.Fatal(err)
	}
	v, notes := sim.FromQuery(base, q)
	if want := "wait=30s n=3 on=off who=b all=0 ever=0s"; v.String() != want {
		t.Errorf("values %q, want %q", v, want)
	}
	want := []sim.Note{
		{Param: "wait", Text: "wait=99s: is more than 30s. 30s is used instead."},
		{Param: "n", Text: "n=x: must be a whole number. 3 is used instead."},
	}
	if diff := cmp.Diff(want, notes); diff != "" {
		t.Errorf("notes (want -, got +):\n%s", diff)
	}
}

func TestWhatCannotBeReadKeepsWhatStood(t *testing.T) {
	base, err := schema().Defaults().Set("wait", "5s")
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := sim.FromQuery(base, url.Values{"wait": {"soon"}}); v.Text("wait") != "5s" {
		t.Errorf("wait is %s, want the 5s that stood", v.Text("wait"))
	}
}

func TestQueryHoldsWhatDiffers(t *testing.T) {
	base := schema().Defaults()
	v := base.With(0, 2500).With(3, 1)
	if got, want := v.Query(base), "wait=2.5s&who=b"; got != want {
		t.Errorf("query %q, want %q", got, want)
	}
	if got := base.Query(base); got != "" {
		t.Errorf("query of the base %q, want none", got)
	}
}

func TestMessagesDoNotCarryHostileInput(t *testing.T) {
	_, err := schema().Defaults().Set("n", strings.Repeat("9", 10_000)+"\xff")
	if len(err.Error()) > 200 || !strings.Contains(err.Error(), "…") {
		t.Errorf("message of %d bytes: %.200s", len(err.Error()), err)
	}
}

func TestAGridOverTooManyValuesIsRefused(t *testing.T) {
	s := flips(0)
	s.Params = schema()
	for _, axes := range [][2]string{{"all", ""}, {"all", "ever"}, {"wait", "wait"}, {"", ""}, {"wait", "nope"}} {
		if _, err := s.Grid(s.Params.Defaults(), nil, axes[0], axes[1]); err == nil {
			t.Errorf("grid over %v was run", axes)
		}
	}
	g, err := s.Grid(s.Params.Defaults(), nil, "wait", "who")
	if err != nil || len(g.Cells) != 81*2 || g.At(80, 1) != "safe" {
		t.Errorf("grid over wait and who: %v", err)
	}
}

// One of a thing is named in the singular.
func TestUnitOfOne(t *testing.T) {
	for unit, want := range map[string]string{
		"tries": "1\u00a0try", "consumers": "1\u00a0consumer", "crashes": "1\u00a0crash", "boxes": "1\u00a0box", "passes": "1\u00a0pass", "processes": "1\u00a0process", "nodes": "1\u00a0node",
	} {
		p := sim.Param{Type: sim.Integer, Max: 9, Unit: unit}
		if got := p.Spoken(1); got != want {
			t.Errorf("one of %q is spoken as %q, want %q", unit, got, want)
		}
		if got := p.Spoken(2); got != "2\u00a0"+unit {
			t.Errorf("two of %q are spoken as %q", unit, got)
		}
	}
}

// A number of four digits or more has its comma in the words of a parameter, and
// none where it is read back.
func TestALargeNumberIsSpokenWithItsComma(t *testing.T) {
	p := sim.Param{Type: sim.Integer, Max: 9000, Unit: "requests/s"}
	if spoken, text := p.Spoken(4000), p.Text(4000); spoken != "4,000\u00a0requests/s" || text != "4000" {
		t.Errorf("spoken as %q and written as %q", spoken, text)
	}
}
