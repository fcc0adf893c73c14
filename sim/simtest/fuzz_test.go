package simtest_test

import (
	"strings"
	"testing"

	"fencepost/sim"
	"fencepost/sim/catalog"
)

// FuzzParam gives any text to any parameter: it is refused with a value to use
// instead, or becomes a value whose text form leads back to it.
func FuzzParam(f *testing.F) {
	for _, seed := range []string{"12s", "0", "-10s", "30.5", "on", "own", "1m", "99999999999999999999s", "1e9", "\xff", "0.0000001s", " ", "١٢s"} {
		f.Add(uint8(0), seed)
		f.Add(uint8(9), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		for _, s := range catalog.All() {
			p := &s.Params[int(which)%len(s.Params)]
			v, err := p.Parse(text)
			if err != nil {
				v = err.(*sim.ValueError).Use
			}
			if again, err := p.Parse(p.Text(v)); err != nil || again != v {
				t.Fatalf("%s=%q became %d, whose text %q reads as %d, %v", p.Name, text, v, p.Text(v), again, err)
			}
		}
	})
}

// FuzzQuery gives any query to every scenario: each run ends by itself.
func FuzzQuery(f *testing.F) {
	f.Add("freeze=12s&fencing=off&step=5", "0.1")
	f.Add("freeze=99s&lease=x&pause=between&strategy=version", "2.2.2")
	f.Add("strategy=lock&clients=3", "1.1.1.1")
	f.Add("crash=on&lossy=on&payments=3&receives=5", "1.2.0.1")
	f.Add("crash=on&deadline=-1&freeze=", "9999")
	f.Fuzz(func(t *testing.T, query, tapeText string) {
		tape, err := sim.ParseTape(tapeText)
		if err != nil {
			tape = nil
		}
		q := map[string][]string{}
		for pair := range strings.SplitSeq(query, "&") {
			name, text, _ := strings.Cut(pair, "=")
			q[name] = append(q[name], text)
		}
		for _, s := range catalog.All() {
			v, _ := sim.FromQuery(s.Params.Defaults(), q)
			if r := s.Run(v, tape); r.Cut != "" || len(r.Entries) == 0 {
				t.Fatalf("%s with %v, tape %v: %d entries, %s", s.Name, v, tape, len(r.Entries), r.Cut)
			}
		}
	})
}

// FuzzTape reads any text as a tape: what it accepts it writes back alike.
func FuzzTape(f *testing.F) {
	for _, seed := range []string{"", "0", "0.2.1", "1,1", "..", "65535", "65536", "-1", "1.\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tape, err := sim.ParseTape(text)
		if err != nil {
			return
		}
		again, err := sim.ParseTape(sim.FormatTape(tape))
		if err != nil || sim.FormatTape(again) != sim.FormatTape(tape) || len(tape) > sim.MaxTape {
			t.Fatalf("%q became %v, which reads as %v, %v", text, tape, again, err)
		}
	})
}
