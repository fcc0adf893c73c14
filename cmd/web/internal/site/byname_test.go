package site

import (
	"strings"
	"testing"
)

// Whichever page lists people lists them in the same order, and not in that of
// the ids: Ágnes stands before Zoe.
func TestEveryListOfPeopleIsByName(t *testing.T) {
	c := newClass(t, map[string]string{"sam": "Zoe Byron", "sue": "Ágnes Byron"})
	for _, list := range []struct{ who, path string }{
		{"ada", "/people"},
		{"ida", "/cohorts/first"},
		{"ida", "/teach/cohorts/first"},
		{"ida", "/teach/cohorts/first?view=list"},
		{"ida", "/teach?cohort=first"},
	} {
		page := c.seen(list.who, list.path)
		first, second := strings.Index(page, "Ágnes Byron"), strings.Index(page, "Zoe Byron")
		if first < 0 || second < first {
			t.Errorf("%s has Ágnes at byte %d and Zoe at byte %d", list.path, first, second)
		}
	}
}
