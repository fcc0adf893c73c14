package site

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fencepost/store"
)

// A list is read by name: whoever teaches stands first, and an accent does not
// send anybody to the end.
func TestARosterIsSortedByRoleAndName(t *testing.T) {
	var rows []store.RosterRow
	for _, name := range []string{"Zoë", "Ágnes", "adaeze", "Bùi", "Agnes", "Ída"} {
		rows = append(rows, store.RosterRow{Member: store.Member{PersonID: name, Role: store.MemberStudent}, Name: name})
	}
	rows = append(rows, store.RosterRow{Member: store.Member{PersonID: "t", Role: store.MemberAssistant}, Name: "Tea"})
	var got []string
	for _, r := range sorted(rows) {
		got = append(got, r.Name)
	}
	if diff := cmp.Diff([]string{"Tea", "adaeze", "Agnes", "Ágnes", "Bùi", "Ída", "Zoë"}, got); diff != "" {
		t.Error(diff)
	}
}

// A class of more than a page is counted wholly on each of them, and each of its
// people stands on one.
func TestARosterOfSeveralPages(t *testing.T) {
	c := newClass(t, nil)
	byIda := store.ScopeOf(store.Person{ID: "ida"})
	for i := range 250 {
		id := fmt.Sprintf("p%03d", i)
		c.must(c.db.AddPerson(t.Context(), store.Person{ID: id, LearnerID: "l" + id, Email: id + "@example.org", Name: "Name " + id, Role: store.RoleStudent, CreatedMS: 1}))
		c.must(c.db.SetMember(t.Context(), byIda, store.Member{CohortID: "first", PersonID: id, Role: store.MemberStudent, State: store.MemberActive, SinceMS: 1}))
	}

	seen := map[string]int{}
	pages := 0
	for next := "/cohorts/first"; next != ""; pages++ {
		page := c.seen("ida", next)
		if !strings.Contains(page, "252 students") {
			t.Errorf("%s does not count 250 and the two that were there", next)
		}
		for i := range 250 {
			seen[fmt.Sprintf("p%03d", i)] += strings.Count(page, fmt.Sprintf(">p%03d@example.org", i))
		}
		_, rest, more := strings.Cut(page, `href="/cohorts/first?after=`)
		if next = ""; more {
			after, _, _ := strings.Cut(rest, `#`)
			next = "/cohorts/first?after=" + after
		}
	}
	if pages != 2 {
		t.Errorf("%d pages, want 2", pages)
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s stands on %d pages", id, n)
		}
	}
}

// Links for several people can be copied at once, and none of their names is a
// formula where they are pasted.
func TestLinksOfManyCanBeCopiedAtOnce(t *testing.T) {
	w := newTown(t)
	page := see(w.Site, "/cohorts", w.cookies["instrB"]).Body.String()
	mine := cohortLink.FindString(page)
	got := sendFile(t, w.Site, mine+"/import", w.cookies["instrB"], map[string]string{
		"sure": "yes", "text": "name,email\n\"Meyer, Anna\",anna@example.org\n=cmd(),eve@example.org\n",
	})
	if got.Code != http.StatusOK {
		t.Fatalf("status %d", got.Code)
	}
	for _, want := range []string{"name,email,link", "&#34;Meyer, Anna&#34;,anna@example.org,http", "&#39;=cmd(),eve@example.org,http", "anna@example.org, works once"} {
		if !strings.Contains(got.Body.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
