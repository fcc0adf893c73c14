package simtest_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"fencepost/sim"
	"fencepost/sim/catalog"

	"pgregory.net/rapid"
)

// misset is what no reader is to see: a typewriter's quotation marks and
// apostrophes, a unit that may stand on another line than its number, and four
// digits in a row.
var misset = regexp.MustCompile(`['"]|\d (?:s|ms|requests)\b|\b\d{4}`)

// Whatever a simulator says in a run is set as print is.
func TestARunIsSetAsPrintIs(t *testing.T) {
	forEach(t, func(t *rapid.T, s *sim.Scenario, v sim.Values, tape []int) {
		var said any
		if err := json.Unmarshal([]byte(bytesOf(t, s.Run(v, tape))), &said); err != nil {
			t.Fatal(err)
		}
		delete(said.(map[string]any), "params") // as addresses have them
		for _, text := range texts(said) {
			if bad := misset.FindString(text); bad != "" {
				t.Fatalf("%q in %q", bad, text)
			}
		}
	})
}

// So is what stands beside its controls.
func TestControlsAreSetAsPrintIs(t *testing.T) {
	for _, s := range catalog.All() {
		said := []string{s.Title, s.Summary}
		for i := range s.Params {
			p := &s.Params[i]
			low, high, _ := p.Bounds()
			said = append(said, p.Label, p.Help, p.Spoken(low), p.Spoken(high), p.Spoken(p.Default))
			for _, o := range p.Options {
				said = append(said, o.Label)
			}
		}
		for _, v := range s.Verdicts {
			said = append(said, v.Word, v.Meaning)
		}
		for _, text := range said {
			if bad := misset.FindString(text); bad != "" {
				t.Errorf("%s: %q in %q", s.Name, bad, text)
			}
		}
	}
}

// texts are all strings in a value that was read from JSON.
func texts(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, one := range v {
			out = append(out, texts(one)...)
		}
	case map[string]any:
		for _, one := range v {
			out = append(out, texts(one)...)
		}
	}
	return out
}
