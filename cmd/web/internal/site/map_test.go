package site

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/content"
	"fencepost/lessons"
	"fencepost/views"
)

func TestATitleIsBrokenNearItsMiddle(t *testing.T) {
	for title, want := range map[string][]string{
		"Ordering":                  {"Ordering"},
		"Message queues":            {"Message queues"},
		"Asynchronous processing":   {"Asynchronous", "processing"},
		"Leases and fencing tokens": {"Leases and", "fencing tokens"},
	} {
		if diff := cmp.Diff(want, twoLines(title)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
		}
	}
}

// Whatever is read first stands above, and no two concepts stand in one place.
func TestTheMapOfTheLessonsReadsDownwards(t *testing.T) {
	lib, problems := lessons.Load(content.FS)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	v := mapView(linksOf(mustURL(t, testBase)), lib, nil)
	if len(v.Nodes) != len(lib.Lessons()) {
		t.Fatalf("%d concepts of %d", len(v.Nodes), len(lib.Lessons()))
	}
	taken, y := map[[2]int]bool{}, map[string]int{}
	for _, n := range v.Nodes {
		at := [2]int{int(n.X), n.Y}
		if taken[at] {
			t.Errorf("%s stands where another does", n.Title)
		}
		taken[at], y[n.Title] = true, n.Y
	}
	for _, n := range v.Nodes {
		for _, need := range n.Needs {
			if y[need.Text] >= n.Y {
				t.Errorf("%s is needed for %s and stands no higher", need.Text, n.Title)
			}
		}
	}
}

func TestALineKeepsOffTheWordsBelowAConcept(t *testing.T) {
	top := views.MapNode{X: 50, Y: 30, Lines: []string{"Leases and", "fencing tokens"}}
	low := views.MapNode{X: 25, Y: 162, Lines: []string{"Ordering"}}
	want := views.MapEdge{X1: 50, Y1: 30 + 24 + 34, X2: 25, Y2: 162 - 14, Needs: true}
	if diff := cmp.Diff(want, edge(top, low, true)); diff != "" {
		t.Errorf("down (-want +got):\n%s", diff)
	}
	up := views.MapEdge{X1: 25, Y1: 162 - 14, X2: 50, Y2: 30 + 24 + 34}
	if diff := cmp.Diff(up, edge(low, top, false)); diff != "" {
		t.Errorf("up (-want +got):\n%s", diff)
	}
}
