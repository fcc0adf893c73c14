package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"fencepost/cmd/web/internal/auth"
	"fencepost/store"
)

// rightsTable says for every route who gets what: see its head.
const rightsTable = "testdata/rights.table"

// ranks are the people of the table, in its order.
var ranks = []string{"anon", "self", "fellow", "other", "instrA", "instrB", "assist", "admin", "susp"}

// town is a site on which all of them live.
type town struct {
	*Site
	cookies map[string]string // by rank
	names   map[string]string // what stands for $A and the like
}

// rightsRow is one line of the table.
type rightsRow struct {
	route, path string
	want        []string
	fields      url.Values
}

// TestRights asks for every route of the router as everybody, with the object
// of one student of one cohort. A route that the table does not know fails.
func TestRights(t *testing.T) {
	rows := readRights(t)
	for _, r := range testSite(t, testBase).echo.Routes() {
		name := strings.Replace(r.Method, http.MethodHead, http.MethodGet, 1) + " " + r.Path
		if !slices.ContainsFunc(rows, func(row rightsRow) bool { return row.route == name }) {
			t.Errorf("%s has no row in %s", name, rightsTable)
		}
	}
	shared := newTown(t)
	for _, row := range rows {
		t.Run(row.route, func(t *testing.T) {
			here := shared
			if strings.HasPrefix(row.route, http.MethodPost) {
				here = newTown(t) // what was changed does not reach the next row
			}
			for i, who := range ranks {
				if got := here.ask(who, row); !fits(row.want[i], got) {
					t.Errorf("%s: %d, want %s", who, got.Code, row.want[i])
				}
			}
		})
	}
}

// fits says whether an answer is what the table wants: a status, or "in" for
// one that is neither the way to the sign-in nor a refusal nor a failure.
func fits(want string, got *httptest.ResponseRecorder) bool {
	away := got.Code == http.StatusSeeOther && strings.Contains(got.Header().Get("Location"), "/signin")
	switch want {
	case "in":
		return !away && got.Code != http.StatusNotFound && got.Code != http.StatusForbidden && got.Code < 500
	case "sign":
		return away
	case "303":
		return !away && got.Code == http.StatusSeeOther
	}
	return fmt.Sprint(got.Code) == want
}

// ask sends the row's request as somebody. Everybody has an address of their
// own, so that nobody waits for the tries of others.
func (w *town) ask(who string, row rightsRow) *httptest.ResponseRecorder {
	method, _, _ := strings.Cut(row.route, " ")
	path := row.path
	for name, value := range w.names {
		path = strings.ReplaceAll(path, name, value)
	}
	r := httptest.NewRequest(method, w.base+path, strings.NewReader(row.fields.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.RemoteAddr = fmt.Sprintf("192.0.2.%d:99", slices.Index(ranks, who)+1)
	if w.cookies[who] != "" {
		r.Header.Set("Cookie", w.cookies[who])
	}
	got := httptest.NewRecorder()
	w.ServeHTTP(got, r)
	return got
}

// readRights reads the table: route, path with the objects in it, what each
// column gets, and fields of the form.
func readRights(t *testing.T) []rightsRow {
	t.Helper()
	text, err := os.ReadFile(rightsTable)
	if err != nil {
		t.Fatal(err)
	}
	var rows []rightsRow
	for i, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if len(words) < 3+len(ranks) {
			t.Fatalf("%s:%d: %d words", rightsTable, i+1, len(words))
		}
		row := rightsRow{route: words[0] + " " + words[1], path: words[2], want: words[3 : 3+len(ranks)], fields: url.Values{}}
		for _, pair := range words[3+len(ranks):] {
			name, value, _ := strings.Cut(pair, "=")
			row.fields.Add(name, value)
		}
		rows = append(rows, row)
	}
	return rows
}

const goodPassword = "purple lantern ferry moss"

// newTown makes cohorts A and B and everybody of the table. What routes are
// asked with is the work of "self", a student of A.
func newTown(t testing.TB) *town {
	t.Helper()
	return newTownAt(t, testBase)
}

// newTownAt is the same for a site at another address.
func newTownAt(t testing.TB, address string) *town {
	t.Helper()
	w := &town{Site: testSite(t, address), cookies: map[string]string{}, names: map[string]string{}}
	ids := map[string]store.Person{}
	for _, who := range ranks[1:] {
		role := store.RoleStudent
		switch who {
		case "instrA", "instrB":
			role = store.RoleInstructor
		case "admin":
			role = store.RoleAdmin
		}
		ids[who] = w.person(t, who, role)
	}
	a := w.class(t, "A", ids["instrA"], map[string]store.MemberRole{
		ids["self"].ID: store.MemberStudent, ids["fellow"].ID: store.MemberStudent,
		ids["assist"].ID: store.MemberAssistant, ids["susp"].ID: store.MemberStudent,
	})
	b := w.class(t, "B", ids["instrB"], map[string]store.MemberRole{ids["other"].ID: store.MemberStudent})
	w.names["$A"], w.names["$SELF"] = a, ids["self"].ID
	w.names["$B"], w.names["$OTHER"] = b, ids["other"].ID
	w.names["$TEXT"] = w.text(t, ids["self"])
	if err := w.store.Suspend(t.Context(), ids["susp"].ID, w.at()); err != nil {
		t.Fatal(err)
	}
	return w
}

// person makes an account and signs it in.
func (w *town) person(t testing.TB, who string, role store.Role) store.Person {
	t.Helper()
	email := who + "@mail.example"
	p, err := w.accounts.Add(t.Context(), auth.Newcomer{Name: who, Email: email, Password: goodPassword}, role)
	if err != nil {
		t.Fatal(err)
	}
	in, err := w.accounts.SignIn(t.Context(), auth.Credentials{Email: email, Password: goodPassword}, auth.Visit{Address: who})
	if err != nil {
		t.Fatal(err)
	}
	w.cookies[who] = w.jar.Session + "=" + in.Token
	if who == "self" {
		w.names["$SESSION"] = in.Session.ID
	}
	return p
}

// class makes a cohort with a join code CODE and its name.
func (w *town) class(t testing.TB, name string, by store.Person, members map[string]store.MemberRole) string {
	t.Helper()
	ctx, sc, id := t.Context(), store.ScopeOf(by), newID()
	if err := w.store.AddCohort(ctx, sc, store.Cohort{ID: id, Name: name, Zone: "UTC", CreatedMS: w.at()}); err != nil {
		t.Fatal(err)
	}
	for person, role := range members {
		m := store.Member{CohortID: id, PersonID: person, Role: role, State: store.MemberActive, SinceMS: w.at()}
		if err := w.store.SetMember(ctx, sc, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.store.AddCode(ctx, sc, store.Code{Code: "CODE" + name, CohortID: id, MadeBy: by.ID, CreatedMS: w.at()}); err != nil {
		t.Fatal(err)
	}
	return id
}

// text is the id of an explanation that somebody handed in.
func (w *town) text(t testing.TB, of store.Person) string {
	t.Helper()
	e, err := w.store.AddExplanation(t.Context(), store.Explanation{
		ID: newID(), LearnerID: of.LearnerID, Key: "k", Lesson: "leases-and-fencing-tokens", AtMS: w.at(),
		Text: "A lease runs out by itself unless its owner renews it in time, whatever happened to the owner.",
	})
	if err != nil {
		t.Fatal(err)
	}
	err = w.store.AddScore(t.Context(), store.Score{
		ID: newID(), ExplanationID: e.ID, Rubric: "r", Scorer: "s", Result: json.RawMessage("{}"), AtMS: w.at(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return e.ID
}
