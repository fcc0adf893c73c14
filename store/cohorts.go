package store

import "context"

// Cohort is a class: the people who learn together in a term.
type Cohort struct {
	ID         string
	Name       string
	Term       string
	Zone       string // IANA name of the time zone in which due times are shown
	ArchivedMS int64  // since when; 0: not
	CreatedMS  int64
}

// MemberRole is what a person may do in one cohort.
type MemberRole string

// The roles in a cohort.
const (
	MemberStudent    MemberRole = "student"
	MemberAssistant  MemberRole = "assistant"  // reviews; has no roster and no exports
	MemberInstructor MemberRole = "instructor" // everything in this cohort
)

// MemberState is how far a membership has come.
type MemberState string

// The states of a membership. Only an active one counts for anything.
const (
	MemberPending MemberState = "pending" // asked to join, waits for an instructor
	MemberActive  MemberState = "active"
	MemberRemoved MemberState = "removed"
)

// Member is one person in one cohort.
type Member struct {
	CohortID string
	PersonID string
	Role     MemberRole
	State    MemberState
	SinceMS  int64 // when role or state last changed
}

// RosterRow is a member as an instructor sees them.
type RosterRow struct {
	Member
	Name, Email string
	LearnerID   string
	SuspendedMS int64
}

// Membership is a cohort as one of its members sees it.
type Membership struct {
	Cohort
	Role  MemberRole
	State MemberState
}

// Enrolment is one line of a roster that is imported.
type Enrolment struct {
	Person Person // found by its address; stored where there is none
	Role   MemberRole
}

// Enrolled is what became of one Enrolment.
type Enrolled struct {
	PersonID string
	Added    bool // there was no such account
	Joined   bool // was not an active member in this role
}

// Code lets whoever has it join a cohort as a student.
type Code struct {
	Code      string // short, unique, as it stands in the join link
	CohortID  string
	Approval  bool // whoever joins waits for an instructor
	MadeBy    string
	CreatedMS int64
	ExpiresMS int64 // 0: never
	RevokedMS int64 // 0: not
}

// Assignment is a lesson that a cohort is to do.
type Assignment struct {
	CohortID string
	Lesson   string
	DueMS    int64 // 0: no due time
	AtMS     int64
}

// Cohorts keeps classes, who is in them and what they are to do. What takes a
// Scope and changes a cohort is for its instructors and for admins, and
// ErrNotFound to others.
type Cohorts interface {
	// AddCohort stores c with the person of the scope as its instructor. The
	// person must be an instructor of the site or an admin: ErrNotFound else.
	AddCohort(ctx context.Context, sc Scope, c Cohort) error
	// SetCohort changes name, term, zone and whether it is archived.
	SetCohort(ctx context.Context, sc Scope, c Cohort) error
	// Cohort finds one that the scope teaches, with the role in it; an admin
	// has the instructor's everywhere.
	Cohort(ctx context.Context, sc Scope, id string) (Membership, error)
	// Cohorts are all that the scope teaches, newest first, archived ones too.
	Cohorts(ctx context.Context, sc Scope, p Page) (Listing[Membership], error)
	// Memberships are all of one person's own, newest first, removed ones left out.
	Memberships(ctx context.Context, person string) ([]Membership, error)

	// SetMember adds a person or changes role and state. Removing the last
	// active instructor is ErrConflict.
	SetMember(ctx context.Context, sc Scope, m Member) error
	// Enrol adds a whole roster in one transaction, accounts included; one
	// line that cannot be stored fails all. A dry run answers the same and
	// stores nothing. A member who is in with a higher role keeps it.
	Enrol(ctx context.Context, sc Scope, cohort string, list []Enrolment, atMS int64, dry bool) ([]Enrolled, error)
	// Roster are the members in a state ("" for pending and active) by id.
	Roster(ctx context.Context, sc Scope, cohort string, state MemberState, p Page) (Listing[RosterRow], error)
	// OnRoster finds one person on the roster, whatever their state, or
	// ErrNotFound.
	OnRoster(ctx context.Context, sc Scope, cohort, person string) (RosterRow, error)
	// Students are active students of a cohort that the scope teaches (cohort
	// "": of all of them) whose name begins with prefix, by name: for filters.
	// Assistants may ask too.
	Students(ctx context.Context, sc Scope, cohort, prefix string, p Page) (Listing[Student], error)

	// AddCode stores c.
	AddCode(ctx context.Context, sc Scope, c Code) error
	// Codes are the cohort's, newest first.
	Codes(ctx context.Context, sc Scope, cohort string) ([]Code, error)
	// RevokeCode makes a code useless from atMS on.
	RevokeCode(ctx context.Context, sc Scope, code string, atMS int64) error
	// CohortByCode is what a join page shows before anybody joins. Unknown,
	// revoked, expired or of an archived cohort: ErrUsed.
	CohortByCode(ctx context.Context, code string, atMS int64) (Cohort, error)
	// Join makes the person a student by a code, or one who waits where the
	// code wants approval or the person was removed before. An active or
	// waiting member stays what they are. Errors as CohortByCode.
	Join(ctx context.Context, code, person string, atMS int64) (Member, error)

	// Assign stores a, or changes its due time.
	Assign(ctx context.Context, sc Scope, a Assignment) error
	// Unassign takes a lesson off the cohort's list.
	Unassign(ctx context.Context, sc Scope, cohort, lesson string) error
	// Assignments are the cohort's, by due time, those without one last; also
	// for its active students and assistants.
	Assignments(ctx context.Context, sc Scope, cohort string) ([]Assignment, error)
}

// Student is a learner with an account, as those who teach them see them.
type Student struct {
	PersonID  string
	LearnerID string
	Name      string
}
