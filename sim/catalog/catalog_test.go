package catalog_test

import (
	"regexp"
	"strings"
	"testing"

	"fencepost/sim"
	"fencepost/sim/catalog"
)

var (
	name  = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	looks = map[string]bool{"safe": true, "unsafe": true, "lucky": true, "split": true, "needless": true, "stuck": true}
)

// Names stand in addresses, scripts and records; labels and help stand on the
// page. None may be missing, and defaults are values.
func TestEveryScenarioIsWhole(t *testing.T) {
	for _, s := range catalog.All() {
		t.Run(s.Name, func(t *testing.T) {
			checkWords(t, s)
			checkParams(t, s)
		})
	}
}

func checkWords(t *testing.T, s *sim.Scenario) {
	if !name.MatchString(s.Name) || s.Title == "" || s.Summary == "" || s.Horizon <= 0 {
		t.Errorf("name %q, title %q, summary %q, horizon %v", s.Name, s.Title, s.Summary, s.Horizon)
	}
	if len(s.Params) > sim.MaxParams || len(s.Invariants) > sim.MaxInvariants {
		t.Errorf("%d parameters and %d invariants are more than fit", len(s.Params), len(s.Invariants))
	}
	for _, word := range append(append([]string{}, s.Kinds...), s.States...) {
		if !name.MatchString(word) {
			t.Errorf("kind or state %q", word)
		}
	}
	for _, i := range s.Invariants {
		if !name.MatchString(i.Name) || i.Statement == "" {
			t.Errorf("invariant %+v", i)
		}
	}
	for _, v := range s.Verdicts {
		look := v.Look
		if look == "" {
			look = v.Kind
		}
		if !name.MatchString(v.Kind) || v.Word == "" || v.Meaning == "" || !looks[look] {
			t.Errorf("verdict %+v", v)
		}
	}
}

func checkParams(t *testing.T, s *sim.Scenario) {
	main := 0
	for i := range s.Params {
		p := &s.Params[i]
		if !name.MatchString(p.Name) || p.Label == "" || p.Help == "" || s.Params.Index(p.Name) != i {
			t.Errorf("parameter %+v", p)
		}
		if v, err := p.Parse(p.Text(p.Default)); err != nil || v != p.Default {
			t.Errorf("default of %s: %d, %v; want %d", p.Name, v, err, p.Default)
		}
		if p.Name == "step" || p.Name == "tape" || p.Name == "v" || p.Name == "all" {
			t.Errorf("parameter %s: addresses use that name for something else", p.Name)
		}
		if p.Main {
			main++
		}
	}
	if main == 0 {
		t.Error("no main control")
	}
}

func TestFind(t *testing.T) {
	var names []string
	for _, s := range catalog.All() {
		names = append(names, s.Name)
		if got, err := catalog.Find(s.Name); err != nil || got.Name != s.Name {
			t.Errorf("Find(%q): %v", s.Name, err)
		}
	}
	_, err := catalog.Find("nope")
	if want := `no scenario "nope"; there are: ` + strings.Join(names, ", "); err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}
