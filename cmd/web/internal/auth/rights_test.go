package auth

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"fencepost/store"
)

// The table in May's own documentation is the expectation: what it says is what
// May must do, cell by cell, and neither may be without a row of the other.

// askers are the table's columns: who asks about an object of owner "owner",
// in cohort "here".
var askers = []struct {
	name string
	Subject
}{
	{"anon", Subject{}},
	{"student", person("other", store.RoleStudent)},
	{"fellow", person("fellow", store.RoleStudent, in("here", store.MemberStudent))},
	{"owner", person("owner", store.RoleStudent, in("here", store.MemberStudent))},
	{"assistant", person("assistant", store.RoleStudent, in("here", store.MemberAssistant))},
	{"instructor of cohort", person("lecturer", store.RoleStudent, in("here", store.MemberInstructor))},
	{"instructor elsewhere", person("visiting", store.RoleInstructor, in("there", store.MemberInstructor))},
	{"admin", person("admin", store.RoleAdmin)},
}

// actions are the table's rows.
var actions = map[string]Action{
	"ReadLesson": ReadLesson, "ReadWork": ReadWork, "WriteWork": WriteWork, "ExportSelf": ExportSelf,
	"DeletePerson": DeletePerson, "SetAccount": SetAccount, "ReviewWork": ReviewWork, "SeeInsight": SeeInsight,
	"SeeRoster": SeeRoster, "EditCohort": EditCohort, "ExportCohort": ExportCohort, "ResetLink": ResetLink,
	"MakeCohort": MakeCohort, "TryScorer": TryScorer, "PublishRubric": PublishRubric, "PublishForAll": PublishForAll, "ManagePeople": ManagePeople, "ReadAudit": ReadAudit,
}

// theirs is a student's work in the cohort "here".
var theirs = Object{Owner: "owner", Role: store.RoleStudent, Cohorts: []string{"here"}}

func person(id string, role store.Role, of ...store.Membership) Subject {
	return Subject{Person: store.Person{ID: id, Role: role}, Memberships: of}
}

func in(cohort string, role store.MemberRole) store.Membership {
	return store.Membership{Cohort: store.Cohort{ID: cohort}, Role: role, State: store.MemberActive}
}

// table reads the rows out of the comment on May.
func table(t *testing.T) map[string][]string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "rights.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "May" {
			continue
		}
		for line := range strings.Lines(fn.Doc.Text()) {
			cells := strings.Fields(line)
			if len(cells) == 1+len(askers) && strings.HasPrefix(line, "\t") {
				rows[cells[0]] = cells[1:]
			}
		}
	}
	return rows
}

func TestMayKeepsToItsTable(t *testing.T) {
	rows := table(t)
	if len(rows) != len(actions) {
		t.Errorf("the table has %d rows, there are %d actions", len(rows), len(actions))
	}
	for name, cells := range rows {
		action, known := actions[name]
		if !known {
			t.Errorf("row %s: no such action", name)
		}
		for i, cell := range cells {
			want := No
			switch {
			case cell == "yes" || cell == "learners":
				want = Yes
			case askers[i].name == "anon":
				want = SignIn
			case cell != "-":
				t.Errorf("%s, %s: unknown cell %q", name, askers[i].name, cell)
			}
			if got := May(askers[i].Subject, action, theirs); got != want {
				t.Errorf("%s, %s: %d, want %d", name, askers[i].name, got, want)
			}
		}
	}
}

// An action that the table does not know is nobody's.
func TestMayRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, a := range []Action{0, ReadAudit + 1, -1} {
		for _, who := range askers {
			if got := May(who.Subject, a, theirs); got != No && got != SignIn {
				t.Errorf("action %d, %s: %d", a, who.name, got)
			}
		}
	}
}

func TestResetLinkIsForLearnersOnly(t *testing.T) {
	lecturer := person("lecturer", store.RoleInstructor, in("here", store.MemberInstructor))
	for _, c := range []struct {
		name string
		who  Subject
		of   Object
		want Answer
	}{
		{"a student here", lecturer, Object{Owner: "s", Role: store.RoleStudent, Cohorts: []string{"here"}}, Yes},
		{"a student elsewhere", lecturer, Object{Owner: "s", Role: store.RoleStudent, Cohorts: []string{"there"}}, No},
		{"a student of nothing", lecturer, Object{Owner: "s", Role: store.RoleStudent}, No},
		{"an admin who studies here", lecturer, Object{Owner: "a", Role: store.RoleAdmin, Cohorts: []string{"here"}}, No},
		{"an instructor who studies here", lecturer, Object{Owner: "i", Role: store.RoleInstructor, Cohorts: []string{"here"}}, No},
		{"an assistant elsewhere who studies here", lecturer, Object{Owner: "t", Role: store.RoleStudent, Teaches: true, Cohorts: []string{"here"}}, No},
		{"an instructor, by an admin", person("admin", store.RoleAdmin), Object{Owner: "i", Role: store.RoleInstructor}, Yes},
	} {
		if got := May(c.who, ResetLink, c.of); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestNobodyReviewsTheirOwnWork(t *testing.T) {
	for _, who := range []Subject{
		person("me", store.RoleAdmin),
		person("me", store.RoleInstructor, in("here", store.MemberInstructor)),
		person("me", store.RoleStudent, in("here", store.MemberAssistant)),
	} {
		mine := Object{Owner: "me", Role: who.Person.Role, Cohorts: []string{"here"}}
		if got := May(who, ReviewWork, mine); got != No {
			t.Errorf("%s: %d, want No", who.Person.Role, got)
		}
		if got := May(who, ReadWork, mine); got != Yes {
			t.Errorf("%s may not read their own: %d", who.Person.Role, got)
		}
	}
}

func TestOnlyActiveMembershipsCount(t *testing.T) {
	for _, state := range []store.MemberState{store.MemberPending, store.MemberRemoved, ""} {
		m := in("here", store.MemberInstructor)
		m.State = state
		if got := May(person("was", store.RoleStudent, m), SeeRoster, theirs); got != No {
			t.Errorf("state %q: %d, want No", state, got)
		}
	}
}

func TestASuspendedPersonIsNobody(t *testing.T) {
	for _, who := range askers[1:] {
		who.Person.SuspendedMS = 1
		for name, a := range actions {
			want := SignIn
			if a == ReadLesson {
				want = Yes
			}
			if got := May(who.Subject, a, theirs); got != want {
				t.Errorf("%s, suspended %s: %d, want %d", name, who.name, got, want)
			}
		}
	}
}

// Where the site wants a second factor, what is allowed to one's own account
// and to everybody stays so, and all else waits for it.
func TestTheFactorIsAskedForWhatIsNotOnesOwn(t *testing.T) {
	free := map[Action]bool{ReadLesson: true, ReadWork: true, WriteWork: true, ExportSelf: true, DeletePerson: true, SetAccount: true}
	for _, who := range askers[1:] {
		for name, a := range actions {
			before := May(who.Subject, a, theirs)
			asked := who.Subject
			asked.FactorFirst = true
			want := before
			own := who.Person.ID == theirs.Owner && free[a]
			if before == Yes && a != ReadLesson && !own {
				want = Strengthen
			}
			if got := May(asked, a, theirs); got != want {
				t.Errorf("%s, %s without: %d, want %d", name, who.name, got, want)
			}
			if asked.Factor = true; May(asked, a, theirs) != before {
				t.Errorf("%s, %s with it: %d, want %d", name, who.name, May(asked, a, theirs), before)
			}
		}
	}
}

// Two cohorts, an object of one, an asker of the other or of both.
func TestTheHighestRankCounts(t *testing.T) {
	both := Object{Owner: "owner", Role: store.RoleStudent, Cohorts: []string{"here", "there"}}
	for _, c := range []struct {
		name string
		of   []store.Membership
		want Answer
	}{
		{"assistant here, instructor there", []store.Membership{in("here", store.MemberAssistant), in("there", store.MemberInstructor)}, Yes},
		{"assistant in both", []store.Membership{in("here", store.MemberAssistant), in("there", store.MemberAssistant)}, No},
		{"student here, instructor of a third", []store.Membership{in("here", store.MemberStudent), in("third", store.MemberInstructor)}, No},
	} {
		if got := May(person("x", store.RoleStudent, c.of...), SeeRoster, both); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestTeaches(t *testing.T) {
	waiting := in("here", store.MemberAssistant)
	waiting.State = store.MemberPending
	for _, c := range []struct {
		of   []store.Membership
		want bool
	}{
		{nil, false},
		{[]store.Membership{in("here", store.MemberStudent)}, false},
		{[]store.Membership{waiting}, false},
		{[]store.Membership{in("here", store.MemberStudent), in("there", store.MemberAssistant)}, true},
		{[]store.Membership{in("here", store.MemberInstructor)}, true},
	} {
		if got := Teaches(c.of); got != c.want {
			t.Errorf("%v: %t", c.of, got)
		}
	}
}

func BenchmarkMay(b *testing.B) {
	who := person("lecturer", store.RoleInstructor, in("there", store.MemberStudent), in("here", store.MemberInstructor))
	b.ReportAllocs()
	for b.Loop() {
		if May(who, ReviewWork, theirs) != Yes {
			b.Fatal("no")
		}
	}
}
